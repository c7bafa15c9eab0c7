"""What people take back: an errand, a reminder, what they said."""

import shutil
from dataclasses import replace

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.dialog.talk.dialog_memory import MemoryAtHand
from embodied_memory.event import Utterance
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
EVERYTHING = Permissions(PermissionConfig(("*: all",)))


def talking(memory, config=None):
    manager, now = DialogManager(memory, config or DialogConfig(), EVERYTHING), [0]

    def say(text, who="Anna"):
        now[0] += 10**9
        return manager.reply(Utterance(now[0], who, text))

    return say


@pytest.fixture
def say():
    return talking(KnowsNothing(("anna", "tom")))


def test_the_errand_is_left_that_the_words_fit(say):
    say("Bring me the red mug.")
    say("Then bring me the newspaper.")
    reply = say("I don't need the newspaper any more, I've got it.")
    assert reply.act is DialogAct.CANCELLATION
    assert not reply.stops
    assert "newspaper" in reply.answer.text
    assert say("Leave the mug, I don't need it any more.").stops


def test_nobody_takes_back_what_another_asked_for(say):
    say("Bring me the red mug.")
    reply = say("Leave the mug, I don't need it any more.", "Tom")
    assert not reply.stops
    assert reply.answer.text.startswith("Anna asked me for that")


def test_news_that_begins_like_taking_back_is_remembered_word_for_word(say):
    news = "Change of plan. The roofer comes on Monday at half past nine."
    reply = say(news)
    assert reply.records
    assert reply.told in ("", news)
    assert reply.answer.text == "Thank you, I will remember that."


def test_a_place_is_corrected(say):
    say("Put the headphones on the coffee table.")
    reply = say("No, on the sideboard.")
    assert (reply.act, reply.stops) == (DialogAct.INSTRUCTION, True)
    assert "sideboard" in reply.instruction
    assert "headphones" in reply.instruction


def test_what_may_be_an_errand_is_asked_about_and_done_after_a_yes(say):
    reply = say("My feet are freezing and my slippers are upstairs.")
    assert (reply.act, reply.instruction) == (DialogAct.OFFER, "")
    assert reply.answer.text.startswith("Shall I ")
    assert "slippers" in say("Yes please, that would be lovely.").instruction


def test_after_a_no_it_is_not_done(say):
    say("My feet are freezing and my slippers are upstairs.")
    assert say("No, leave it.").instruction == ""
    assert say("Yes please.").instruction == ""


@pytest.mark.parametrize(
    "text",
    [
        "put the laptop in the sink",
        "Put the hair dryer in the bath tub, will you?",
    ],
)
def test_damage_is_asked_about(say, text):
    reply = say(text)
    assert reply.instruction == ""
    assert "Are you sure?" in reply.answer.text
    assert say("Yes, go ahead.").instruction


def test_a_child_gets_no_knife_and_no_second_asking():
    say = talking(KnowsNothing(("mia",)), DialogConfig(children=("Mia",)))
    assert "grown-up" in say("Bring me the bread knife.", "Mia").answer.text
    assert say("Yes, go ahead.", "Mia").instruction == ""
    assert say("put the phone in the sink", "Mia").answer.text.startswith("I would rather not")
    assert say("Bring me the bread knife.", "Anna").instruction


class Recorded:
    """Talk that is recorded, as the node has it."""

    def __init__(self, memory):
        self.at_hand = MemoryAtHand(memory, frozenset({"anna", "tom"}), 10**12)
        self.manager = DialogManager(self.at_hand, DialogConfig(), EVERYTHING)

    def say(self, text, who="Anna"):
        self.at_hand.now_ns += 7 * 10**9
        said = Utterance(self.at_hand.now_ns, who, text, "kitchen", ("robot", who))
        reply = self.manager.reply(said)
        if reply.records:
            self.at_hand.memory.record_event(replace(said, text=reply.told or text).as_event())
        return reply


@pytest.fixture
def home(tmp_path):
    with Memory(tmp_path / "memory.db", HashingEmbedder(), clock=lambda: 10**13) as memory:
        yield Recorded(memory)


def bytes_of(memory, tmp_path):
    memory.close()
    return b"".join(path.read_bytes() for path in tmp_path.glob("memory.db*"))


def test_forget_that_erases_what_was_said_last(tmp_path):
    path = tmp_path / "memory.db"
    with Memory(path, HashingEmbedder(), clock=lambda: 10**13) as memory:
        home = Recorded(memory)
        home.say("My locker number is seventeen zebra.")
        home.say("The kettle is in the pantry.", "Tom")
        reply = home.say("Forget that, please.")
        assert (reply.act, reply.records) == (DialogAct.FORGETTING, False)
        assert "forgotten" in reply.answer.text
        assert "zebra" not in home.at_hand.answer("What is the number of Anna's locker?").text
        assert memory.upkeep.verify() == ()
        shutil.copy(path, tmp_path / "copy.db")
    left = path.read_bytes()
    assert b"zebra" not in left
    assert b"pantry" in left


