"""People among the things that memory knows."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point
from embodied_memory.memory.belief.names.entity_kinds import is_person
from embodied_memory.memory.spatial.seen_people import name_of_person


def people_among(things: Sequence[RememberedObject]) -> tuple[Point, ...]:
    """Where each of them was seen last, (x, y) in map."""
    return tuple(thing.position[:2] for thing in things if is_person(thing.category))


def names_among(things: Sequence[RememberedObject]) -> frozenset[str]:
    """The names of those of them that were recognised, in lower case."""
    names = (name_of_person(thing.category, thing.caption) for thing in things)
    return frozenset(name.lower() for name in names if name)
