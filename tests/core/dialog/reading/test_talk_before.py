"""What makes sense only by the robot's words before it."""

import pytest
from knows_nothing import KnowsNothing, talking

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.answers import offers
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.errands.asking_back import chosen_reading
from embodied_memory.dialog.talk.conversation import DialogAct, OpenQuestion
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.saying_sorts import Need

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


class KnowsWhatIsDue(KnowsNothing):
    def answer(self, question, asker=""):
        return Answer(question, "Put the bins out, at 19:30.", "reminders" in question, 1.0)


@pytest.fixture
def talk():
    return talking(("anna", "bram"), DialogConfig(children=("bram",)))


def test_a_thing_is_named_after_the_robot_asked_for_its_name(talk):
    reply = talk("Can you bring me that thing?", "The torch, I mean.")
    assert reply.act is DialogAct.INSTRUCTION
    assert "torch" in reply.instruction


@pytest.mark.parametrize("why", ["Why not?", "Who says?"])
def test_a_refusal_is_explained(talk, why):
    refused = talk("Bring me the scissors.", who="Bram")
    assert not refused.instruction
    assert refused.answer.text in talk(why, who="Bram").answer.text
    assert refused.answer.text in talk("Why not?", who="Bram").answer.text


@pytest.mark.parametrize("asked", ["Where is it, then?", "What's in there?"])
def test_another_question_after_a_refusal_is_asked_of_memory(talk, asked):
    talk("Bring me the scissors.", who="Bram")
    assert talk(asked, who="Bram").act is DialogAct.QUESTION


def test_what_others_are_said_to_have_allowed_is_refused_again(talk):
    refused = talk("Bring me the scissors.", who="Bram")
    again = talk("Mummy said I could have them.", who="Bram")
    assert again.answer.text == refused.answer.text
    assert not again.instruction


def test_a_list_is_read_back_and_lessened(talk):
    talk("Put milk, eggs and flour on the shopping list.")
    assert talk("We don't need eggs after all.").answer.text == "All right: eggs off the list."
    assert talk("Read it back to me.").act is DialogAct.QUESTION


def test_a_list_is_told_however_it_is_asked_for(talk):
    talk("Put milk, eggs and flour on the shopping list.")
    less = talk("Without the eggs, we have some.")
    assert less.answer.text == "All right: eggs off the list."
    assert "eggs off" in less.told
    assert talk("So what stands on it now?").answer.question == "What is on the list?"


@pytest.mark.parametrize(
    ("text", "is_of_list"),
    [
        ("What have we got so far then", True),
        ("So what've we got now?", True),
        ("And what have I got on tomorrow?", False),
        ("What've we got in the fridge?", False),
    ],
)
def test_what_one_has_got_right_after_a_list_is_on_it(talk, text, is_of_list):
    talk("Put apples on the list.")
    assert (talk(text).answer.question == "What is on the list?") is is_of_list


def test_a_joke_is_no_order(talk):
    assert talk("Put the cat in the oven. No, that's a joke.").act is DialogAct.TALK
    assert talk("Only joking.").act is DialogAct.TALK
    assert talk("It's a joke book, the red one.").act is not DialogAct.TALK
    assert talk("Bring me the joke book.").act is DialogAct.INSTRUCTION


def test_what_is_left_out_of_an_order_leaves_no_hole(talk):
    talk("Put the drops on the bench and the tin on the bench.")
    reply = talk("not the drops actually, they're meant to be cold")
    assert "the on" not in reply.instruction


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Do you never get bored, you poor machine?", "I am a robot"),
        ("Do you get lonely at night?", "I am a robot"),
        ("I'm bored", "Ask me what went on"),
        ("Then what's the time, at least?", "It is 00:00"),
    ],
)
def test_small_talk_with_the_robot(talk, text, told):
    assert talk(text).answer.text.startswith(told)


def test_what_is_not_on_the_list_is_only_told(talk):
    talk("Put milk, eggs and flour on the shopping list.")
    assert "off the list" not in talk("We don't need coats after all.").answer.text


def test_a_reminder_is_moved_by_half_an_hour(talk):
    reply = talk("Remind me to put the bins out tomorrow evening at seven.", "Make that half past.")
    assert "half past 7" in reply.told


def test_who_is_reminded_of_what_was_said_asks(talk):
    assert talk("Remind me, when is the party?").act is DialogAct.QUESTION
    assert talk("Remind me to ring Mum at six.").act is DialogAct.REMINDER


@pytest.mark.parametrize("words", ["Actually, don't tell him.", "Scrap that message."])
def test_a_message_is_taken_back_later(talk, words):
    talk("Tell Bram that supper is ready.", "Where are my keys?")
    assert talk(words).answer.text == "All right, I do not tell Bram that."


def test_a_robot_with_nothing_to_do_tells_what_it_is_to_remind_of():
    manager = DialogManager(KnowsWhatIsDue(("anna",)), DialogConfig(), Permissions(PermissionConfig(("*: all",))))
    told = manager.reply(Utterance(1, "Anna", "What are you doing?")).answer.text
    assert told.endswith("I am to remind you: Put the bins out, at 19:30.")


def test_of_a_list_spoken_of_a_thing_is_asked_and_taken_off(talk):
    talk("Put milk, eggs and flour on the shopping list.")
    asked = talk("Is there bleach on there already?")
    assert asked.answer.question == "Is bleach on the list?"
    assert talk("I got some on the way home, take it off.").answer.text == "All right: bleach off the list."


