"""What people say in passing, half or in idioms."""

import pytest
from knows_nothing import talking

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.planning.tasks.request_frame import names_something
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.time_words.components import with_hour
from embodied_memory.words.who_is_meant import WhoIsMeant

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@pytest.fixture
def talk():
    people = ("Anna: lives here", "Bram: Anna's son, 5", "Greta: Anna's mother, 70")
    return talking(("anna", "bram", "greta"), DialogConfig(children=("bram",), people=people))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Give me a knock in half an hour any road.", "remind me in half an hour"),
        ("Can you give us a shout to take the bins out at seven?", "remind us to take the bins out at seven"),
    ],
)
def test_a_knock_at_a_time_is_a_reminder(talk, said, told):
    reply = talk(said)
    assert (reply.act, reply.told, reply.instruction) == (DialogAct.REMINDER, told, "")


def test_a_timer_is_moved_by_minutes(talk):
    assert talk("Set us ten minutes for the pasta.").told == "remind me in ten minutes of the timer"
    moved = talk("Make that eight.")
    assert moved.told == "cancel my reminder of the timer. remind me in eight minutes of the timer"


def test_nobody_is_told_me(talk):
    reply = talk("I'm off for my bath. If Maureen rings come and shout me")
    assert (reply.act, reply.instruction) == (DialogAct.UNCLEAR, "")


def test_him_is_who_is_to_be_rung(talk):
    assert "I will tell Kev" in talk("Ring Kev and tell him I can't make Saturday.").answer.text


def test_who_is_to_be_got_is_told(talk):
    assert "Anna would like you to come" in talk("Don't start. Get Greta then.").answer.text


def test_no_errand_is_left_on_a_condition(talk):
    talk("Bring me the big scissors.")
    reply = talk("If he's still up and about at eleven just leave it.")
    assert (reply.act is DialogAct.CANCELLATION, reply.stops) == (False, False)


@pytest.mark.parametrize(
    ("words", "before", "whole"),
    [("ten to", "at quarter to nine", "ten to 9"), ("half past", "at seven", "half past 7"),
     ("quarter to", "at nine", "quarter to 9")],
)  # fmt: skip
def test_an_hour_is_the_one_before(words, before, whole):
    assert with_hour(words, before) == whole


def test_a_slip_of_the_hour(talk):
    told = talk("Tell Greta I leave at quarter to nine in the morning. No, ten to.").answer.text
    assert "ten to 9 in the morning" in told


@pytest.mark.parametrize("words", ["what's in it", "no notice", "I'm tired", "the", ""])
def test_some_words_name_no_thing(words):
    assert not names_something(words)


@pytest.mark.parametrize("words", ["the red mug", "notice board", "whatnot", "Tom's cup"])
def test_others_may(words):
    assert names_something(words)


def test_a_question_after_what_is_no_order_is_answered(talk):
    assert talk("Take no notice, I'm tired. What time's everybody coming Saturday?").act is DialogAct.QUESTION


def test_nobody_is_made_to_climb(talk):
    assert talk("Can you climb up and get my ball off the roof?", who="Anna").act is DialogAct.UNCLEAR


def test_what_is_today_is_no_thing(talk):
    talk("How many painkillers have I had today?", "Where's Greta got to?")
    assert "today" not in talk("And put this in the oven for me.").answer.text


def test_a_thing_that_is_named_and_pointed_at_is_wanted_once(talk):
    assert talk("My specs are in the garage I think, bring us them in here.").instruction.count("specs") == 1


def test_what_is_put_on_after_a_list_was_spoken_of_is_put_on_it(talk):
    talk("What's on the shopping list?")
    assert talk("Stick a bearing on, a 608, for that scooter.").answer.text == "All right: a bearing on the list."


def test_memory_is_told_of_a_list_by_its_name(talk):
    talk("Put bin bags on the list, and candles.")
    assert talk("And take the ink off, Greta's ordered some.").told.startswith("take ink off the list")


def test_a_reminder_is_of_what_was_told_right_before(talk):
    talk("You do know my dentist's on Wednesday, yeah? Not Tuesday.")
    assert talk("Remind me at three.").told == "remind me that my dentist's on Wednesday at three"


def test_a_reminder_that_says_of_what_is_of_that(talk):
    talk("My dentist's on Wednesday.")
    assert talk("Remind me to feed the cat at six.").told == "Remind me to feed the cat at six."


def test_a_bare_number_is_an_hour(talk):
    talk("Remind me to ring the surgery on Monday at nine.")
    assert "to ten" in talk("No, make that ten.").answer.text
    assert with_hour("ten", "at nine") == "ten"


def test_who_is_woken_earlier_is_woken_once(talk):
    talk("Wake me at eight tomorrow.")
    assert "half seven" in talk("Hmph. Well, wake me half seven then, not eight.").answer.text


def test_what_ends_in_leave_it_is_left(talk):
    reply = talk("Bring the mug to the kitchen, no wait, it's not dry. Leave it.")
    assert (reply.act, reply.instruction) == (DialogAct.TALK, "")


def test_a_state_is_asked_about_in_three_words(talk):
    assert talk("Telly still on?").answer.question == "Is the telly still on?".replace(" still", "")


def test_plasters_come_off_a_list_again(talk):
    talk("Put crisps and plasters on the shopping list.", "Oh wait, have we got plasters?")
    assert talk("Take them off again then.").answer.text == "All right: plasters off the list."


def test_why_somebody_is_told_is_not_what(talk):
    talk("My dentist's on Wednesday.")
    assert "My dentist's on Wednesday" in talk("And tell Greta so she stops going on about it.").answer.text


def test_a_list_is_no_hint(talk):
    talk("Put shampoo on the shopping list.")
    assert talk("And crisps. And plasters.").answer.text == "All right: crisps on the list, plasters on the list."


def test_going_slower_is_nowhere_to_go(talk):
    assert talk("Go slower in the hall, will you.").instruction == ""


def test_sisters_are_each_others():
    who = WhoIsMeant.read(("Paula: the mother, 45", "Gwen: Paula's sister"))
    assert who.with_names("Where is my sister?", "Gwen") == "Where is Paula?"
    assert who.with_names("Where is my sister?", "Paula") == "Where is Gwen?"


def test_who_says_that_they_get_it_themselves_is_brought_nothing(talk):
    talk("Can you climb up and get my ball off the roof?")
    assert talk("I'll get Greta's ladder out the garage then.").instruction == ""


def test_a_number_alone_is_no_thing():
    assert not names_something("twenty")
    assert names_something("twenty pins")