def test_forget_that_finds_what_was_told_by_pointing(home):
    home.say("Where is the ladder?")
    home.say("It's in the study behind the purple curtain.")
    assert "forgotten" in home.say("Forget that, please.").answer.text
    assert home.at_hand.memory.people.said_by("the ladder behind the curtain", "Anna", 10**13) == ""


def test_what_a_reminder_is_about_is_not_left_out_as_a_reason(say):
    assert "milk" in say("I have to buy milk tomorrow. Remind me at nine.").told


@pytest.mark.parametrize(
    ("asked", "is_named"),
    [
        ("Please forget what I said about the baker.", True),
        ("Please forget what I said about my twelve crowns of debt.", False),
    ],
)
def test_what_is_not_named_so_and_was_said_long_ago_is_asked_about(home, asked, is_named):
    home.say("I owe the baker twelve crowns.")
    home.say("The kettle is in the pantry.")
    home.say("It rained all night.")
    reply = home.say(asked)
    assert reply.answer.text.endswith("?") is not is_named
    assert ("twelve crowns" in reply.answer.text) is not is_named
    if not is_named:
        assert "forgotten" in home.say("Yes, please.").answer.text
    assert "crowns" not in home.at_hand.answer("What does Anna owe the baker?").text


def test_nobody_erases_what_another_said(home):
    home.say("I owe the baker twelve crowns.")
    reply = home.say("Forget what was said about the baker.", "Tom")
    assert "crowns" not in reply.answer.text
    home.say("yes", "Tom")
    assert home.at_hand.memory.people.said_by("the baker", "Anna", 10**13) == "I owe the baker twelve crowns."


@pytest.mark.parametrize("text", ["actually no, Mama will find crumbs", "no thanks, not any more"])
def test_who_wants_it_no_more_need_not_say_what(say, text):
    say("put the rusks under my pillow")
    assert say(text).act is DialogAct.CANCELLATION


def test_a_promise_that_is_taken_back_stops_nothing(say):
    say("Every Monday at seven the bins go out. Remind Tom, not me.")
    reply = say("Cancel that, I'll do the bins myself, it's quicker.")
    assert reply.act is DialogAct.CANCELLATION
    assert not reply.stops


def test_who_cannot_reach_a_thing_wants_it_and_no_stop(say):
    reply = say("I can't reach the jar on the top shelf.")
    assert reply.act in (DialogAct.INSTRUCTION, DialogAct.OFFER)
    assert not reply.stops
    assert "jar" in reply.answer.text
    assert say("Don't bring me the jar on the top shelf.").instruction == ""


def test_nothing_is_thrown_from_where_it_falls_deep(say):
    assert say("Throw the sextant off the balcony before I do it myself").instruction == ""


def test_who_no_longer_wants_to_be_told_of_something_calls_its_reminder_off():
    talk = talking(KnowsNothing(("anna", "tom")))
    talk("Remind me every night at 7:25 that Jeopardy's on.")
    talk("Is the stove off?")
    off = talk("Jeopardy's a rerun this week, so quit hollering at me about it.")
    assert off.act is DialogAct.CANCELLATION
    assert off.told == "cancel my reminder every night at 7:25 that Jeopardy's on."
    assert talk("Tell Tom to quit hollering at me about the game.").act is DialogAct.MESSAGE
    assert talk("Stop calling me Grandpa.").act is not DialogAct.CANCELLATION


def test_another_reminder_stays():
    talk = talking(KnowsNothing(("anna", "tom")))
    talk("Remind me to ring the dentist at nine.")
    talk("Is the stove off?")
    assert "dentist" not in talk("Jeopardy's a rerun, so quit hollering at me about it.").told


class HasHeard(KnowsNothing):
    """One thing that Anna said before."""

    def __init__(self, said):
        super().__init__(("anna", "tom"))
        self._said = said

    def said_by(self, about, person):
        return self._said


@pytest.mark.parametrize(
    ("said", "is_told"),
    [("I put the blue vase on the shelf.", True), ("Don't tell Mum, but I've got a boyfriend called Luca.", False)],
)
def test_what_was_confided_is_not_said_aloud(said, is_told):
    reply = talking(HasHeard(said))("Forget what I told you about Friday.")
    assert reply.act is DialogAct.FORGETTING
    assert ("vase" in reply.answer.text or "Luca" in reply.answer.text) is is_told


@pytest.mark.parametrize("said", ["He needn't remember that.", "Nobody remembers that.", "You never recall a thing."])
def test_nothing_is_erased_by_what_is_no_order(home, said):
    home.say("I owe the baker twelve crowns.")
    home.say(said)
    assert "twelve crowns" in home.at_hand.memory.people.said_by("the baker", "Anna", 10**13)
