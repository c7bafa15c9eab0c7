"""What is asked without looking like it."""

from dataclasses import replace

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.dialog.answers.answering import told_by_clock
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.errands.misgivings import told_of_leave
from embodied_memory.dialog.talk.conversation import DialogAct, Reading
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer, Evidence
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
ODD = "And the grandchildren of our Sheila, so many, isn't it?"


class KnowsOneThing(KnowsNothing):
    """certainty: of the only answer, to whatever is asked."""

    def __init__(self, certainty: float) -> None:
        super().__init__(("anna",))
        self.certainty, self.asked = certainty, []

    def answer(self, question, asker=""):
        self.asked.append(question)
        return Answer(question, "Anna said: seven.", True, self.certainty)


class HasSeenIt(KnowsOneThing):
    """What is known rests on one record."""

    def answer(self, question, asker=""):
        seen = Evidence(7, 4 * 10**9, "object state changed", "Bo put the cake on the shelf.")
        return replace(super().answer(question, asker), text="On the shelf.", evidence=(seen,))


class TakesItForAnAside:
    def read(self, text, conversation):
        return Reading(DialogAct.ASIDE, text)


def reply_of(memory, text):
    return DialogManager(memory, reader=TakesItForAnAside()).reply(Utterance(10**9, "Anna", text))


def test_what_ends_like_a_question_is_answered_where_memory_rather_knows():
    reply = reply_of(KnowsOneThing(0.6), ODD)
    assert (reply.act, reply.answer.text) == (DialogAct.QUESTION, "Anna said: seven.")


def test_it_is_left_where_memory_hardly_knows():
    assert reply_of(KnowsOneThing(0.45), ODD).act is DialogAct.ASIDE


def test_what_only_wants_to_be_agreed_with_is_asked_of_nobody():
    memory = KnowsOneThing(0.9)
    assert reply_of(memory, "I am off to the shop, ok?").act is DialogAct.ASIDE
    assert memory.asked == []


def test_what_does_not_end_like_a_question_is_asked_of_nobody():
    memory = KnowsOneThing(0.9)
    assert reply_of(memory, "Our Sheila has so many grandchildren.").act is DialogAct.ASIDE
    assert memory.asked == []


def talk(memory, *texts):
    manager = DialogManager(memory)
    return [manager.reply(Utterance(k * 10**9, "Anna", text)) for k, text in enumerate(texts, 1)][-1]


def test_what_time_alone_is_asked_of_the_clock():
    assert talk(KnowsOneThing(0.9), "What time?").answer.text.startswith("It is ")


def test_what_time_is_of_what_was_just_told():
    memory = KnowsOneThing(0.9)
    reply = talk(memory, "No, that's wrong, the match isn't on Friday.", "What time?")
    assert reply.answer.text == "Anna said: seven."
    assert any("match" in asked for asked in memory.asked)


def test_what_time_it_is_is_asked_of_the_clock_whatever_was_told():
    assert talk(KnowsOneThing(0.9), "The match is on Friday.", "What time is it?").answer.text.startswith("It is ")


class RatherKnows(KnowsNothing):
    def answer(self, question, asker=""):
        return Answer(question, "I brought Anna the mug.", True, 0.7)


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
@pytest.mark.parametrize(
    ("text", "told"), [("What did you do?", "I brought Anna the mug."), ("Do you ever get bored?", "I am a robot")]
)
def test_what_the_robot_did_is_for_memory_and_what_it_feels_for_itself(text, told):
    reply = DialogManager(RatherKnows(("anna",))).reply(Utterance(10**9, "Anna", text))
    assert reply.answer.text.startswith(told)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Is it alright if I open the window?", "I know of no rule against it."),
        (
            "Would it be okay if we turn on the oven?",
            'Rather not: Nino gave me the rule "Nobody is to use the oven".',
        ),
    ],
)
def test_leave_is_a_matter_of_rules(asked, told):
    rules = (StandingRule("Nobody is to use the oven.", "Nino"),)
    assert told_of_leave(asked, "Tom", lambda: rules) == told


@pytest.mark.parametrize("asked", ["Is the window open?", "Is it alright?", "Is it okay if I sing?"])
def test_what_is_no_matter_of_rules_is_not(asked):
    assert told_of_leave(asked, "Tom", lambda: ()) == ""


def test_how_long_it_is_until_a_time():
    noon_ns = 12 * 3600 * 10**9
    assert told_by_clock("How long have I got till half past one?", noon_ns, 0.0) == "1 hour and 30 minutes."
    assert told_by_clock("How long is it until twenty to one?", noon_ns, 0.0) == "40 minutes."
    assert told_by_clock("How long have I got till the party?", noon_ns, 0.0) == ""


@pytest.mark.parametrize(
    ("asked", "is_when"),
    [
        ("And when was that?", True),
        ("How long ago was that?", True),
        ("What time was it?", True),
        ("Who was that?", False),
        ("When was that ordered?", False),
    ],
)
def test_when_that_was_is_told_of_what_was_just_told(asked, is_when):
    dialog = DialogManager(HasSeenIt(0.9))
    dialog.reply(Utterance(60 * 10**9, "Anna", "Where is the cake?"))
    told = dialog.reply(Utterance(61 * 10**9, "Anna", asked)).answer
    assert ("Bo put the cake on the shelf" in told.text) is is_when


def test_without_anything_told_memory_is_asked_when_it_was():
    memory = HasSeenIt(0.9)
    DialogManager(memory).reply(Utterance(60 * 10**9, "Anna", "When was that?"))
    assert memory.asked


@pytest.mark.parametrize(("certainty", "told"), [(0.9, "Anna said: seven."), (0.2, "I have promised nothing")])
def test_no_promise_is_told_where_memory_rather_knows_of_one(certainty, told):
    assert talk(KnowsOneThing(certainty), "What will you do tonight?").answer.text.startswith(told)


@pytest.mark.parametrize(("certainty", "act"), [(0.9, DialogAct.QUESTION), (0.6, DialogAct.REASON)])
def test_why_something_is_that_was_just_told_is_for_memory_where_it_surely_knows(certainty, act):
    assert talk_acts(KnowsOneThing(certainty), "When are we off to Filey?", "Why only three?")[-1] is act


def talk_acts(memory, *texts):
    manager = DialogManager(memory)
    return [manager.reply(Utterance(k * 10**9, "Anna", text)).act for k, text in enumerate(texts, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "Owt left on in the kitchen? Oven, dishwasher?",
        "Van key. I've had it in my hand not four hours since.",
    ],
)
def test_what_asks_as_a_whole_is_no_errand(text):
    assert talk_acts(KnowsOneThing(0.9), text) == [DialogAct.QUESTION]


def test_what_is_said_beside_a_question_is_asked_in_its_order():
    memory = KnowsOneThing(0.9)
    talk(memory, "When's my concert, I told Dad at dinner")
    talk(memory, "I told Dad at dinner, when's my concert?")
    first, second = (one for one in memory.asked if "concert" in one)
    assert first.index("concert") < first.index("dinner")
    assert second.index("concert") > second.index("dinner")
