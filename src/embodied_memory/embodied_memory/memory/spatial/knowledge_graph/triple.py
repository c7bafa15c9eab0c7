"""Edges of the knowledge graph (STMA, equation 5: triples of subject, relation and object), with their time.

Relations of one slot exclude each other: a thing has one place, so "on" takes the place of "in", "held by" and
"in room". Opposite directions between the same two exclude each other. All others stand side by side: a thing
may have several owners and several neighbours. Relations that are not listed are taken as they are, with no
rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind


@dataclass(frozen=True, slots=True)
class Origin:
    """Where facts come from: the record (a row of the event log), the map and the session it was made in."""

    record_id: int
    map_id: str = "map"
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class RelationFact:
    """What a record says: from stamp_ns on the relation holds, or, with holds False, holds no more.

    An object_id of "" with holds False ends a place relation of that name whatever its object.
    """

    subject_id: str
    relation: str
    object_id: str
    stamp_ns: int
    provenance: Provenance = Provenance.OBSERVED
    holds: bool = True


@dataclass(frozen=True, slots=True)
class KnowledgeTriple:
    """An edge while it holds: from stamp_ns, last confirmed at confirmed_ns, until valid_to_ns (None: still).

    edge_id: its row. record_id made it known, confirmed_record_id confirmed it. holds False: from then on it was
    known not to hold; such a row keeps the end of a relation and is no edge.
    """

    edge_id: int
    subject_id: str
    relation: str
    object_id: str
    stamp_ns: int
    record_id: int
    provenance: Provenance
    map_id: str
    session_id: str
    confirmed_ns: int
    confirmed_record_id: int
    valid_to_ns: int | None = None
    holds: bool = True

    @property
    def slot(self) -> Slot:
        """What it excludes others from."""
        return slot_of(self.subject_id, self.relation, self.object_id)

    @property
    def is_current(self) -> bool:
        """Whether nothing newer took its place."""
        return self.valid_to_ns is None

    @property
    def spoken(self) -> tuple[str, str, str]:
        """(subject, relation, object)."""
        return (self.subject_id, self.relation, self.object_id)

    @property
    def known(self) -> tuple[KnowledgeTriple, ...]:
        """What it rests on: itself."""
        return (self,)

    def says(self, other: KnowledgeTriple) -> bool:
        """Whether both say the same."""
        if not self.holds and not other.holds:
            return True
        return (self.holds, self.relation, self.object_id) == (other.holds, other.relation, other.object_id)

    def with_id(self, edge_id: int) -> KnowledgeTriple:
        """As the row of that number."""
        return replace(self, edge_id=edge_id)

    def is_told_again(self, fact: RelationFact) -> bool:
        """Whether a fact says just what holds since, later and of no better provenance."""
        return (
            self.holds
            and fact.holds
            and self.valid_to_ns is None
            and self.object_id == fact.object_id
            and self.relation == fact.relation
            and self.provenance is fact.provenance
            and self.confirmed_ns <= fact.stamp_ns
        )

    def confirmed(self, stamp_ns: int, record_id: int) -> KnowledgeTriple:
        """Seen again by a later one that says the same. Written out: a view does this to all that it shows."""
        return KnowledgeTriple(
            self.edge_id, self.subject_id, self.relation, self.object_id, self.stamp_ns, self.record_id,
            self.provenance, self.map_id, self.session_id, stamp_ns, record_id, self.valid_to_ns, self.holds,
        )  # fmt: skip


def new_triple(fact: RelationFact, origin: Origin) -> KnowledgeTriple:
    """The edge that a fact asks for, without an edge_id yet."""
    return KnowledgeTriple(
        0,
        fact.subject_id,
        fact.relation,
        fact.object_id,
        fact.stamp_ns,
        origin.record_id,
        fact.provenance,
        origin.map_id,
        origin.session_id,
        fact.stamp_ns,
        origin.record_id,
        holds=fact.holds,
    )


@dataclass(frozen=True, slots=True)
class InferredTriple:
    """A relation that follows from others. premises: the known triples it rests on; rule: why, in words."""

    subject_id: str
    relation: str
    object_id: str
    premises: tuple[KnowledgeTriple, ...]
    rule: str

    @property
    def spoken(self) -> tuple[str, str, str]:
        """(subject, relation, object)."""
        return (self.subject_id, self.relation, self.object_id)

    @property
    def known(self) -> tuple[KnowledgeTriple, ...]:
        """What it rests on."""
        return self.premises


Triple = KnowledgeTriple | InferredTriple
"""Known or inferred."""


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
