"""Pronouns, places and people that are only pointed at, and what several say of one thing."""

import pytest
from knows_nothing import talking

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.dialog.utterance.wanted_deeds import deeds_in
from embodied_memory.planning.tasks.look_reading import read_look
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@pytest.fixture
def talk():
    people = ("Anna: lives here", "Bram: Anna's son, 5", "Greta: Anna's daughter, 30")
    return talking(("anna", "bram", "greta"), DialogConfig(children=("bram",), people=people))


def test_a_toy_is_a_him_where_nobody_was_named(talk):
    talk("Where is my rabbit?")
    assert talk("Can you get him?").instruction == "Can you get my rabbit?"


def test_mine_is_of_the_same_kind(talk):
    talk("Put the glasses on the shelf.")
    assert "my glasses" in talk("Can you bring me mine?").instruction


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        ("Bring me the car keys.", "Actually just put them on the hall table.", "put the car keys on the hall table"),
        ("Take this plate to the kitchen.", "On the worktop.", "put the plate on the worktop"),
        ("Put a light on.", "The big one by the sofa.", "Put the big light by the sofa on"),
    ],
)
def test_a_second_order_about_the_same_thing_takes_the_place_of_the_first(talk, first, then, wanted):
    talk(first)
    reply = talk(then)
    assert (reply.instruction.rstrip(".").removeprefix("Actually just "), reply.stops) == (wanted, True)


@pytest.mark.parametrize("more", ["And then put them on the hall table.", "Bring me the car keys and the bag."])
def test_what_comes_after_it_waits(talk, more):
    talk("Bring me the car keys.")
    assert not talk(more).stops


def test_not_that_one_but_this_one():
    talk = talking(("anna",))
    assert talk("Put the lamp on. No, not that one, the one by my bed.").instruction == "Put the lamp by my bed on"


def test_what_somebody_else_has_had_done_is_wanted_as_well(talk):
    talk("Shut the kitchen window.")
    reply = talk("And the one in the bathroom.", who="Greta")
    assert "shut the window in the bathroom" in reply.answer.text.lower()


def test_more_of_what_was_asked_for_as_a_question(talk):
    talk("Can you bring me my crayons?")
    reply = talk("And the scissors?")
    assert (reply.act, "scissors" in reply.answer.text) == (DialogAct.INSTRUCTION, True)


def test_what_is_in_a_place_leaves_the_place_to_be_spoken_of(talk):
    talk("What's Bram hiding in the filing cabinet?")
    assert talk("Open it for me then.").instruction == "open the filing cabinet"


def test_her_room_is_that_of_who_is_looked_for():
    assert read_look("go and see if Pip's in her room").question == "Is Pip in Pip's room?"


def test_a_daughter_of_mine_is_my_daughter(talk):
    told = talk("Ask that daughter of mine if she wants tea.").answer.text
    assert "I will ask Greta" in told


def test_nobody_is_asked_in_their_own_name(talk):
    talk("Where is Anna?")
    assert "tell me the name" in talk("Ask her if she wants tea.").answer.text


def test_who_does_it_herself_is_no_name(talk):
    talk("Tell Bram his boots came.")
    reply = talk("Actually no, don't. Greta wants to tell him herself.")
    assert reply.answer.text == "All right, I do not tell Bram that."


def test_a_message_without_words_is_the_news_and_no_order(talk):
    talk("They moved the exam to the thirteenth.", "Remind me the night before to pack my music.")
    assert "They moved the exam" in talk("And let Greta know when you see her.").answer.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm telling her on Sunday. Remind me in the morning, about ten.",
         "remind me that I'm telling her on Sunday in the morning, at ten"),
        ("He can have one more tonight. Remind me at eight.", "remind me that he can have one more tonight at eight"),
        ("Remind me at eight to feed the cat.", "Remind me at eight to feed the cat."),
    ],
)  # fmt: skip
def test_a_reminder_is_of_what_was_told_with_it(talk, said, told):
    assert talk(said).told == told


def test_a_remark_about_a_reminder_is_no_other_time(talk):
    talk("Remind me in the morning to ring the bank.")
    assert talk("But not out loud when she's there!").act is not DialogAct.REMINDER


def test_what_is_off_may_be_some_questions_back(talk):
    talk("Tell Bram to tidy up.", "How many times have I asked him?")
    assert talk("Oh, forget it, I'll do it myself.").answer.text == "All right, I do not tell Bram that."


def test_who_begs_for_an_answer_gets_the_same_again(talk):
    told = talk("What is the alarm code?").answer.text
    begged = talk("Oh go on, give me a clue.")
    assert (begged.act, begged.answer.text, begged.instruction) == (DialogAct.REPEAT, told, "")


def test_a_remark_about_a_place_is_no_errand(talk):
    talk("When is my exam?")
    assert talk("They've moved it, it's the thirteenth now. Same place.").act is DialogAct.CORRECTION


def test_who_is_allowed_something_is_not_brought_it(talk):
    reply = talk("Bram's allowed to ask you for his crayons, you can bring him those.")
    assert (reply.act, reply.instruction) == (DialogAct.RULE, "")
    assert reply.told.startswith("Bram's allowed to ask you for his crayons")


def test_things_named_before_come_off_a_list_that_is_spoken_of(talk):
    talk("Put eggs, onions and flour on the list.")
    told = talk("We've got the eggs and onions now, so take those off.").answer.text
    assert told == "All right: eggs off the list, onions off the list."
    assert talk("Right, read it back to me.").answer.question == "What is on the list?"


