"""How many: of what is known to be somewhere or in a state, of deeds, and of what is still to be done."""

import pytest

NOW = 1_772_409_600_000_000_000 + (2 * 24 + 14) * 3_600_000_000_000
"""Wednesday, 4 March 2026, 14:00 UTC."""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many lamps are on?", "One that I know of: the black lamp."),
        ("How many lamps are off?", "None of one that I know of."),
        ("How many things are on the white shelf?", "Two that I know of: the green book and the blue mug."),
        ("How many mugs are on the white shelf?", "One of two that I know of: the blue mug."),
        ("Count the mugs on the white shelf.", "One that I know of: the blue mug."),
    ],
)
def test_things_are_counted_where_and_as_they_are_known_to_be(lived_in, question, told):
    answer = lived_in.ask(question, NOW)
    assert (answer.text, answer.known) == (told, True)
    assert answer.evidence


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many times did Anna put the green book on the shelf today?", "once in my sight"),
        ("How many things did Anna put down today?", "twice in my sight"),
        ("How many times did Bob have breakfast this week?", "three times in my sight"),
        ("How many promises has Bob still to keep?", "one: call the dentist"),
        ("How many things does Bob still have to do?", "one: call the dentist"),
        ("How many promises does Anna still have to keep?", "none"),
    ],
)
def test_deeds_and_duties_are_counted(lived_in, question, told):
    assert lived_in.ask(question, NOW).text.lower().startswith(told)


def test_of_what_is_not_known_nothing_is_counted(lived_in):
    answer = lived_in.ask("How many violins are in the kitchen?", NOW)
    assert not answer.known
