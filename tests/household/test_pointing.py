"""What a hand gets hold of, where the name that it has may be wrong."""

from dataclasses import replace

import pytest

from embodied_memory.skill import Skill, SkillName
from household.entity import Entity, EntityKind
from household.pointing import with_real_target, with_what_is_there
from household.world import World


def thing(entity_id, category, x, **more):
    return Entity(entity_id, EntityKind.OBJECT, category, f"a {category}", (x, 0.0, 0.5), (0.1, 0.1, 0.1), **more)


@pytest.fixture
def world():
    table = replace(thing("table", "table", 0.0), size=(2.0, 1.0, 0.4), position=(0.0, 0.0, 0.2))
    return World([table, thing("cup", "cup", 0.0, movable=True), thing("mug", "mug", 0.8, movable=True)], [])


def taken(world, x, category="mug", name=SkillName.PICK, way=with_what_is_there):
    skill = Skill(name, "robot", "mug_1", target_category=category, target_position=(x, 0.0, 0.5))
    return way(skill, world).target_id


def test_what_lies_right_there_is_taken_whatever_it_is_called(world):
    assert taken(world, 0.0) == "cup"
    assert taken(world, 0.0, way=with_real_target) == "mug"


def test_a_thing_of_the_name_may_be_farther_away(world):
    assert taken(world, 0.5) == "mug"
    assert taken(world, 0.5, category="bottle") == ""


def test_what_can_be_used_so_is_taken_before_what_has_the_name(world):
    assert taken(world, 0.0, category="table") == "cup"


def test_what_has_the_name_and_cannot_be_used_so_is_taken_for_want_of_anything_else(world):
    assert taken(world, 0.0, category="mug", name=SkillName.OPEN) == "mug"
    assert taken(world, 0.0, category="bowl", name=SkillName.OPEN) == ""