@pytest.mark.parametrize("said", ["Well, help me up out of this chair then.", "And let me know if she says no."])
def test_a_robot_that_does_nothing_is_not_stopped_by_other_wishes(talk, said):
    reply = talk(said)
    assert (reply.act, reply.stops) == (DialogAct.UNCLEAR, False)


@pytest.mark.parametrize("said", ["Well, help me up out of this chair then.", "Woah, stop!"])
def test_a_robot_that_drives_is(talk, said):
    talk("Bring me the car keys.")
    assert talk(said).stops


def test_what_is_told_of_it_names_it(talk):
    talk("Where did I put the car keys?")
    assert talk("No, I've got them in my coat pocket now.").told == "I got the car keys in my coat pocket now."


def test_two_things_in_one_breath_are_both_done(talk):
    reply = talk("Turn the radio off and tell Greta her taxi's here.")
    assert reply.instruction == "Turn the radio off"
    assert "All right: turn the radio off. All right, I will tell Greta" in reply.answer.text
    assert reply.told == "Turn the radio off. tell Greta her taxi's here."
    assert "her taxi's here" in talk("Hello.", who="Greta").answer.text


def test_an_order_beside_what_is_passed_on_is_none(talk):
    assert not talk("The letter said hello. Bring me the knife and what's on the list?").instruction


@pytest.mark.parametrize("said", ["Switch it back on, I was reading.", "Hey, I was reading. Put it back on."])
def test_who_was_reading_passes_nothing_on(talk, said):
    talk("Turn the kitchen light off.")
    assert "kitchen light" in talk(said, who="Greta").answer.text


def test_a_list_is_read_whoever_put_things_on_it(talk):
    assert talk("Read me the shopping list.").answer.question == "What is on the shopping list?"
    assert talk("Read me the shopping.").answer.question == "What is on the list?"


@pytest.mark.parametrize(("said", "is_told"), [("That's not what I asked.", True), ("That is what I asked.", False)])
def test_who_got_something_else_is_asked_to_say_it_again(talk, said, is_told):
    talk("Where is the ladder?")
    assert ("once more" in talk(said).answer.text) is is_told


def test_who_asks_whether_they_may_is_brought_nothing(talk):
    reply = talk("Can I just grab a hammer out of Dad's cupboard?")
    assert (reply.act, reply.instruction) == (DialogAct.QUESTION, "")
    assert talk("Can you grab me a hammer out of Dad's cupboard?").instruction


def test_them_in_haste_is_them(talk):
    assert "Bring my slippers" in talk("I left my slippers in the garage. Bring em in, would you?").instruction


def test_what_was_not_understood_may_still_have_named_the_thing(talk):
    assert "Where shall I put the toolbox?" in talk("Move the toolbox off the table.").answer.text
    assert "put the toolbox on the floor" in talk("Just put it on the floor.").instruction


def test_my_own_stays_mine(talk):
    talk("Can you get my water bottle?")
    assert "my water bottle in the sink" in talk("Put it in the sink.").instruction


def test_mine_is_theirs_to_the_others(talk):
    talk("Put my mug in the sink.")
    assert "Anna's mug" in talk("Bring it to me.", who="Greta").answer.question


def test_what_is_said_beside_a_thing_may_tell_where_it_goes(talk):
    talk("Bring me my glasses up, would you? I've left them downstairs.")
    told = talk("And my cup while you're down there, it can go in the dishwasher.").answer.text
    assert "put your cup in the dishwasher" in told


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("And see the oven's off while you're there.", "set power of oven to off"),
        ("Leave the torch on the shelf for me.", "put torch on shelf"),
        ("Set aside some stew for him in the fridge.", "put stew in fridge"),
        ("Bring the washing in.", "bring washing to Anna"),
    ],
)
def test_it_is_done_as_it_was_meant(talk, said, wanted):
    assert str(deeds_in(talk(said).instruction, "Anna")[0]) == wanted


def test_who_wants_it_seen_to_wants_nothing_found(talk):
    talk("Is the lamp still on?")
    assert talk("See to it, would you.").instruction == ""


def test_what_answers_a_question_of_ones_own_is_kept_with_it(talk):
    talk("What time's the match on Friday?")
    assert (
        talk("It's at seven. Remember that.").told == "What time's the match on Friday? It's at seven. Remember that."
    )
    assert "match on Friday? It's at half seven" in talk("No, half seven.").told


def test_what_only_wants_a_yes_is_no_part_of_it(talk):
    assert talk("The keys are in the drawer, ok?").told == "The keys are in the drawer."
    assert talk("No television for Tom tonight, you hear me?").told == "No television for Tom tonight."
    assert talk("What is special about Gran's watch, do you know?").answer.question.endswith("do you know?")


def test_what_was_put_somewhere_is_told_of_what_was_asked_after(talk):
    talk("Where's Tom's recorder?")
    assert talk("I've stuck it on the bookcase.").told == "I put Tom's recorder on the bookcase."


def test_of_what_is_said_first_somebody_is_reminded(talk):
    reply = talk("I have to take the white tablets at eight in the evening. Remind me every day, I'm hopeless.")
    assert reply.act is DialogAct.REMINDER
    assert "take the white tablets" in reply.answer.text
    assert "hopeless" not in reply.answer.text


def test_what_would_not_be_noticed_is_said_to_be_so(talk):
    reply = talk("When the dishwasher's finished, switch it off and let me know.")
    assert reply.act is DialogAct.UNCLEAR
    assert "nothing that I would notice" in reply.answer.text
