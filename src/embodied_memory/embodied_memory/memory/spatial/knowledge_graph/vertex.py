"""The entities of the knowledge graph: the house, its rooms, furniture, objects, devices and people."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.words import split_words

Position = tuple[float, float, float]
"""(x, y, z) in map, metres."""


class VertexKind(str, Enum):
    """What sort of entity it is. The more telling kinds come later: what is known to be one stays one."""

    OBJECT = "object"
    FURNITURE = "furniture"
    DEVICE = "device"
    PERSON = "person"
    ROBOT = "robot"
    ROOM = "room"
    HOUSE = "house"


_RANK = {kind: rank for rank, kind in enumerate(VertexKind)}


@dataclass(frozen=True, slots=True)
class Vertex:
    """One entity as it was last known. position: its centre in map map_id, metres; None if never measured.

    name: its category, or what it is called; record_id: the record that last told of it.
    """

    vertex_id: str
    kind: VertexKind
    name: str
    caption: str
    position: Position | None
    map_id: str
    session_id: str
    first_seen_ns: int
    last_seen_ns: int
    record_id: int

    @property
    def words(self) -> str:
        """What it is searched by."""
        return f"{self.name}, {self.caption}" if self.caption and self.caption != self.name else self.name

    def has_moved_from(self, was: Vertex, least_m: float) -> bool:
        """Whether its position became known, or changed by more than that, or is told in another map."""
        if self.position is None or was.position is None:
            return self.position is not None
        return self.map_id != was.map_id or math.dist(self.position, was.position) > least_m

    def told_again(self, new: Vertex) -> Vertex:
        """Both together: the newer where they differ, and nothing that only one of them knows is lost."""
        older, newer = (self, new) if new.last_seen_ns >= self.last_seen_ns else (new, self)
        placed = newer if newer.position is not None else older
        return Vertex(
            self.vertex_id,
            max(self.kind, new.kind, key=_RANK.__getitem__),
            _told(newer, older).name,
            newer.caption or older.caption,
            placed.position,
            placed.map_id,
            newer.session_id,
            min(self.first_seen_ns, new.first_seen_ns),
            newer.last_seen_ns,
            newer.record_id,
        )


def _told(newer: Vertex, older: Vertex) -> Vertex:
    """The one whose name is more than what its id says."""
    return older if newer.name == name_of_id(newer.vertex_id) else newer


def name_of_id(vertex_id: str) -> str:
    """dining_table_3 -> dining table, and Anna as she is."""
    head, _, number = vertex_id.rpartition("_")
    return (head if head and number.isdigit() else vertex_id).replace("_", " ")


def kind_of_name(name: str) -> VertexKind:
    """What the words of a name or category tell of its kind."""
    if is_person(name):
        return VertexKind.PERSON
    words = split_words(name)
    return VertexKind.FURNITURE if words and stays_put(name) else VertexKind.OBJECT
