"""What was just told, asked for or promised is put right: the new amount, time or day takes the place of the old."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_act import DialogAct
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.putting_right import _time_instead, _with_instead, without_slip
from embodied_memory.event import Utterance
from embodied_memory.planning.permissions import Permissions
from embodied_memory.words.one_reading import the_reading

needs_reading = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@pytest.fixture
def say():
    rights = Permissions(PermissionConfig(("*: all",)))
    manager, now = DialogManager(KnowsNothing(("anna", "tom", "sigrun")), DialogConfig(), rights), [0]

    def hear(text, who="Anna"):
        now[0] += 10**9
        return manager.reply(Utterance(now[0], who, text))

    return hear


@pytest.mark.parametrize(
    ("before", "correction", "whole"),
    [
        ("I'm a size 38 in trainers", "sorry 39, i tried them on", "I'm a size 39 in trainers"),
        ("I promised six dozen oysters", "make that eight dozen", "I promised eight dozen oysters"),
        ("it has to be four o'clock sunday", "five, five, not four", "it has to be five o'clock sunday"),
        ("I have dance on Tuesday at five.", "no, on Thursday", "I have dance on Thursday at five."),
        ("from two to four", "five, not four", "from two to five"),
    ],
)
def test_the_new_takes_the_place_of_its_like(before, correction, whole):
    assert _with_instead(before, correction) == whole


@pytest.mark.parametrize(
    ("before", "correction"),
    [("I'm allergic to nuts", "no, 39"), ("from two to four", "no, at five"), ("at six", "no, the blue one")],
)
def test_what_has_no_place_or_two_changes_nothing(before, correction):
    assert _with_instead(before, correction) == ""


def test_a_clock_time_goes_before_the_reason_and_its_day():
    assert _time_instead("make that half past eight, the bus is murder on a Sunday") == "half past eight"
    assert _time_instead("make that quarter past, the bus is murder on a Sunday") == ""
    assert _time_instead("no, on Thursday") == "Thursday"


@given(st.integers(1, 99), st.integers(1, 99))
@settings(max_examples=30, deadline=None)
def test_putting_right_twice_keeps_the_last(first, second):
    once = _with_instead("I need 7 eggs.", f"sorry, {first}")
    assert _with_instead(once, f"no, {second}") == f"I need {second} eggs."


@needs_reading
def test_a_report_is_told_anew_and_said_back(say):
    say("remember i'm a size 38 in trainers, they went up")
    reply = say("sorry 39, i tried them on")
    assert reply.act is DialogAct.CORRECTION
    assert "39" in reply.told
    assert "38" not in reply.told
    assert 'I put that right: "you are a size 39' in reply.answer.text


@needs_reading
def test_of_a_message_the_last_words_are_told(say):
    say("tell Tom that dinner is at six")
    assert "Tom instead" in say("no, at seven, not six").answer.text
    told = say("Hello robot", "Tom").answer.text
    assert "dinner is at seven" in told
    assert "six" not in told


@needs_reading
def test_a_message_that_is_taken_back_is_not_told(say):
    say("message for sigrun: the portfolio thing has to be at five on Sunday")
    assert say("cancel that message").answer.text == "All right, I do not tell Sigrun that."
    assert "portfolio" not in say("Hello robot", "Sigrun").answer.text


@needs_reading
def test_a_reminder_moves(say):
    say("Please remind me tomorrow at eight that I bring the parcel to the post.")
    moved = say("Ah no, the post opens at nine. Make it half past eight.")
    assert moved.told == "move my reminder to half past eight"


@needs_reading
def test_a_bare_hour_in_a_sentence_of_its_own_is_a_correction(say):
    say("Tell Tom to be home by six.")
    reply = say("Seven. He has earned it.")
    assert (reply.act, reply.answer.text) == (
        DialogAct.MESSAGE,
        'All right, I will tell Tom instead: "to be home by seven".',
    )


@needs_reading
def test_what_is_added_to_a_message_is_told_with_it(say):
    say("Tell Tom that the rent comes on Saturday.")
    say("And a big thanks for the loan.")
    told = say("Hello.", "Tom").answer.text
    assert 'Anna asked me to tell you: "the rent comes on Saturday, and a big thanks for the loan"' in told


@needs_reading
def test_what_has_nothing_to_do_with_a_message_is_not_added_to_it(say):
    say("Tell Tom that the rent comes on Saturday.")
    say("And where is my umbrella?")
    assert "umbrella" not in say("Hello.", "Tom").answer.text


@needs_reading
@pytest.mark.parametrize(("named", "expected"), [("Sig", "Sigrun"), ("sigrun", "Sigrun")])
def test_a_short_name_means_the_only_one_that_begins_so(say, named, expected):
    assert expected in say(f"Tell {named} that dinner is ready.").answer.text


@needs_reading
def test_nobody_is_meant_by_a_beginning_of_two_letters_or_by_a_stranger_s_name(say):
    assert say("Tell Si that dinner is ready.").answer.text == "I know nobody called Si."
    assert say("Tell Olga that dinner is ready.").answer.text == "I know nobody called Olga."


@needs_reading
def test_him_is_who_was_named_before(say):
    say("Where is Tom?")
    assert "I will tell Tom" in say("Tell him dinner is ready.").answer.text


@needs_reading
@pytest.mark.parametrize("before", ["Tell Tom to be home by six.", "Remind me at five to water the plants."])
def test_never_mind_takes_back_what_was_just_promised(say, before):
    say(before)
    reply = say("Never mind. He is at the gate.")
    assert reply.answer.text.startswith("All right, ")
    assert "asked me" not in say("Hello.", "Tom").answer.text


@needs_reading
def test_thanks_with_a_name_ask_for_nothing(say):
    say("Bring me the red mug.")
    assert say("Thank you, my tin friend. Bless your batteries.").act is DialogAct.TALK


@needs_reading
def test_what_may_not_be_meant_for_the_robot_is_kept_in_mind(say):
    reply = say("plus his mother is coming along, lol")
    assert reply.answer.text in ("All right, I will keep that in mind.", "Thank you, I will remember that.")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("wake me at seven tomorrow. no wait six forty five", "wake me at six forty five tomorrow"),
        ("Tell Tom dinner is at six, sorry, seven.", "Tell Tom dinner is at seven"),
        ("Remind me on Friday, I mean Thursday", "Remind me on Thursday"),
        ("Tell Tom sorry, I will be at home by five.", "Tell Tom sorry, I will be at home by five."),
        ("Wake me at six, no, wait, never mind.", "Wake me at six, no, wait, never mind."),
    ],
)
def test_a_slip_of_the_tongue_is_put_right_in_the_same_breath(said, meant):
    assert without_slip(said) == meant


@needs_reading
@pytest.mark.parametrize(
    ("before", "correction", "instruction"),
    [
        ("Put the laptop on the desk.", "no not the desk, the bed", "put the laptop on the bed"),
        ("Bring me the red mug.", "Not the red one, the blue one.", "bring the blue mug to me"),
        (
            "Run the jumper cables and that extension cord out to the workbench.",
            "Actually scratch that, just the cables. On the shelf where they live.",
            "put the cables on the shelf",
        ),
    ],
)
def test_what_is_refused_tells_what_is_meant_instead(say, before, correction, instruction):
    say(before)
    reply = say(correction)
    assert (reply.instruction, reply.stops) == (instruction, True)


@needs_reading
def test_what_goes_on_a_list_is_remembered_and_not_carried(say):
    assert say("Take the oat milk off the list, I got some.").act is DialogAct.REPORT
    assert say("Bring me the shopping list.").act is DialogAct.INSTRUCTION


@needs_reading
def test_who_asks_for_messages_is_told_those_that_wait_once_and_then_again(say):
    say("Could you tell Tom I asked for the cord, would you?")
    told = 'Anna asked me to tell you: "I asked for the cord".'
    assert [say("Anything for me?", "Tom").answer.text for _ in range(2)] == [told, told]
    assert say("Anything for me?", "Sigrun").answer.text == "Nobody left a message for you."


@needs_reading
def test_the_hour_goes_before_the_reason_for_it(say):
    say("Remind me Sunday at noon to put the folding chairs out.")
    moved = say("Hm, make it one fifteen. She will still be home at noon.")
    assert (moved.act, moved.told) == (DialogAct.REMINDER, "move my reminder to one fifteen")
    assert say("Lovely. The kids are home at three today.").act is not DialogAct.REMINDER
