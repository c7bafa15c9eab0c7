"""H2-EMV, relevance learning: rules from feedback in plain words, edited and undone by people."""

import math

import pytest
from episodic_lives import Shelf
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.episodic.forgetting.feedback import Wish, own_topic, understand
from embodied_memory.memory.episodic.forgetting.relevance import RuleMatcher
from embodied_memory.memory.episodic.forgetting.relevance_rule import RevisionCause
from embodied_memory.memory.episodic.forgetting.topic import topic_of
from embodied_memory.memory.episodic.history_tree.content import content_of_record, text_of_record

REMEMBERING = {
    "you should have remembered who you met": "who you met",
    "always remember where my keys are": "where my keys are",
    "It would have been important to remember which persons I have met.": "which persons I have met",
    "Please don't forget when I take my pills!": "when I take my pills",
    "Why did you forget that Anna called?": "Anna called",
    "My medicine is very important to me": "my medicine",
    "Visitors should always be remembered": "visitors",
    "You forgot my umbrella!": "my umbrella",
    "I'd like you to remember any conversation with the doctor": "any conversation with the doctor",
    "Ben's homework matters": "Ben's homework",
}
FORGETTING = {
    "I don't care which lamps were on": "which lamps were on",
    "never mind the laundry": "the laundry",
    "You don't have to keep track of the lamps any more": "the lamps",
    "stop recording what I watch on TV": "what I watch on TV",
    "What I eat is not important": "what I eat",
    "No need to remember the weather": "the weather",
    "It doesn't matter which door was open": "which door was open",
    "forget about the plants": "the plants",
    "I couldn't care less about the curtains": "the curtains",
}


@pytest.mark.parametrize(("text", "topic"), REMEMBERING.items())
def test_what_to_remember(text, topic):
    assert understand(text) is not None
    assert (understand(text).wish, understand(text).topic) == (Wish.REMEMBER, topic)


@pytest.mark.parametrize(("text", "topic"), FORGETTING.items())
def test_what_not_to_remember(text, topic):
    assert understand(text) is not None
    assert (understand(text).wish, understand(text).topic) == (Wish.FORGET, topic)


@pytest.mark.parametrize(
    "text",
    ["It doesn't matter.", "It doesn't really matter.", "Doesn't matter.", "It did not matter", "It won't matter"],
)
def test_what_does_not_matter_is_not_to_be_remembered(text):
    assert understand(text) is None or understand(text).wish is Wish.FORGET


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Nobody cares who walked by.", "who walked by"),
        ("It would have helped to know what Lena announced about Sunday.", "what Lena announced about Sunday"),
        ("Everything about Rex you should keep for good.", "about Rex you should keep for good"),
        ("Don't waste memory on my phone calls.", "my phone calls"),
        ("That's worth remembering.", ""),
        ("That's the sort of thing you're meant to know.", ""),
        ("What a pity that you forgot that.", ""),
        ("How could you let that slip your memory?", ""),
    ],
)
def test_what_a_saying_names_itself(text, topic):
    assert own_topic(text) == topic


def test_how_long():
    assert understand("remember my glasses for two weeks").lifetime_s == 14 * 86400
    assert understand("remember my glasses for ever").lifetime_s == math.inf


@given(st.text(max_size=200))
def test_any_text_is_survived(text):
    assert understand(text) is None or understand(text).topic


@pytest.mark.parametrize("text", ["hello there", "what is the weather", "", "?!", "the mug is on the table"])
def test_what_is_no_feedback_changes_nothing(shelf, text):
    assert shelf.tell(text) is None
    assert shelf.book.rules == ()


def texts(shelf):
    return [(rule.text, rule.keeps) for rule in shelf.book.rules]


def test_a_rule_knows_where_it_comes_from(shelf):
    shelf.tell("always remember where my keys are", "Anna", hours=5)
    (rule,) = shelf.book.rules
    assert (rule.text, rule.factors) == ("Remember where my keys are", (96.0, math.inf, math.inf, math.inf, math.inf))
    assert (rule.origin.feedback, rule.origin.person) == ("always remember where my keys are", "Anna")


def test_feedback_like_a_rule_merges_into_it(shelf):
    shelf.tell("remember where my keys are")
    assert shelf.tell("you must never forget my keys") is None
    shelf.tell("remember who takes the medicine")
    shelf.tell("don't forget who took the pills")
    assert texts(shelf) == [("Remember where my keys are", True), ("Remember who takes the medicine", True)]


def test_feedback_against_a_rule_turns_it_around(shelf):
    shelf.tell("remember the laundry")
    shelf.tell("never mind the laundry")
    assert texts(shelf) == [("Do not mind the laundry", False)]


def test_a_rule_can_be_withdrawn_in_words(shelf):
    shelf.tell("remember the laundry")
    shelf.tell("remember my keys")
    shelf.tell("cancel the rule about the laundry")
    assert texts(shelf) == [("Remember my keys", True)]


