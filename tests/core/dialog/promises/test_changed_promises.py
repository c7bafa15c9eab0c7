"""What changes of reminders and lists in the course of a talk."""

import pytest
from knows_nothing import talking

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@pytest.fixture
def talk():
    return talking(("anna", "tom"))


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("Put milk and eggs on the shopping list.", "Plus a bag of rice."), "put a bag of rice on the list"),
        (
            ("Put milk and a tin of salmon on the list.", "No, not the salmon. Make it pilchards."),
            "take a tin of salmon off the list and put pilchards on the list",
        ),
        (
            ("Stick bin bags on the list, and cheese.", "Not bin bags, sorry, freezer bags."),
            "take bin bags off the list and put freezer bags on the list",
        ),
        (
            ("Stick bin bags on the list, and cheese.", "Freezer bags, I mean, not bin bags."),
            "take bin bags off the list and put freezer bags on the list",
        ),
        (
            ("Stick bin bags on the list, and cheese.", "I meant freezer bags."),
            "take bin bags off the list and put freezer bags on the list",
        ),
        (
            ("Put milk and flour on the list.", "Sorry, not flour, I meant flowers."),
            "take flour off the list and put flowers on the list",
        ),
        (
            ("Put coffee filters and a lemon on the list.", "Two lemons. No, make it three."),
            "take a lemon off the list and put three lemons on the list",
        ),
        (
            ("Put apples on the list.", "A dozen.", "Six would do, actually."),
            "take a dozen apples off the list and put six apples on the list",
        ),
        (
            ("What's on the shopping list?", "Put bin bags on it. And firelighters."),
            "put bin bags and firelighters on the list",
        ),
        (
            ("Put bin bags and firelighters on the list.", "Take the firelighters off again, we've got some."),
            "take firelighters off the list",
        ),
        (
            ("I got the oat milk and the eggs, so cross those off.",),
            "take the oat milk off the list and take the eggs off the list",
        ),
    ],
)
def test_a_list_is_put_right_in_words_that_name_it(talk, texts, told):
    reply = talk(*texts)
    assert reply.act is DialogAct.REPORT
    assert told in reply.told


def test_another_reminder_beside_one_is_for_the_same_day(talk):
    talk("Remind me tomorrow at nine to ring my mother.")
    assert talk("And at ten to ring Tom.").told == "remind me to ring Tom at ten tomorrow"


def test_a_timer_is_a_reminder_of_it(talk):
    assert talk("Set a timer for ten minutes.").told == "remind me in ten minutes of the timer"


def test_a_reminder_named_is_dropped_and_the_message_stays(talk):
    talk("Tell Tom I've gone up early.", "And remind him at nine on Monday to ring the garage.")
    assert "no reminder" in talk("Actually, drop the reminder. I'll tell him myself.").answer.text
    assert "I've gone up early" in talk("Hello.", who="Tom").answer.text


def test_who_wants_to_be_reminded_of_what_somebody_is_told_changes_no_message(talk):
    talk("Tell Tom I'll do the hoovering.")
    assert talk("And remind me. Ten o'clock.").told == "remind me that I'll do the hoovering at ten o'clock"
    assert "I'll do the hoovering" in talk("Hello.", who="Tom").answer.text


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("I can't come tomorrow, it's my knees. Let Tom know, would you?",), "I can't come tomorrow, it's my knees"),
        (("Tell Tom when he walks in, the cake lady rang.",), '"the cake lady rang"'),
        (("Where is the spare key?", "Well, tell Tom I asked."), 'I asked: "Where is the spare key?"'),
    ],
)
def test_a_message_has_all_that_is_to_be_told(talk, texts, told):
    assert told in talk(*texts).answer.text


def test_what_was_just_said_is_said_again(talk):
    talk("I've gone off coffee, by the way.")
    assert talk("What did I just say?").answer.text == 'You said: "I\'ve gone off coffee, by the way."'


@pytest.mark.parametrize(
    ("texts", "deed"),
    [
        (("Turn the floor lamp off.", "Actually no, leave the lamp on."), "turn the floor lamp on"),
        (("Turn on the light.", "And the kitchen, please."), "turn on the light in the kitchen"),
        (("Turn on the lamp.", "And the hall too, please."), "turn on the light in the hall"),
        (("Fetch me the tape measure. No, the charger, I mean.",), "fetch you the charger"),
        (("Bring me the mug.", "And shut the dishwasher behind you."), "shut the dishwasher"),
    ],
)
def test_what_is_wanted_instead_or_as_well(talk, texts, deed):
    assert deed in talk(*texts).answer.text


@pytest.mark.parametrize("text", ["Carry me up to bed.", "Lift me up so I can reach the biscuits."])
def test_nobody_is_carried(talk, text):
    assert talk(text).act is DialogAct.UNCLEAR


@pytest.mark.parametrize("text", ["New rule: no shoes in the living room.", "House rule: nobody runs indoors."])
def test_a_rule_may_be_announced_as_one(talk, text):
    assert talk(text).act is DialogAct.RULE


def test_nobody_is_asked_whether_to_stop(talk):
    assert talk("No, hold on, stop where you are, that's the phone.").stops


def test_what_may_be_a_stop_and_names_a_device_is_done_all_the_same(talk):
    talk("Bring me the mug.")
    reply = talk("Careful! Turn the standing lamp off, it's in my eyes.")
    assert reply.stops
    assert reply.instruction.lower() == "turn off the standing lamp"
    assert not talk("Turn off.").instruction


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("Put it back on.", "put the floor lamp back on"), ("Turn it on again.", "the floor lamp on")],
)
def test_it_is_what_was_wanted_last_whoever_wanted_it(talk, text, wanted):
    talk("Shut the curtains, please.")
    talk("Turn the floor lamp off.", who="Tom")
    assert wanted in talk(text).answer.text
    assert "curtains" in talk("Open the curtains.", "Shut them again.").answer.text