def test_a_list_is_no_question_whatever_its_tag(talk):
    assert (
        talk("Put some bin bags on the shopping list, would you?").answer.text == "All right: bin bags on the list."
    )


def test_somebody_is_left_out_of_what_all_are_told(talk):
    talk("Tell everybody that supper is at six.")
    assert talk("Not Bram, he's out tonight.").answer.text == "All right, I do not tell Bram that."
    assert "supper" not in talk("Hello", who="Bram").answer.text


def test_when_it_is_to_be_told_is_no_message(talk):
    talk("I want to show Bram my tooth.")
    assert "show Bram my tooth" in talk("Then tell him when he comes down.").answer.text


def test_it_may_be_what_somebody_else_has_just_spoken_of(talk):
    talk("Bring me the red kettle.", who="Bram")
    assert "red kettle" in talk("Put it on the table, would you?").answer.question


def test_what_was_spoken_of_goes_back_on_the_shelf(talk):
    talk("Bring me the red folder.")
    back = talk("Still damp. Back on the windowsill, please.").answer.question
    assert back == "put the red folder back on the windowsill"


def test_who_is_named_beside_an_order_is_him(talk):
    assert "Bram" in talk("Bram looks hungry. Give him the bread.").instruction


def test_what_is_still_to_be_told_is_listened_to(talk):
    assert talk("I need to tell you something.").answer.text == "I am listening."


def test_who_goes_on_with_nothing_is_told_so(talk):
    assert talk("Carry on.").answer.text == "All right. There is nothing that I have stopped."
    assert talk("That's all, ta. You can go on.").answer.text == "Goodbye."


class HasALamp(KnowsNothing):
    def answer(self, question, asker=""):
        return Answer(question, "The lamp is on the desk.", "lamp" in question, 1.0, object_ids=("lamp_1",))


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("It's a bit dark in here.", True),
        ("It was dark when I got up.", False),
        ("I'm freezing.", False),
    ],
)
def test_who_says_how_it_is_is_offered_what_is_there(said, offered):
    manager = DialogManager(HasALamp(("anna",)), DialogConfig(), Permissions(PermissionConfig(("*: all",))))
    reply = manager.reply(Utterance(10**9, "Anna", said))
    assert (reply.answer.text == "Shall I turn on the lamp?") is offered
    taken_up = manager.reply(Utterance(2 * 10**9, "Anna", "Yes, please."))
    assert (taken_up.instruction == "turn on the lamp") is offered
    assert reply.records


class Doubts:
    def __init__(self, likely):
        self._likely = likely

    def read(self, text):
        return {Need.DARK: self._likely, Need.NONE: 1.0 - self._likely - 0.1, Need.COLD: 0.1}


@pytest.mark.parametrize(
    ("said", "likely", "grants", "offered"),
    [
        ("It's gloomy.", 0.6, "*: all", True),
        ("It's gloomy.", 0.46, "*: all", False),
        ("It's gloomy.", 0.6, "*: ask", False),
        ("Is it gloomy?", 0.6, "*: all", False),
        ("My chest feels tight and whistly.", 0.6, "*: all", False),
        ("Where are my glasses", 0.95, "*: all", False),
    ],
)
def test_help_is_offered_where_it_is_likely_and_allowed(monkeypatch, said, likely, grants, offered):
    monkeypatch.setattr(offers, "the_needs", lambda: Doubts(likely))
    manager = DialogManager(HasALamp(("anna",)), DialogConfig(), Permissions(PermissionConfig((grants,))))
    assert (manager.reply(Utterance(10**9, "Anna", said)).answer.text == "Shall I turn on the lamp?") is offered


def test_what_is_not_meant_of_three_picks_none():
    lamps = OpenQuestion(
        "turn off the light", Ambiguity("light", ("the hall light", "Juno's light", "the night light"))
    )
    assert chosen_reading(lamps, "Not Juno's light, mind.") == ""
    assert chosen_reading(lamps, "Juno's light") == "Juno's light"


def test_who_is_to_be_fetched_is_told():
    config = DialogConfig(people=("Anna: lives here", "Bram: Anna's son, 5"))
    manager = DialogManager(KnowsNothing(("anna", "bram")), config, Permissions(PermissionConfig(("*: all",))))
    reply = manager.reply(Utterance(10**9, "Bram", "Get Mummy."))
    assert (reply.act, reply.instruction) == (DialogAct.MESSAGE, "")
    assert "Bram would like you to come" in manager.reply(Utterance(2 * 10**9, "Anna", "Hello")).answer.text


def test_what_is_wanted_later_is_not_done_and_said_to_be_so(talk):
    reply = talk("Put the dishwasher on when the washing is dry.")
    assert not reply.instruction
    assert "nothing that I would notice" in reply.answer.text


def test_what_was_left_for_who_asks_may_be_the_answer(talk):
    talk("Tell Bram that the drill comes on Sunday.")
    told = talk("Has anybody said anything about the drill?", who="Bram").answer.text
    assert told == 'Anna asked me to tell you: "the drill comes on Sunday".'


def test_of_two_messages_the_one_to_who_is_named_is_not_told(talk):
    talk("Tell Bram that supper is ready.", "Tell Tom that supper is late.")
    assert talk("Don't tell Bram after all.").answer.text == "All right, I do not tell Bram that."


def test_why_it_is_wanted_later_does_not_hide_that_it_is(talk):
    reply = talk("When I've gone out tomorrow, shove those boots by the back door. I'm not stepping over them again.")
    assert "nothing that I would notice" in reply.answer.text
