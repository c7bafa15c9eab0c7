"""What people want of the robot's remembering is read by what was learned of such sayings, and revises the rules."""

from pathlib import Path

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, ForgettingConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.event import Utterance
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid, OfflineReviser
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.embedder import make_embedder
from embodied_memory.words.saying_sorts import Remembering, remembering_wanted, the_rememberings

pytestmark = pytest.mark.skipif(the_rememberings() is None, reason="MiniLM is not installed")
OWN = Path(__file__).parents[3] / "words" / "remembering" / "own.tsv"
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


def rules_after(folder, *said):
    """What the rules of a memory are once all of that has been said to the robot."""
    with Memory(folder / "memory.db", make_embedder("hashing")) as memory:
        manager = DialogManager(memory)
        for number, text in enumerate(said, start=1):
            manager.reply(Utterance(number * 10**9, "Anna", text))
        return [rule.text for rule in memory.rules.all()]


def test_a_rule_never_wants_the_opposite_of_what_was_surely_said():
    wanted_rules = []
    for line in OWN.read_text(encoding="utf-8").splitlines()[::2]:
        text = line.partition("\t")[2]
        wanted = remembering_wanted(text)
        if wanted is not Remembering.NONE:
            changes = OfflineReviser(ForgettingConfig())((), FeedbackSaid(text, "Anna", 1, about=ASKED), 1)
            wanted_rules += [(text, wanted is Remembering.KEEP, one.after.keeps) for one in changes if one.after]
    assert len(wanted_rules) > 100
    assert [text for text, wanted, made in wanted_rules if wanted is not made] == []


def test_where_a_cue_says_the_opposite_the_saying_is_read_as_a_whole(tmp_path):
    assert rules_after(tmp_path, ASKED, "No point storing who walked past.") == ["Do not mind who walked past"]


@pytest.mark.parametrize(
    "text",
    [
        "It doesn't really matter.",
        "That's not so important.",
        "You never remember anything.",
        "No one cares about that.",
        "Yusuf should have remembered that.",
        "My cousin needn't remember that.",
        "My aunt should have kept that in mind.",
        "Nobody at school remembers that.",
        "Lest we forget.",
    ],
)
def test_small_talk_and_what_others_remember_make_no_rule(tmp_path, text):
    assert rules_after(tmp_path, ASKED, text) == []


def test_that_is_what_was_asked_last_and_nothing_before_it(tmp_path):
    assert said_after_a_question("You should have remembered that.")[1] == [
        ("You should have remembered that.", "Anna", ASKED)
    ]
    assert rules_after(tmp_path, ASKED, "The soup was lovely today.", "You should have remembered that.") == []


def test_what_a_saying_names_itself_goes_before_what_was_asked(tmp_path):
    assert rules_after(tmp_path, ASKED, "Nobody cares who walked by.") == ["Do not mind who walked by"]


def test_what_names_nothing_makes_no_rule_where_nothing_was_asked(tmp_path):
    assert rules_after(tmp_path, "That's worth remembering.") == []
