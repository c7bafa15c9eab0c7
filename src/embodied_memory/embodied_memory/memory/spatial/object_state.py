"""The last-seen state of one object, and what one instant changes about the objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from embodied_memory.scene_graph import Attributes, SpatialRelation


class ObjectState(NamedTuple):
    """An object as it was last seen. key: its row in the database. Metres in map, nanoseconds.

    A tuple, as are relations: every view makes one for each thing in it, and these are made fastest.

    times_missed: how often in a row its place was looked at from near without seeing it.
    """

    key: int
    object_id: str
    map_id: str
    category: str
    caption: str
    attributes: Attributes
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    score: float
    first_seen_ns: int
    last_seen_ns: int
    times_seen: int
    times_missed: int
    record_id: int


class StoredRelation(NamedTuple):
    """A relation between two remembered objects, by their keys, as it was last seen."""

    subject: int
    relation: SpatialRelation
    object: int
    stamp_ns: int
    record_id: int

    @property
    def identity(self) -> tuple[int, SpatialRelation, int]:
        """What it is about, whenever it was seen."""
        return (self.subject, self.relation, self.object)


@dataclass(frozen=True)
class ObjectChanges:
    """What one instant changes. Computed first, then written in the record's transaction, then adopted."""

    states: dict[int, ObjectState] = field(default_factory=dict)
    tracks: dict[tuple[str, str], int] = field(default_factory=dict)
    facts: list[tuple[int, str, str]] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    outdated: list[StoredRelation] = field(default_factory=list)
    relations: list[StoredRelation] = field(default_factory=list)
    sightings: list[tuple[int, float, float, float, float]] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)
    """Track id -> the id by which events had told of it before it was first seen."""
