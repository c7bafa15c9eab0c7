"""Instructions in everyday English become things and places, in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_model import ScriptedModel

from embodied_memory.language.advisor import Advisor
from embodied_memory.planning import placement_reading
from embodied_memory.planning.known_home import KnownReceptacle
from embodied_memory.planning.placement_goal import HomeWords
from embodied_memory.planning.placement_reading import LanguageReader, place_words, read_instruction
from embodied_memory.words.said import Move, MoveRelation, Said, SpeechAct

HOME = HomeWords(
    (
        KnownReceptacle("table_1", "table", "kitchen_1"),
        KnownReceptacle("bed_2", "bed", "bedroom_1"),
        KnownReceptacle("cabinet_3", "cabinet", "kitchen_1"),
    ),
    ("kitchen_1", "bedroom_1"),
)


def outline(text, home):
    """One line a goal, in lower case: thing [from where] > relation place (by what)."""
    lines = []
    for goal in read_instruction(text, home):
        source = f" [{goal.thing.source}]" if goal.thing.source else ""
        beside = f" (by {goal.beside.text})" if goal.beside else ""
        lines.append(f"{goal.thing.text}{source} > {goal.relation.value} {goal.place.text}{beside}".lower())
    return lines


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        ("Put the mug on the bed.", ["the mug > on bed"]),
        (
            "Could you bring my cup and a plate from the kitchen table to the couch, placing them side by side?",
            ["my cup [kitchen table] > on couch", "a plate [kitchen table] > on couch (by my cup)"],
        ),
        ("Take the box on the table in the bedroom to the shelves.", ["the box [bedroom table] > on shelves"]),
        (
            "Bring the book from the living room to the bedroom and place it on the chest of drawers.",
            ["the book [living room] > on bedroom chest of drawers"],
        ),
        (
            "Move the can to the couch and the jug to the bed. After that, store both in the cabinet.",
            ["the can > on couch", "the jug > on bed", "the can > within cabinet", "the jug > within cabinet"],
        ),
        (
            "Move the kettle and tray to the table. Place them next to each other on the table.",
            ["the kettle > on table", "tray > on table (by the kettle)"],
        ),
        ("In the bedroom, put two pillows on the bed.", ["two pillows > on bedroom bed"] * 2),
        ("Help me set the table. Put the laptop stand on the living room table.",
         ["the laptop stand > on living room table"]),
        ("I always have tea on the couch. The cup is on the table.", []),
        ("What is on the table?", []),
    ],
)  # fmt: skip
def test_an_instruction_is_read(text, goals, words):
    assert outline(text, words) == goals


@pytest.mark.parametrize(
    "said",
    [
        "Put the cup on the bed.",
        "The cup goes on the bed.",
        "The cup should be put on the bed.",
        "I'd like the cup on the bed.",
        "Could the cup be placed on the bed?",
        "Would you be so kind as to stick the cup on the bed?",
        "On the bed with the cup!",
    ],
)
def test_one_wish_in_other_words(said):
    assert outline(said, HOME) == ["the cup > on bed"]


@pytest.mark.parametrize(
    ("said", "goals"),
    [
        (
            "There's a clock and a vase on the kitchen table. Would you mind taking both to the shelves?",
            ["a clock [kitchen table] > on shelves", "a vase [kitchen table] > on shelves"],
        ),
        ("Return these to the shelves, will you: the statue, the vase.",
         ["the statue > on shelves", "the vase > on shelves"]),
        ("Phone stand to the bed.", ["phone stand > on bed"]),
        ("Onto the shelves go the round clock, the candle and that book I got as a present.",
         ["the round clock > on shelves", "the candle > on shelves", "that book i got as a present > on shelves"]),
    ],
)  # fmt: skip
def test_lists_passives_and_no_verb(said, goals, words):
    assert outline(said, words) == goals


def test_what_is_said_of_looks_goes_to_the_thing_that_it_is_said_of(words):
    text = (
        "Move the vase and stuffed toy to the couch. The vase is gray with a long neck, and the stuffed toy is a "
        "yellow giraffe. The vase was a gift from my aunt."
    )
    things = [goal.thing for goal in read_instruction(text, words)]
    assert [one.text for one in things] == ["the vase", "stuffed toy"]
    assert [one.description.partition(" a gift")[0] for one in things] == [
        "gray with a long neck",
        "a yellow giraffe",
    ]


@pytest.mark.parametrize(
    ("phrase", "place"),
    [
        ("the table in the bedroom", "bedroom table"),
        ("the kitchen table", "kitchen table"),
        ("a bed", "bed"),
        ("the bedroom", "bedroom"),
        ("the top of the cabinet in the kitchen", "kitchen top of the cabinet"),
        ("the table of the kitchen", "kitchen table"),
        ("my heart", "heart"),
    ],
)
def test_places_have_their_room_first(phrase, place):
    assert place_words(phrase, HOME) == place


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text):
    for goal in read_instruction(text, HOME):
        assert goal.thing.text


class Told:
    """A reading that found these moves."""

    def __init__(self, *moves):
        self.moves = moves

    def read(self, text):
        return Said(text, SpeechAct.INSTRUCT, 1.0, moves=self.moves)


@pytest.mark.parametrize(
    ("moves", "goals"),
    [
        ([Move("the cup", "the kitchen table"), Move("the cup", "the table")], ["the cup > on kitchen table"]),
        (
            [Move("the cup", "the table"), Move("the cup", "the bed")],
            ["the cup > on table", "the cup > on bed"],
        ),
        ([Move("the cup", "the moon")], []),
        ([Move("the cup", beside="the bed")], ["the cup > floor bed floor (by the bed)"]),
        (
            [Move("the cup", "the bed"), Move("the jug", beside="the cup")],
            ["the cup > on bed", "the jug > on bed (by the cup)"],
        ),
        ([Move("the cup", "the floor", room="the kitchen")], ["the cup > floor kitchen floor"]),
        ([Move("the cup", "the cabinet", MoveRelation.IN)], ["the cup > within cabinet"]),
    ],
)
def test_moves_become_goals_in_the_words_of_the_home(moves, goals, monkeypatch):
    monkeypatch.setattr(placement_reading, "the_reading", lambda: Told(*moves))
    assert outline("whatever was said", HOME) == goals


def read(words, text, *placements):
    model = ScriptedModel(read_instruction={"placements": list(placements)})
    return LanguageReader(Advisor(model)).read(text, words)


def test_a_reading_of_the_model_is_used(words):
    text = "Be so kind and let my cup find its way to where I sleep, I mean the bed."
    (goal,) = read(words, text, {"thing": "my cup", "place": "bed", "relation": "on"})
    assert (goal.thing.text, goal.place.text, goal.relation.value) == ("my cup", "bed", "on")


@pytest.mark.parametrize(
    "placement", [{"thing": "the gun", "place": "bed"}, {"thing": "the cup", "place": "moon"}, {"thing": "the cup"}]
)
def test_things_that_nobody_said_and_places_that_are_not_there_are_left_to_the_rules(words, placement):
    text = "Put the cup on the couch."
    assert read(words, text, placement) == read_instruction(text, words)
