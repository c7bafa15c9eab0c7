"""The same wish in other words is read as the same goals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.planning.react.home_words import HomeWords
from embodied_memory.planning.react.instruction_reading import read_instruction
from embodied_memory.planning.react.plain_commands import plain_command
from embodied_memory.planning.skills.known_home import KnownReceptacle

HOME = HomeWords(
    (
        KnownReceptacle("table_1", "table", "kitchen_1"),
        KnownReceptacle("shelves_1", "shelves", "office_1"),
        KnownReceptacle("bed_1", "bed", "bedroom_1"),
    ),
    ("kitchen_1", "office_1", "bedroom_1"),
)


def outline(said):
    """One line a goal, in lower case: thing [from where] > place (next to what)."""
    lines = []
    for goal in read_instruction(said, HOME).goals:
        source = f" [{goal.thing.source}]" if goal.thing.source else ""
        beside = f" (by {goal.beside.text})" if goal.beside else ""
        lines.append(f"{goal.thing.text}{source} > {goal.place.text}{beside}".lower())
    return lines


@pytest.mark.parametrize(
    "said",
    [
        "Put the cup on the bed.",
        "The cup goes on the bed.",
        "The cup should be put on the bed.",
        "I'd like the cup on the bed.",
        "Could the cup be placed on the bed?",
        "Would you be so kind as to stick the cup on the bed?",
    ],
)
def test_one_wish_in_other_words(said):
    assert outline(said) == ["the cup > the bed"]


@pytest.mark.parametrize(
    ("said", "goals"),
    [
        (
            "There's a clock and a vase on the kitchen table. Would you mind taking both to the shelves?",
            ["a clock [the kitchen table] > the shelves", "a vase [the kitchen table] > the shelves"],
        ),
        (
            "The candle and the vase on the kitchen table should be on the bed, one next to the other.",
            [
                "the candle [the kitchen table] > the bed",
                "the vase [the kitchen table] > the bed (by the candle)",
            ],
        ),
        (
            "Return these to the shelves, will you: the statue, the vase.",
            ["the statue > the shelves", "the vase > the shelves"],
        ),
        ("Phone stand to the bed.", ["phone stand > the bed"]),
    ],
)
def test_where_things_are_and_lists_and_no_verb(said, goals):
    assert outline(said) == goals


@pytest.mark.parametrize(
    "told",
    [
        "I prefer to keep the cup on the bed.",
        "I usually have these items arranged on the kitchen table for breakfast.",
        "When tidying, we put the cup on the bed.",
        "The statue is beige on a black base.",
        "Move the cup to the bed.",
    ],
)
def test_what_asks_for_nothing_or_plainly_is_left_as_it_is(told):
    assert plain_command(told, HOME) == told


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=150))
def test_any_text_is_read(text):
    assert isinstance(plain_command(text, HOME), str)
