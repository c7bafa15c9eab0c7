"""Requests that no form fits are carried where the one reading has them go; what is no errand is none."""

from __future__ import annotations

import pytest

from embodied_memory.planning.tasks import told_moves as told_moves_module
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.planning.tasks.told_moves import as_named, told_moves
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import Filler, Move, MoveRelation, Role, Said, SpeechAct

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
    ("text", "things"),
    [
        ("get my dinosaur, the green one", ["my green dinosaur"]),
        ("grab my headphones off the desk, not the phone charger, the headphones", ["my headphones off the desk"]),
        ("bring me the red mug and the blue one", ["red mug", "blue mug"]),
        ("bring me the mug, the plate and the fork", ["mug", "plate", "fork"]),
    ],
)
def test_a_thing_that_is_named_twice_is_one_and_another_of_its_kind_another(text, things):
    assert [goal.thing for goal in read_task(text, "Ann")] == things


def test_a_place_ends_before_what_is_told_of_it():
    assert [goal.to for goal in read_task("put my keys on the hook where they belong", "Ann")] == ["hook"]


def test_out_the_wardrobe_is_out_of_it():
    (goal,) = read_task("take the red scarf out the wardrobe", "Ann")
    assert (goal.deed, goal.to) == (Deed.FETCH, "Ann")


def test_what_something_was_put_into_is_closed():
    goals = read_task("put the thermometer back in the medicine cabinet, would you, and close it after you", "Ann")
    assert [str(goal) for goal in goals] == ["put thermometer in medicine cabinet", "close medicine cabinet"]


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


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("bring me please tape measure", ["bring tape measure to Ann"]),
        ("Just grab me the van keys would you, Tom said it's fine.", ["bring van keys to Ann"]),
        ("switch off electric blanket, Effie forgets always", ["set power of electric blanket to off"]),
        ("bring me the red mug and close the fridge", ["bring red mug to Ann", "close fridge"]),
        ("put the kettle on the stove and then come here", ["put kettle on stove", "find Ann"]),
    ],
)
def test_what_only_tells_why_is_no_part_of_it(said, wanted):
    assert [str(goal) for goal in read_task(said, "Ann")] == wanted


class ToldOfMoves:
    """A reading that found these moves and names."""

    def __init__(self, *moves, names=()):
        self.moves, self.names = moves, names

    def read(self, text):
        fillers = tuple(Filler(Role.THEME, name, 0, len(name)) for name in self.names)
        return Said(text, SpeechAct.INSTRUCT, 1.0, {SpeechAct.INSTRUCT: 1.0}, fillers, self.moves)


def test_what_is_handed_over_is_put_nowhere(monkeypatch):
    """ "Bring me the mug in the sink": the sink is where it is."""
    handed = Move("the mug", "me", MoveRelation.PERSON)
    put = Move("the mug", "the sink", MoveRelation.IN)
    monkeypatch.setattr(told_moves_module, "the_reading", lambda: ToldOfMoves(handed, put))
    assert [str(goal) for goal in told_moves("whatever", "Ann")] == ["bring mug from the sink to Ann"]


@pytest.mark.parametrize(("said", "relation"), [("put it by the door", "next to"), ("take it to the door", "on")])
def test_what_is_to_be_near_a_place_is_put_next_to_it(monkeypatch, said, relation):
    monkeypatch.setattr(
        told_moves_module, "the_reading", lambda: ToldOfMoves(Move("the mug", "the door", MoveRelation.AT))
    )
    assert [goal.relation for goal in told_moves(said, "Ann")] == [relation]


def test_where_it_is_taken_from_is_told(monkeypatch):
    move = Move("the charger", "me", MoveRelation.PERSON, source="my bedside table")
    monkeypatch.setattr(told_moves_module, "the_reading", lambda: ToldOfMoves(move))
    assert [goal.thing for goal in told_moves("whatever", "Ann")] == ["charger from the bedside table"]


@pytest.mark.parametrize(
    ("names", "thing", "kept"),
    [
        (["the mug"], "mug, she wants it", "mug"),
        (["the mug"], "mug on the desk", "mug on the desk"),
        (["the mug on"], "mug on the desk", "mug on the desk"),
        (["the mug", "the mug rack"], "mug rack there", "mug rack"),
        (["the cup"], "mug there", "mug there"),
    ],
)
def test_a_name_ends_where_it_was_read_to_end(monkeypatch, names, thing, kept):
    monkeypatch.setattr(told_moves_module, "the_reading", lambda: ToldOfMoves(names=names))
    assert [goal.thing for goal in as_named([TaskGoal(Deed.FETCH, thing)], "whatever")] == [kept]


def test_what_is_named_nowhere_is_not_carried(monkeypatch):
    monkeypatch.setattr(told_moves_module, "the_reading", lambda: ToldOfMoves(names=["the mug"]))
    goals = [TaskGoal(Deed.FETCH, "mug"), TaskGoal(Deed.FETCH, "teacher will want it"), TaskGoal(Deed.SEEK, "Ann")]
    assert as_named(goals, "whatever") == [goals[0], goals[2]]
