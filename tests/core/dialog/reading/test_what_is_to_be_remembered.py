"""What people want of the robot's remembering is read by what was learned of such sayings, and revises the rules."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, ForgettingConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.dialog_act import DialogAct
from embodied_memory.event import Utterance
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid, OfflineReviser
from embodied_memory.words.sort_reader import the_rememberings

pytestmark = pytest.mark.skipif(the_rememberings() is None, reason="MiniLM is not installed")
ASKED = "When did Omar feed the parrot?"


class Taught(KnowsNothing):
    """Keeps what it is taught."""

    def __init__(self):
        super().__init__(("anna", "omar"))
        self.taught = []

    def give_feedback(self, text, person, about):
        self.taught.append((text, person, about))
        return "All right."


def said_after_a_question(text):
    """(the act, what memory was taught)."""
    memory = Taught()
    manager = DialogManager(memory, DialogConfig())
    assert manager.reply(Utterance(10**9, "Anna", ASKED)).act is DialogAct.QUESTION
    return manager.reply(Utterance(2 * 10**9, "Anna", text)).act, memory.taught


@pytest.mark.parametrize(
    "text",
    [
        "You should have remembered that.",
        "You need not remember this.",
        "That was something you had better have kept.",
        "Such things you must keep in mind for longer.",
        "There is no point in remembering that kind of thing.",
        "You should have remembered what Omar said about the parrot.",
    ],
)
def test_in_whatever_words_it_is_taught_with_the_question_that_it_is_about(text):
    assert said_after_a_question(text) == (DialogAct.FEEDBACK, [(text, "Anna", ASKED)])


@pytest.mark.parametrize(
    "text",
    [
        "Remember that Omar is allergic to nuts.",
        "Remind me to lock the back door.",
        "Do you remember Paul?",
        "Forget what I said about the parrot.",
        "You should have brought the other cup.",
        "Keep the light on.",
        "My neighbour keeps saying you should have remembered that.",
        'The note says "You need not remember this."',
    ],
)
def test_what_is_a_fact_an_errand_or_a_question_teaches_nothing(text):
    act, heard = said_after_a_question(text)
    assert (act is DialogAct.FEEDBACK, heard) == (False, [])


@pytest.mark.parametrize(
    ("text", "keeps"),
    [
        ("That was something you had better have kept.", True),
        ("That's nothing you have to keep.", False),
    ],
)
def test_what_no_cue_fits_makes_a_rule_of_what_was_asked(text, keeps):
    (change,) = OfflineReviser(ForgettingConfig())((), FeedbackSaid(text, "Anna", 1, about=ASKED), 1)
    assert (change.after.keeps, "Omar feed the parrot" in change.after.text) == (keeps, True)
    assert (
        OfflineReviser(ForgettingConfig())((), FeedbackSaid("the weather is nice", "Anna", 1, about=ASKED), 1) == ()
    )
