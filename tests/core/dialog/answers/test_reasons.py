"""Who asks the robot what it has to do for them hears their own reminders, as they stand, and what was arranged with
it in the same talk.
"""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.answers.reasons import NOTHING_PROMISED, told_of_own_plans
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer, Evidence
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")

EVIDENCE = (Evidence(1, 1, "utterance", "Remind me to ring Ann."),)


class KnowsWhatIsDue(KnowsNothing):
    def answer(self, question, asker=""):
        if "Monday" in question:
            return Answer(question, "Nothing that I have heard of.", True, 0.5)
        if "Tuesday" in question:
            return Answer(question, 'Colin said: "move my reminder".', True, 0.9, EVIDENCE)
        text = "Ring Ann, tomorrow at 11:45." if "tomorrow" in question else "Ring Ann, tomorrow; bins, on Friday."
        return Answer(question, text, "reminders" in question and asker == "Colin", 1.0, EVIDENCE)


def told(question, who="Colin"):
    return told_of_own_plans(question, Utterance(1, who, question), KnowsWhatIsDue(), 0.0)


@pytest.mark.parametrize(
    "question",
    [
        "What've I got booked in with you altogether?",
        "What have you got down for me?",
        "Anything you're meant to nudge me about?",
        "What are you going to remind me of?",
        "What have I asked you to do for me?",
    ],
)
def test_ones_own_reminders(question):
    assert told(question) == "I am to remind you: Ring Ann, tomorrow; bins, on Friday."


def test_of_the_time_that_is_asked_about():
    assert told("What all have you got for me tomorrow?") == "I am to remind you: Ring Ann, tomorrow at 11:45."
    assert told("What have you got me down for on Monday?") == NOTHING_PROMISED
    assert told("What have you got me down for on Tuesday?") == NOTHING_PROMISED


@pytest.mark.parametrize(
    "question",
    [
        "Can you tell me what we're doing on Sunday?",
        "Do you know what I've got on tomorrow?",
        "Have you seen my keys?",
    ],
)
def test_what_the_robot_is_only_to_tell_is_for_memory(question):
    assert "remind" not in told(question)


def test_others_hear_nothing_of_them():
    assert "Ring Ann" not in told("What have you got down for me?", "Bev")


class KnowsOfThePill(KnowsNothing):
    def answer(self, question, asker=""):
        is_due = "reminders" in question
        return Answer(question, "Take the pill, at 20:30." if is_due else "I don't know.", is_due, float(is_due))


@pytest.fixture
def talk():
    manager = DialogManager(
        KnowsOfThePill(("anna", "sam")), DialogConfig(), Permissions(PermissionConfig(("*: all",)))
    )

    def say(*texts):
        replies = [manager.reply(Utterance(k * 10**9, "Anna", text)) for k, text in enumerate(texts, 1)]
        return replies[-1].answer.text

    return say


@pytest.mark.parametrize(
    ("before", "asked", "told"),
    [
        ("Remind me at nine to take the pill.", "So what time did we say?", "Take the pill, at 20:30."),
        ("Remind me at nine to take the pill.", "What did I ask you to remind me of?", "Take the pill, at 20:30."),
        ("Tell Sam that supper is ready.", "What are you going to tell Sam?", "supper is ready"),
        ("From now on, never come into the loft.", "What's my rule again?", "never come into the loft"),
    ],
)
def test_what_was_arranged_is_told_again(talk, before, asked, told):
    assert told in talk(before, asked)


def test_another_thing_is_asked_of_memory(talk):
    assert talk("From now on, never come into the loft.", "Where are the scissors?") == "I don't know."


def test_what_is_asked_of_a_thing_or_a_day_is_of_that(talk):
    assert talk("Remind me at nine to ask Mum about the exam.", "When is the exam, anyway?") == "I don't know."
    assert talk("Remind me at nine to take the pill.", "What else am I down for tomorrow?") == "I don't know."
