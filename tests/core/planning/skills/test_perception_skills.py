"""Perception skills find what was observed, and nothing else."""

from __future__ import annotations

import pytest

from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.known_home import (
    DescriptionMatch,
    KnownObject,
    ObservedHome,
    has_category,
    names_room,
    opens,
)
from embodied_memory.planning.perception_skills import PerceptionSkills, SkillLibrary, by_description
from embodied_memory.planning.skill_call import SkillResult, parse_skill_call

SEEN = """Furniture in kitchen_1: table_1, cabinet_2
Furniture in laundryroom_1: cabinet_3
Objects: cup_0: table_1 in kitchen_1
stuffed_toy_4: cabinet_3 in laundryroom_1"""


@pytest.fixture
def home():
    home = ObservedHome()
    home.observe(SEEN)
    return home


@pytest.fixture
def skills(home):
    return PerceptionSkills(home, by_description(home, DescriptionMatch(HashingEmbedder())))


@pytest.mark.parametrize(
    ("call", "succeeded", "names"),
    [
        ("FindObjectTool[cups]", True, ["cup_0: table_1 in kitchen_1"]),
        ("FindObject[stuffed toys in the laundry room cabinet]", True, ["stuffed_toy_4: cabinet_3 in laundryroom_1"]),
        ("FindObject[a trumpet]", False, []),
        ("FindReceptacle[a kitchen cabinet]", True, ["cabinet_2 in kitchen_1"]),
        ("FindReceptacle[a cabinet]", True, ["cabinet_2 in kitchen_1", "cabinet_3 in laundryroom_1"]),
        ("FindReceptacle[a piano]", False, []),
        ("FindRoom[the laundry room]", True, ["laundryroom_1"]),
    ],
)
def test_a_query_finds_what_fits(skills, call, succeeded, names):
    result = skills.execute(parse_skill_call(call))
    assert (result.succeeded, [line[2:] for line in result.text.splitlines()[1:]]) == (succeeded, names)


def test_looks_that_are_not_known_are_asked_of_the_world_if_it_tells_them(home, skills):
    class World:
        def execute(self, call):
            return SkillResult(True, "The description of the object 'cup_0' is:\nA red cup.")

    describe = parse_skill_call("DescribeObject[cup_0]")
    assert not SkillLibrary(skills, World()).execute(describe).succeeded
    library = SkillLibrary(skills, World(), is_looked_up=True)
    home.note(describe, library.execute(describe))
    assert skills.execute(describe).text.endswith("A red cup.")
    assert not library.execute(parse_skill_call("DescribeObject[cup_9]")).succeeded


def test_where_something_was_first_stays_known(home):
    home.observe("Objects: cup_0: held by the agent")
    assert home.held() == "cup_0"
    home.observe("Objects: cup_0: cabinet_2 in kitchen_1")
    assert (home.held(), home.objects()[0]) == (
        "", KnownObject("cup_0", "cup", "cabinet_2", "kitchen_1", "", "table_1", "kitchen_1"),
    )  # fmt: skip


def test_a_room_is_unexplored_until_it_was_explored(home):
    assert home.unexplored() == ("kitchen_1", "laundryroom_1")
    home.note(parse_skill_call("Explore[kitchen_1]"), SkillResult(True, ""))
    assert home.unexplored() == ("laundryroom_1",)


@pytest.mark.parametrize(("kind", "is_so"), [("filing cabinet", True), ("chest of drawers", True), ("table", False)])
def test_some_furniture_has_an_inside(kind, is_so):
    assert opens(kind) is is_so


def test_words_name_kinds_and_rooms():
    assert has_category("the can", "can")
    assert not has_category("a candle", "can")
    assert names_room("TV table", "tv")
    assert not names_room("a laundered towel", "dining room")


def test_of_what_is_on_nothing_known_the_room_is_told():
    told = [KnownObject("rug_1", "rug", *where).whereabouts for where in (("a_1", "b_1"), ("", "b_1"), ("a_1",), ())]
    assert told == ["a_1 in b_1", "in b_1", "a_1", ""]
