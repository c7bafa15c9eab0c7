"""Statements read by a scripted language model: what was not said is dropped, and the rules always speak."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_model import ScriptedModel

from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.belief.statements.language_reader import LanguageStatementReader
from embodied_memory.memory.belief.statements.reported_statements import OfflineStatementReader
from embodied_memory.memory.belief.statements.statement_atoms import ROBOT, SPEAKER, Statement, StatementKind
from embodied_memory.words.time_words.spoken_time import NS, LocalTime
from embodied_memory.words.wording.words import split_words, stem

LOCAL = LocalTime(1_772_409_600 * NS)
"""Monday, 2 March 2026, midnight."""
NAMES = frozenset({"anna", "bob"})
SAID = (
    "Atop the dresser is where my passport has ended up, and by Friday noon somebody is to have watered Bob's ferns"
)
PASSPORT = {
    "kind": "fact", "quote": "Atop the dresser is where my passport has ended up", "subject": "my passport",
    "attribute": "location", "value": "on the dresser",
}  # fmt: skip
FERNS = {
    "kind": "request", "quote": "by Friday noon somebody is to have watered Bob's ferns",
    "task": "water Bob's ferns", "when": "by Friday noon",
}  # fmt: skip


def read(text, *statements):
    model = ScriptedModel(read_statements={"statements": list(statements)})
    return LanguageStatementReader(Advisor(model)).read(text, LOCAL, NAMES)


def test_what_rules_do_not_read_the_model_does():
    assert OfflineStatementReader().read(SAID, LOCAL, NAMES) == ()
    passport, ferns = read(SAID, PASSPORT, FERNS)
    assert passport == Statement(
        StatementKind.FACT, PASSPORT["quote"], "my passport", "location", "on the dresser"
    )  # fmt: skip
    assert (ferns.kind, ferns.text, ferns.by, ferns.for_whom) == (
        StatementKind.REQUEST, "water Bob's ferns", ROBOT, SPEAKER,
    )  # fmt: skip
    assert ferns.due.start_ns == LOCAL.now_ns + (4 * 24 + 12) * 3600 * NS


@pytest.mark.parametrize(
    "change",
    [
        {"quote": "my passport is on the moon"}, {"quote": "!"}, {"subject": "my wallet"}, {"subject": "the"},
        {"subject": "person_17"}, {"value": "on the moon"}, {"value": ""}, {"value": "on the"},
        {"attribute": "colour"}, {"attribute": ""}, {"attribute": "open", "value": "dresser"}, {"kind": "other"},
    ],
    ids=str,
)  # fmt: skip
def test_what_was_not_said_is_no_fact(change):
    assert read(SAID, {**PASSPORT, **change}) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"task": "water the garden"}, {"task": ""}, {"when": "on Saturday"}, {"when": "soon"}, {"by": "Zaphod"},
        {"by": "Anna"}, {"for_whom": "Anna"}, {"kind": "postponement", "when": ""},
    ],
    ids=str,
)  # fmt: skip
def test_what_was_not_said_is_no_task(change):
    assert read(SAID, {**FERNS, **change}) == ()


@pytest.mark.parametrize("text", ["Is my passport on the dresser?", "Maybe my passport is on the dresser"])
def test_a_question_or_a_guess_is_no_fact(text):
    assert read(text, {**PASSPORT, "quote": "my passport"}) == ()


def test_what_the_rules_read_too_is_said_once_as_they_read_it():
    text = "The keys are on the shelf and I like green tea. Remind me to call Bob tomorrow at 9 am"
    by_rules = OfflineStatementReader().read(text, LOCAL, NAMES)
    assert len(by_rules) == 3
    again = read(
        text,
        {"kind": "fact", "quote": "keys are on the shelf", "subject": "keys", "attribute": "location",
         "value": "the shelf"},
        {"kind": "preference", "quote": "I like green tea", "subject": SPEAKER, "value": "green tea"},
        {"kind": "request", "quote": "call Bob", "task": "call Bob", "when": "tomorrow"},
    )  # fmt: skip
    assert again == by_rules


words = st.text(max_size=40) | st.sampled_from(split_words(SAID)) | st.sampled_from((SAID, SPEAKER, ROBOT, "on the"))
replies = st.fixed_dictionaries(
    {"kind": st.sampled_from([kind.value for kind in StatementKind]), "quote": words},
    optional=dict.fromkeys(
        ("subject", "attribute", "value", "context", "task", "by", "for_whom", "when"), words
    ) | {"holds": st.booleans()},
)  # fmt: skip


@given(statements=st.lists(replies, max_size=6))
def test_no_word_of_a_statement_was_not_said(statements):
    said = {stem(word) for word in split_words(SAID)}
    free = {"the", "a", "an", "on", "in", "under", "behind", "next", "to", "at", "true", "false", "off"}
    free |= {SPEAKER, ROBOT, "location", "held", "by", "power", "open", "locked", "preference"}
    for one in read(SAID, *statements):
        told = (one.text, one.subject, one.attribute, one.value, one.context, one.by, one.for_whom)
        assert {word for text in told for word in split_words(text) if stem(word) not in said} <= free
