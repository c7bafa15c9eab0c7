"""Edges of the knowledge graph (STMA, equation 5: triples of subject, relation and object), with their time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import Slot, slot_of


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
