"""Questions about what was arranged with the robot in the same talk."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.permissions import Permissions
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")


class KnowsWhatIsDue(KnowsNothing):
    def answer(self, question, asker=""):
        is_due = "reminders" in question
        return Answer(question, "Take the pill, at 20:30." if is_due else "I don't know.", is_due, float(is_due))


@pytest.fixture
def talk():
    manager = DialogManager(
        KnowsWhatIsDue(("anna", "sam")), DialogConfig(), Permissions(PermissionConfig(("*: all",)))
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
