"""What is known of each relation: what it excludes, its inverse, whether it is transitive, and its words.

Relations of one slot exclude each other: a thing has one place, so "on" takes the place of "in", "held by" and
"in room". Opposite directions between the same two exclude each other. All others stand side by side: a thing may
have several owners and several neighbours. Relations that are not listed are taken as they are, with no rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind

ON, IN, UNDER, BEHIND, HELD_BY, IN_ROOM = "on", "in", "under", "behind", "held by", "in room"
PART_OF, OWNED_BY, NEXT_TO, NEAR, AT = "part of", "owned by", "next to", "near", "at"
WEST_OF, EAST_OF, NORTH_OF, SOUTH_OF = "west of", "east of", "north of", "south of"

PLACE = "place"
"""The slot of all that says where something is."""

Slot = tuple[str, str, str]
"""(subject, slot, object or ""): at any time at most one relation of a slot holds."""


@dataclass(frozen=True)
class RelationKind:
    """One relation. rests: it ends as soon as either of the two is put elsewhere. phrase: the verb and it."""

    name: str
    phrase: str
    inverse: str = ""
    slot: str = ""
    transitive: bool = False
    rests: bool = False

    @property
    def is_place(self) -> bool:
        """Whether it says where something is, and so has one value for each subject."""
        return self.slot == PLACE


_SOMEBODY = frozenset((VertexKind.PERSON, VertexKind.ROBOT))
_ROOMY = frozenset((VertexKind.ROOM, VertexKind.HOUSE))
_KINDS = {
    kind.name: kind
    for kind in (
        RelationKind(ON, "is on", "supports", PLACE),
        RelationKind(IN, "is in", "contains", PLACE, transitive=True),
        RelationKind(UNDER, "is under", "is above", PLACE),
        RelationKind(BEHIND, "is behind", "in front of", PLACE),
        RelationKind(HELD_BY, "is held by", "holds", PLACE),
        RelationKind(IN_ROOM, "is in", "has in it", PLACE),
        RelationKind(PART_OF, "is part of", "has part", transitive=True),
        RelationKind(OWNED_BY, "belongs to", "owns"),
        RelationKind(NEXT_TO, "is next to", NEXT_TO, rests=True),
        RelationKind(NEAR, "is near", NEAR, rests=True),
        RelationKind(WEST_OF, "is west of", EAST_OF, "east and west", True, rests=True),
        RelationKind(EAST_OF, "is east of", WEST_OF, "east and west", True, rests=True),
        RelationKind(NORTH_OF, "is north of", SOUTH_OF, "north and south", True, rests=True),
        RelationKind(SOUTH_OF, "is south of", NORTH_OF, "north and south", True, rests=True),
        RelationKind("supports", "has on it", ON),
        RelationKind("contains", "has in it", IN),
        RelationKind("is above", "is above", UNDER),
        RelationKind("in front of", "is in front of", BEHIND),
        RelationKind("holds", "holds", HELD_BY),
        RelationKind("has in it", "has in it", IN_ROOM),
        RelationKind("has part", "has", PART_OF),
        RelationKind("owns", "owns", OWNED_BY),
    )
}
PLACE_RELATIONS = tuple(name for name, kind in _KINDS.items() if kind.is_place)
DIRECTIONS = (WEST_OF, EAST_OF, NORTH_OF, SOUTH_OF)


@lru_cache(maxsize=1024)
def relation_kind(name: str) -> RelationKind:
    """What is known of the relation of that name; no rules for one that nobody listed."""
    return _KINDS.get(name) or RelationKind(name, f"{'' if name.startswith('is ') else 'is '}{name}")


def told_relations() -> tuple[str, ...]:
    """The relations that are kept; those missing are only read from them backwards."""
    return (*PLACE_RELATIONS, PART_OF, OWNED_BY, NEXT_TO, *DIRECTIONS)


def can_hold(subject: VertexKind, relation: str, object_: VertexKind) -> bool:
    """Whether it is kept and makes sense between two such: people own, hold, are in rooms; rooms lie on nothing."""
    if relation not in told_relations():
        return False
    if relation in (OWNED_BY, HELD_BY):
        return object_ in _SOMEBODY and subject not in _SOMEBODY
    if _SOMEBODY & {subject, object_}:
        return relation in (IN, IN_ROOM) and object_ in _ROOMY
    return subject not in _ROOMY or object_ in _ROOMY or relation not in PLACE_RELATIONS


def slot_of(subject_id: str, relation: str, object_id: str) -> Slot:
    """The slot that a triple fills."""
    slot = relation_kind(relation).slot
    if slot == PLACE:
        return (subject_id, PLACE, "")
    return (subject_id, slot or relation, object_id)
