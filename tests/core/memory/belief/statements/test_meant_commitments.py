"""What binds somebody, in words for which no form was written."""

import calendar

import pytest

from embodied_memory.memory.belief.statements.reported_statements import OfflineStatementReader
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.time_words.spoken_time import LocalTime

NOW = LocalTime(calendar.timegm((2026, 3, 3, 10, 0, 0)) * 10**9)
NOON_NS = calendar.timegm((2026, 3, 3, 12, 0, 0)) * 10**9
pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


def read(text):
    return OfflineStatementReader().read(text, NOW, frozenset({"tom", "anna"}))


@pytest.mark.parametrize(
    "text",
    [
        "Robot, give me a nudge at noon so that I call the plumber, will you?",
        "Hey robot, I'm bound to forget: at noon I've got to call the plumber. Tell me when it's time.",
        "Would you mind poking me at noon, robot? I'm supposed to call the plumber.",
        "Robot, be so kind and make me remember at noon that I must call the plumber.",
    ],
)
def test_a_reminder_is_wanted(text):
    (one,) = read(text)
    assert (one.kind, one.text, one.by, one.for_whom) == (
        StatementKind.REMINDER, "call the plumber", "robot", "speaker",
    )  # fmt: skip
    assert one.due.start_ns == NOON_NS


@pytest.mark.parametrize(
    "text",
    [
        "No worries, Tom, I'll see to it that I fix the dripping tap tomorrow at six.",
        "Tom, you have my word: tomorrow at six I'm going to fix the dripping tap.",
    ],
)
def test_a_promise_is_given(text):
    (one,) = read(text)
    assert (one.kind, one.text, one.by) == (StatementKind.PROMISE, "fix the dripping tap", "speaker")
    assert NOON_NS < one.due.start_ns < NOON_NS + 2 * 86_400 * 10**9


@pytest.mark.parametrize(
    "text",
    [
        "That nudge to call the plumber, robot? Drop it, I don't want it any longer.",
        "Robot, no more need to tell me that I should call the plumber.",
        "Robot, scrap that thing where you tell me to call the plumber.",
    ],
)
def test_it_is_off(text):
    (one,) = read(text)
    assert (one.kind, one.text) == (StatementKind.CANCELLATION, "call the plumber")
    assert one.attribute, "of a reminder"


@pytest.mark.parametrize(
    "text",
    [
        "We're off to the cinema at seven.",
        "Did I promise to call the plumber?",
        "Remind me at noon.",
        "Tom has called the plumber.",
        "Forget it.",
    ],
)
def test_nothing_more_is_meant_than_forms_read(text):
    kinds = {one.kind for one in read(text)}
    assert kinds.isdisjoint({StatementKind.PROMISE, StatementKind.CANCELLATION})
    assert not any(one.kind is StatementKind.REMINDER and "plumber" in one.text for one in read(text))


def test_what_forms_read_stays():
    (one,) = read("I will call the plumber at noon.")
    assert (one.kind, one.text) == (StatementKind.PROMISE, "call the plumber")
    kinds = [one.kind for one in read("I actually have called the plumber now.")]
    assert kinds == [StatementKind.FULFILMENT]


def test_what_is_to_stay_as_it_is_is_a_rule():
    (one,) = read("The bulb in here is buzzing, leave that lamp off until Tom changes it.")
    assert one.kind is StatementKind.RULE
