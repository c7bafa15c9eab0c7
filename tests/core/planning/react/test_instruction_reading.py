"""Instructions in everyday English become things and places, in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.planning.react.home_words import HomeWords
from embodied_memory.planning.react.instruction_reading import read_instruction
from embodied_memory.planning.react.thing_list import split_things
from embodied_memory.planning.skills.known_home import KnownReceptacle

HOME = HomeWords(
    (
        KnownReceptacle("table_1", "table", "kitchen_1"),
        KnownReceptacle("bed_2", "bed", "bedroom_1"),
        KnownReceptacle("cabinet_3", "cabinet", "kitchen_1"),
    ),
    ("kitchen_1", "bedroom_1"),
)


def outline(text, home):
    """One line a goal: thing > relation place (next to beside), source in brackets."""
    lines = []
    for goal in read_instruction(text, home).goals:
        source = f" [{goal.thing.source}]" if goal.thing.source else ""
        beside = f" (by {goal.beside.text})" if goal.beside else ""
        lines.append(f"{goal.thing.text}{source} > {goal.relation.value} {goal.place.text}{beside}")
    return lines


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        ("Put the mug on the bed.", ["the mug > on the bed"]),
        (
            "Could you bring my cup and a plate from the kitchen table to the couch, placing them side by side?",
            ["my cup [the kitchen table] > on the couch", "a plate [the kitchen table] > on the couch (by my cup)"],
        ),
        (
            "Take the box on the table in the bedroom to the shelves.",
            ["the box [the bedroom the table] > on the shelves"],
        ),
        (
            "First, bring the lamp to the kitchen. Then, place it on the floor next to the bed in the bedroom.",
            ["the lamp > room the kitchen", "the lamp > floor the bedroom the floor (by the bedroom the bed)"],
        ),
        (
            "Bring the book from the living room to the bedroom and place it on the chest of drawers.",
            ["the book [the living room] > on the bedroom the chest of drawers"],
        ),
        (
            "Move the can to the couch and the jug to the bed. After that, store both in the cabinet.",
            ["the can > on the couch", "the jug > on the bed", "the can > within the cabinet",
             "the jug > within the cabinet"],
        ),
        (
            "Put the fork next to the spoon. Move all these items to the shelves, please.",
            ["the fork > on  (by the spoon)", "the fork > on the shelves", "the spoon > on the shelves"],
        ),
        (
            "Wash the pan and put it back in the kitchen cabinet.",
            [],
        ),
        (
            "Place the pan and lid next to each other on the table, and put the spoon close by.",
            ["the pan > on the table", "lid > on the table (by the pan)", "the spoon > on the table (by lid)"],
        ),
        ("In the bedroom, put two pillows on the bed.", ["two pillows > on the bed", "two pillows > on the bed"]),
        ("Help me set the table. Put the laptop stand on the living room table.",
         ["the laptop stand > on the living room table"]),
        ("I always have tea on the couch. The cup is on the table.", []),
        ("What is on the table?", []),
    ],
)  # fmt: skip
def test_an_instruction_is_read(text, goals, words):
    assert outline(text, words) == goals


def test_what_is_said_of_looks_goes_to_the_thing_that_it_is_said_of(words):
    text = (
        "Move the vase and stuffed toy to the couch. The vase is gray with a long neck, and the stuffed toy is a "
        "yellow giraffe. The vase was a gift from my aunt."
    )
    things = [goal.thing for goal in read_instruction(text, words).goals]
    assert [(one.text, one.description) for one in things] == [
        ("the vase", "gray with a long neck"),
        ("stuffed toy", "a yellow giraffe"),
    ]


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("the clock, book, and candle", ["the clock", "book", "candle"]),
        ("the white and tan holder and my cup", ["the white and tan holder", "my cup"]),
        ("a candle with a brown and blue gradient, and the clock", ["a candle with a brown and blue gradient",
                                                                    "the clock"]),
        ("the kettle, then the teapot, and finally the cup", ["the kettle", "the teapot", "the cup"]),
    ],
)  # fmt: skip
def test_a_list_is_cut_between_things_and_not_within(text, things):
    assert split_things(text) == things


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text):
    for goal in read_instruction(text, HOME).goals:
        assert goal.thing.text
