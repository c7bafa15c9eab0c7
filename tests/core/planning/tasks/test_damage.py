"""What people are asked about before it is done, and what a child is not given."""

import pytest

from embodied_memory.planning.tasks.damage import damage_by, danger_to
from embodied_memory.planning.tasks.task_reading import read_task


@pytest.mark.parametrize(
    "text",
    [
        "put the laptop in the sink", "put the hair dryer in the bath tub", "put the cat in the oven",
        "put my violin in the washing machine", "put the phone on the stove", "drop the bread on the floor",
        "put the book on the hob", "put the phone charger into the basin",
        "put my space heater on the bed under the quilt",
    ],
)  # fmt: skip
def test_what_may_do_damage(text):
    assert damage_by(read_task(text, "ann"))


@pytest.mark.parametrize(
    "text",
    [
        "put the laptop on the desk", "put the pan on the stove", "put the bread in the toaster",
        "put the towel in the washing machine", "put the cup in the sink", "put the toy on the floor",
        "bring me the laptop", "put the fish tank on the shelf", "put the cake in the oven", "open the oven",
        "put the heater on the shelf",
    ],
)  # fmt: skip
def test_what_does_none(text):
    assert damage_by(read_task(text, "ann")) == ""


@pytest.mark.parametrize(
    ("text", "speaker", "told"),
    [
        ("bring me the bread knife", "Mia", "a bread knife is nothing for Mia"),
        ("bring the matches to Mia", "Ann", "matches is nothing for Mia"),
        ("bring me the scissors", "Ann", ""),
        ("bring me the teddy", "Mia", ""),
        ("bring me my tablet", "Mia", ""),
        ("bring me the tablets", "Mia", "tablets is nothing for Mia"),
        ("bring me the sleeping tablet", "Mia", "a sleeping tablet is nothing for Mia"),
        ("bring the axe to Ann", "Mia", ""),
        ("bring the axe to Gus", "Mia", "an axe is nothing for Mia"),
        ("bring the axe to Gus", "Ann", ""),
        ("turn on the oven", "Mia", "Mia is not to be alone with an oven that is hot"),
        ("turn the heater on", "Mia", "Mia is not to be alone with a heater that is hot"),
        ("turn off the oven", "Mia", ""),
        ("turn on the oven", "Ann", ""),
        ("turn on the lamp", "Mia", ""),
    ],
)
def test_what_is_nothing_for_a_child(text, speaker, told):
    people = frozenset({"mia", "ann"})
    goals = read_task(text, speaker, people)
    assert danger_to(goals, {"mia"}, speaker, people).replace("are nothing", "is nothing") == told