def test_that_means_what_was_talked_about(shelf):
    assert shelf.tell("that would have been important") is None
    shelf.tell("that would have been important", about="Who did you meet recently?")
    assert texts(shelf) == [("Remember Who did you meet recently", True)]


def test_what_a_person_edited_wins(shelf, life):
    shelf.tell("remember the laundry")
    shelf.settle(shelf.book.edit(1, "Ben", 0, text="Remember the red laundry basket"))
    shelf.tell("never mind the red laundry basket")
    assert texts(shelf) == [("Remember the red laundry basket", True), ("Do not mind the red laundry basket", False)]
    record = life.did(8, "Ben", "emptied the red laundry basket", "laundry basket")
    content, text = content_of_record(record), text_of_record(record)
    assert RuleMatcher(shelf.forgetting).deciding(content, text, "", shelf.book.enabled).rule.rule_id == 1
    shelf.settle(shelf.book.edit(1, "Ben", 0, enabled=False))
    assert RuleMatcher(shelf.forgetting).deciding(content, text, "", shelf.book.enabled).rule.rule_id == 2


def test_history_tells_all_and_undo_goes_back_step_by_step(shelf):
    shelf.tell("remember the laundry")
    shelf.tell("never mind the laundry")
    shelf.settle(shelf.book.add("Remember birthdays", "Ben", 3))
    shelf.settle(shelf.book.undo("Ben", 4))
    assert texts(shelf) == [("Do not mind the laundry", False)]
    shelf.settle(shelf.book.undo("Ben", 5))
    assert texts(shelf) == [("Remember the laundry", True)]
    shelf.settle(shelf.book.undo("Ben", 6))
    assert shelf.book.undo("Ben", 7) is None
    assert [(each.cause, each.undoes) for each in shelf.book.history] == [
        (RevisionCause.FEEDBACK, 0), (RevisionCause.FEEDBACK, 0), (RevisionCause.EDIT, 0),
        (RevisionCause.UNDO, 3), (RevisionCause.UNDO, 2), (RevisionCause.UNDO, 1),
    ]  # fmt: skip


def test_unknown_rules_are_refused(shelf):
    for change in (lambda: shelf.book.edit(9, "Ben", 0, text="x"), lambda: shelf.book.remove(9, "Ben", 0)):
        with pytest.raises(KeyError, match="no relevance rule 9"):
            change()


_SAYINGS = st.sampled_from([*REMEMBERING, *FORGETTING, "cancel the rule about the laundry", "remember my lamps"])


@settings(max_examples=25, deadline=None)
@given(st.lists(_SAYINGS, max_size=6), _SAYINGS)
def test_undo_restores_the_rules_exactly_also_after_reopening(sayings, last):
    shelf = Shelf()
    for saying in sayings:
        shelf.tell(saying)
    before = shelf.book.rules
    if shelf.tell(last) is not None:
        after = shelf.book.rules
        shelf.reopen()
        assert shelf.book.rules == after
        shelf.settle(shelf.book.undo("Ben", 1))
    assert shelf.book.rules == before
    shelf.reopen()
    assert shelf.book.rules == before


FITS = [
    ("who you met", ("said", "Anna", "hello")),
    ("where my keys are", ("did", "Ben", "dropped the key behind the sofa")),
    ("when I take my pills", ("did", "Anna", "took her medication")),
    ("which object you load into the dishwasher", ("did", "Ben", "placed the bowl in the dishwasher")),
    ("whenever something fails", ("did", "Ben", "failed to open the jar")),
    ("the laundry", ("did", "Ben", "emptied the washing machine")),
]
FITS_NOT = [
    ("where my keys are", ("did", "Ben", "dropped the mug behind the sofa")),
    ("the red plate from the dishwasher", ("did", "Ben", "painted the wall red")),
    ("when Ben takes his pills", ("did", "Anna", "watered the plant")),
]


@pytest.mark.parametrize(
    ("topic", "what", "fits"), [(*pair, True) for pair in FITS] + [(*pair, False) for pair in FITS_NOT]
)
def test_a_rule_fits_what_it_means(shelf, life, topic, what, fits):
    kind, who, text = what
    record = getattr(life, kind)(8, who, text)
    shelf.settle(shelf.book.add(f"Remember {topic}", "Anna", 0))
    rule = RuleMatcher(shelf.forgetting).deciding(
        content_of_record(record), text_of_record(record), "", shelf.book.enabled
    )
    assert (rule is not None) == fits


def test_the_parent_completes_what_the_node_begins():
    topic = topic_of("Remember when the red plate is brought from the dishwasher")
    sentence, parent = "took the red plate", "emptied the dishwasher"
    assert topic.fit("took the plate", frozenset(), "") == 0
    assert topic.fit(sentence, frozenset(), parent) > topic.fit(sentence, frozenset(), "")
    assert topic.fit("sat down", frozenset(), "brought the red plate from the dishwasher") == 0
