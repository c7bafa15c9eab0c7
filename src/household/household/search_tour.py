"""A tour of goals through a home: first room after room, then back, for other things, to the rooms seen before.

As in GOAT-Bench and LMEE (section 14) a goal is told by its category, described, or shown in a picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from household.entity import Entity, EntityKind
from household.goals import JudgedGoal, Sight, goal_for, is_worth_finding
from household.home import Home

AWAY_M = 4.0
"""Metres of way: about from one room into the next but one."""
FIRST_ROOMS = 4
"""So many goals come before the first that leads back."""
_DAILY_THINGS = 3
_BESIDE_M = 0.6
"""Things with at most this much between them are next to each other."""
_USES = {
    "a place to sleep": ("bed", "single bed"),
    "something to sit on": ("chair", "office chair", "sofa", "armchair", "stool", "bench"),
}
_SAME_USE = {"sofa": ("a place to sleep",)}
"""Who looks for a place to sleep may come to a sofa."""


def choose_tour(home: Home, count: int = 10, seed: int = 0) -> tuple[JudgedGoal, ...]:
    """Up to `count` goals. The first lie in up to four different rooms; the others lead back to those.

    Every goal can be seen and reached, no category comes twice, no goal is in the room of the one before it, and a
    way back is AWAY_M or longer where there is such a thing: for what is in sight nobody needs a memory.
    """
    rng = np.random.default_rng(seed)
    sight = Sight(home)
    things = [e for e in home.world.entities.values() if _is_clear(home, e) and sight.can_find(e)]
    things = [things[k] for k in rng.permutation(len(things))]
    rooms = list(dict.fromkeys(e.room_id for e in things))[: min(FIRST_ROOMS, count)]
    chosen = [next(e for e in things if e.room_id == room) for room in rooms]
    things = [e for e in things if e.room_id in rooms]
    while chosen and len(chosen) < count:
        known = {e.category for e in chosen}
        left = [e for e in things if e.category not in known and e.room_id != chosen[-1].room_id]
        far = next((e for e in left if sight.way_between(chosen[-1], e) >= AWAY_M), None)
        if far is None and not left:
            break
        chosen.append(far or left[0])
    return tuple(_told(home, sight, thing, number) for number, thing in enumerate(chosen))


def choose_daily_tour(home: Home, count: int = 18, seed: int = 0) -> tuple[JudgedGoal, ...]:
    """The same three things, or fewer, by name, again and again until there are `count` goals.

    Things that people carry about, each the only one of its category, so that where it is kept can be learned.
    """
    rng = np.random.default_rng(seed)
    world, sight = home.world, Sight(home)
    things = [e for e in world.entities.values() if e.movable and e.parent_relation == "on" and _is_clear(home, e)]
    things = [e for e in things if len(world.find(e.category)) == 1 and sight.can_find(e)]
    chosen = [goal_for(home, things[k]) for k in rng.permutation(len(things))[:_DAILY_THINGS]]
    return tuple(chosen[number % len(chosen)] for number in range(count if chosen else 0))


def _is_clear(home: Home, thing: Entity) -> bool:
    """Worth finding, and its name names no other sort of thing: a soap bottle is a bottle, too."""
    others = {e.category for e in home.world.entities.values()} - {thing.category}
    return is_worth_finding(home, thing) and not any(name.endswith(f" {thing.category}") for name in others)


def _told(home: Home, sight: Sight, thing: Entity, number: int) -> JudgedGoal:
    """By turns named, described and shown."""
    if number % 3 == 1:
        return _described(home, thing)
    if number % 3 == 2:
        return replace(goal_for(home, thing), text=f"a picture of {thing.caption}", picture=sight.picture_of(thing))
    return goal_for(home, thing)


def _described(home: Home, thing: Entity) -> JudgedGoal:
    """By its use, by what it is on or in, or by what it stands beside, whichever there is."""
    for use, categories in _USES.items():
        if thing.category in categories:
            also = [category for category, uses in _SAME_USE.items() if use in uses]
            fitting = [e for category in (*categories, *also) for e in home.world.find(category)]
            return JudgedGoal(use, thing.category, _ids(fitting))
    plain = goal_for(home, thing)
    alike = [home.world[key] for key in plain.entity_ids]
    if thing.parent_id:
        support = home.world[thing.parent_id].category
        fitting = [e for e in alike if e.parent_id and home.world[e.parent_id].category == support]
        return JudgedGoal(f"{plain.text} {thing.parent_relation} the {support}", thing.category, _ids(fitting))
    for other in sorted(home.world.entities.values(), key=lambda e: -e.size[0] * e.size[1]):
        if _stands_beside(thing, other):
            fitting = [e for e in alike if any(_stands_beside(e, o) for o in home.world.find(other.category))]
            return JudgedGoal(f"{plain.text} next to the {other.category}", thing.category, _ids(fitting))
    return plain


def _stands_beside(thing: Entity, other: Entity) -> bool:
    """Both on the floor of one room and close to each other."""
    if other is thing or other.category == thing.category or other.room_id != thing.room_id:
        return False
    on_floor = all(e.kind in (EntityKind.FURNITURE, EntityKind.CONTAINER, EntityKind.DEVICE) for e in (thing, other))
    if not on_floor or other.parent_id or other.base[2] > 0.1 or other.size[2] < 0.1:
        return False
    near = thing.nearest_point(*other.position[:2])
    return other.footprint_distance(*near) <= _BESIDE_M


def _ids(things: Iterable[Entity]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(thing.entity_id for thing in things))
