"""Who asks the robot what it has to do for them hears their own reminders, as they stand."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.dialog.answers.plans import NOTHING_PROMISED, told_of_own_plans
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer, Evidence
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
