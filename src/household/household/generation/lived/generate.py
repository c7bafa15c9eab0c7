"""A home from a seed that is lived in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import numpy as np

from household.entity import Entity
from household.generation.building import build_structure
from household.generation.floor_plan import FloorPlan
from household.generation.generate import Style, fixed_entities, furnish, rooms_of
from household.generation.lived.articles import LIVED_CATALOGUE
from household.generation.lived.clutter import Clutter
from household.generation.lived.doors import Leaf, door_of, hang_leaves, may_be_shut, swept_by
from household.generation.lived.floor_plan import draw_lived_plan
from household.generation.lived.furnishing_plan import LIVED_FURNISHINGS
from household.home import ROBOT_ID, Home
from household.navigation import NavigationGrid
from household.rooms import Rectangle, Room
from household.shape import Appearance
from household.world import World

_STYLE = Style(lambda plan, category: LIVED_FURNISHINGS[category], LIVED_CATALOGUE, clear_m=0.37, most_cut_off_m2=0.2)
_STREAM = 0x11ED
"""Beside the seed, so that nothing is drawn as in the generated home of the same seed."""


def generate_lived_home(seed: int) -> Home:
    """The lived-in home of a seed: always the same for the same seed.

    8 to 11 rooms along hallways, doors of which some are shut but none shuts a room off, 70 to 110 small things:
    several alike in different rooms, some put away, under, or behind others; mirrors and glass. No two pieces in
    collision, every room reachable for a robot of 0.25 m radius.
    """
    rng = np.random.default_rng([seed, _STREAM])
    plan = draw_lived_plan(rng)
    rooms, leaves = rooms_of(plan), hang_leaves(plan, rng)
    furniture, appearances = furnish(plan, rooms, rng, _STYLE, _kept_clear(plan, leaves))
    doors = _doors(plan, rooms, leaves, rng)
    appearances |= {door.entity_id: looks for door, looks in doors}
    world = World([*fixed_entities(plan, rooms), *(door for door, _ in doors), *furniture], rooms)
    clutter = Clutter(world, plan, rng, count(1))
    clutter.place_all()
    appearances |= clutter.appearances
    home = Home(f"lived-in home {seed}", world, appearances, build_structure(plan, rng), (0.0, 0.0, 0.0))
    home.start_pose = NavigationGrid(home).free_pose(rng)
    world.add_actor(ROBOT_ID, "robot", *home.start_pose)
    world.revision = 0
    return home


def _kept_clear(plan: FloorPlan, leaves: Iterable[Leaf]) -> dict[int, tuple[Rectangle, ...]]:
    """By room: where doors stand when they are open."""
    kept: dict[int, tuple[Rectangle, ...]] = {}
    for leaf in leaves:
        kept[leaf.into] = (*kept.get(leaf.into, ()), swept_by(leaf, plan.doorways[leaf.doorway]))
    return kept


def _doors(
    plan: FloorPlan, rooms: tuple[Room, ...], leaves: tuple[Leaf, ...], rng: np.random.Generator
) -> list[tuple[Entity, Appearance]]:
    """All of one colour; some are shut."""
    color = str(rng.choice(["white", "brown", "beige"]))
    shut = may_be_shut(plan, leaves, rng)
    doors = []
    for leaf in leaves:
        door, looks = door_of(leaf, plan.doorways[leaf.doorway], rooms[leaf.into].room_id, color)
        doors.append((replace(door, open=leaf.doorway not in shut), looks))
    return doors
