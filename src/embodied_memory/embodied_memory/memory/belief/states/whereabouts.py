"""Which room something is in, from what it is on, in or held by.

Where the things of one scene-graph instant are, in memory's own names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, StateFact, TrackedFact


@dataclass(frozen=True)
class SeenLocations:
    """entity_of: the tracker's object id -> memory's entity id; those left out keep theirs.

    room_of: entity id -> room, "" or left out if unknown. robot_room: where the robot was. missing: entities that
    were looked for where they were believed to be, often enough, and are not there. merged: the id of what turned out
    to be another entity -> the id of that one.
    """

    entity_of: Mapping[str, str] = field(default_factory=dict)
    room_of: Mapping[str, str] = field(default_factory=dict)
    robot_room: str = ""
    missing: tuple[str, ...] = ()
    merged: Mapping[str, str] = field(default_factory=dict)


RELATIONS = ("on", "in", "under", "next to", "behind")
"""With which the value of a location begins when it names an entity; otherwise the value is a room."""

_BEGINNINGS = tuple(f"{relation} " for relation in RELATIONS)
_MAX_DEPTH = 4

ValueOf = Callable[[str, str], str]
"""(entity_id, attribute) -> the current value, "" if none is known."""


def relation_and_landmark(location: str) -> tuple[str, str]:
    """("on", "table_2") of "on table_2", and ("", "kitchen") of a room."""
    if location.startswith(_BEGINNINGS):
        relation = next(relation for relation in RELATIONS if location.startswith(f"{relation} "))
        return relation, location[len(relation) + 1 :]
    return "", location


def room_of(entity_id: str, value_of: ValueOf, depth: int = _MAX_DEPTH) -> str:
    """The room that the entity is in, through its supports or who holds it; "" if that is not known."""
    location = value_of(entity_id, LOCATION)
    holder = "" if location else value_of(entity_id, HELD_BY)
    if holder and depth:
        return room_of(holder, value_of, depth - 1)
    return room_of_location(location, value_of, depth)


def room_of_location(location: str, value_of: ValueOf, depth: int = _MAX_DEPTH) -> str:
    """The room of a location: itself, or that of what it names."""
    relation, landmark = relation_and_landmark(location)
    if not relation or not depth:
        return "" if relation else location
    return room_of(landmark, value_of, depth - 1)


def says_no_more(fact: StateFact, known: TrackedFact, value_of: ValueOf) -> bool:
    """Whether a fact tells nothing beyond a known one: the same, or of a location just the room that it is in."""
    if fact.value == known.fact.value or fact.attribute != LOCATION:
        return fact.value == known.fact.value
    relation, room = relation_and_landmark(fact.value)
    return not relation and room != "" and room == (room_of_location(known.fact.value, value_of) or known.room)
