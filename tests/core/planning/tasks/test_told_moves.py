"""Requests that no form fits are carried where the one reading has them go; what is no errand is none."""

from __future__ import annotations

import pytest

from embodied_memory.planning.tasks import told_moves as told_moves_module
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.planning.tasks.told_moves import told_moves
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import Filler, Move, Role, Said, SpeechAct

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


def test_place_first_and_looks_afterwards():
    goals = read_task(
        "Onto the shelf with the clock and the candle, please. The clock is the round white one.", "Ann"
    )
    assert [(goal.deed, goal.to) for goal in goals] == [(Deed.PLACE, "shelf")] * 2
    assert [goal.thing for goal in goals] == ["clock the round white one", "candle"]


def test_what_is_handed_over_goes_to_a_person():
    (goal,) = told_moves("My mother would be glad to have the blue blanket, hand it to her, will you?", "Ann")
    assert goal.deed is Deed.FETCH
    assert goal.thing == "blue blanket"
    assert goal.to == "My mother"
    (own,) = told_moves("Would you let me have my charger?", "Ann")
    assert (own.deed, own.to) == (Deed.FETCH, "Ann")


@pytest.mark.parametrize(
    "said",
    [
        "follow me to the kitchen",
        "where is the mug?",
        "I put the cup on the table.",
        "Don't put the cup on the table.",
        "If it rains, the cushions go into the shed.",
        "I'll bring the plate to the kitchen myself.",
    ],
)
def test_what_is_no_errand_is_none(said):
    assert told_moves(said, "Ann") == ()


class ToldOfTheCup:
    """A reading that found the cup to be carried, and besides this role of words."""

    def __init__(self, role, words):
        self.filler = Filler(role, words, 0, len(words))

    def read(self, text):
        shares = {SpeechAct.INSTRUCT: 1.0}
        return Said(text, SpeechAct.INSTRUCT, 1.0, shares, (self.filler,), (Move("the cup", "the bed"),))


@pytest.mark.parametrize(
    ("role", "words", "is_carried"),
    [
        (Role.DEED, "put", True),
        (Role.DEED, "follow", False),
        (Role.NOT, "never", False),
        (Role.CONDITION, "if it rains", False),
    ],
)
def test_other_deeds_and_what_is_limited_carry_nothing(role, words, is_carried, monkeypatch):
    monkeypatch.setattr(told_moves_module, "the_reading", lambda: ToldOfTheCup(role, words))
    assert bool(told_moves("whatever", "Ann")) is is_carried