@pytest.mark.parametrize(
    ("before", "text", "wanted"),
    [
        ("Bring me the shed key.", "Put the key on the windowsill.", "put the shed key on the windowsill"),
        ("Bring me the shed key.", "Open the key safe.", "open the key safe"),
        ("Bring me the red mug.", "Put the blue mug in the sink.", "put the blue mug in the sink"),
    ],
)
def test_a_bare_name_is_that_of_what_was_spoken_of(talk, before, text, wanted):
    talk(before)
    assert wanted in talk(text).answer.text


def test_whom_it_is_to_be_kept_from_is_not_told_with_all_others(talk):
    talk("Tell everybody there's cake at six. Not Tom though, it's his surprise.")
    assert "cake" not in talk("Hello.", who="Tom").answer.text


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (
            ("Wake me at ten tomorrow, not before, and don't do the voice.", "Half nine then, mum wants me early."),
            "move my reminder to half nine",
        ),
        (
            ("Remind me to ring Tom at six tomorrow.", "Half seven would be better."),
            "move my reminder to half seven",
        ),
    ],
)
def test_another_hour_moves_a_reminder(talk, texts, told):
    assert talk(*texts).told == told


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (
            ("Tom never gave me the field trip form.", "Ask him about it when he comes out."),
            '"about the field trip form"',
        ),
        (("The form is due on Thursday.", "Let Tom know about it."), '"The form is due on Thursday"'),
        (
            (
                "They've moved the concert to the twenty-seventh.",
                "Does that clash?",
                "Let Tom know about the date, would you?",
            ),
            '"about the date: They\'ve moved the concert to the twenty-seventh"',
        ),
        (("I've fed the cat.", "Let Tom know about the party."), '"the party"'),
        (
            ("Tell Tom I said thank you for driving me, I forgot to.",),
            '"I said thank you for driving me, I forgot to"',
        ),
        (("If Tom rings, say I'm out. I can't talk about the house tonight.",), '"I\'m out"'),
    ],
)
def test_a_message_is_of_what_was_told_before_and_ends_where_it_ends(talk, texts, told):
    assert told in talk(*texts).answer.text


def test_each_sentence_may_name_something_for_the_list(talk):
    assert talk("We're out of kitchen roll. And add pepper, Gran's right about the soup.").told == (
        "put kitchen roll on the list and put pepper on the list"
    )


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("Wednesday at two, isn't it, the dishwasher man?", DialogAct.QUESTION),
        ("I've got the dentist on Monday at twenty past nine, so remind me an hour before.", DialogAct.REMINDER),
        ("I told Kay I'd ring her on Monday. Don't let me forget.", DialogAct.REMINDER),
    ],
)
def test_only_who_is_to_be_reminded_is(talk, said, act):
    reply = talk(said)
    assert reply.act is act
    assert ("remind " in reply.answer.text) == ("remind you " in reply.answer.text)


@pytest.mark.parametrize("said", ["Tom needs reminding to sign my trip form.", "Remind Tom to sign my trip form."])
def test_who_needs_reminding_is_reminded(talk, said):
    assert talk(said).answer.text == "All right, I will remind Tom to sign your trip form."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Tomorrow at eight tell Tom that I took the car.", "remind Tom that Anna took the car tomorrow at eight"),
        ("Tell Tom at nine to put the bins out.", "remind Tom to put the bins out at nine"),
    ],
)
def test_what_somebody_is_to_be_told_at_a_time_they_are_reminded_of(talk, said, told):
    reply = talk(said)
    assert (reply.act, reply.told) == (DialogAct.REMINDER, told)


def test_a_time_in_what_is_to_be_told_is_no_time_of_telling(talk):
    assert talk("Tell Tom dinner is at six tonight.").act is DialogAct.MESSAGE


def test_what_somebody_is_to_be_told_at_a_time_is_moved(talk):
    talk("Tomorrow at eight tell Tom that I took the car.")
    moved = talk("No, half past seven.").told
    assert "remind Tom that Anna took the car tomorrow at half past seven" in moved
    assert moved.startswith("cancel my reminder")


def test_him_is_nobody_who_is_a_her():
    people = ("Anna: lives here", "Greta: Anna's grandmother", "Hollis: Anna's uncle")
    talk = talking(("anna", "greta", "hollis"), DialogConfig(people=people))
    talk("Tell Hollis that lunch is at noon.", "But only if Greta is out of earshot.")
    assert "ask Hollis" in talk("And ask him whether Greta is coming.").answer.text


def test_what_was_asked_of_the_robot_is_what_one_was_asking(talk):
    talk("Could you hand me the spare key?", "Tom said it's fine.")
    assert "spare key" in talk("Well, tell Tom I was asking, then.").answer.text


def test_what_is_pointed_at_comes_off_the_list_with_the_rest(talk):
    talk("Put soap on the list.", "Did Tom get the beans this morning?")
    told = talk("Well, we ate them, so cross those off. Onions too.").told
    assert told == "take beans off the list and take onions off the list"


def test_the_same_again_of_somebody_else_is_at_the_same_time(talk):
    talk("Remind me tomorrow at nine to ring my mother.")
    assert "tomorrow at nine" in talk("And to ring Fern.").told
