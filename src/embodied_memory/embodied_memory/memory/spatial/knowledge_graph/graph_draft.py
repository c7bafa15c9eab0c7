"""The graph as one record will leave it: facts come in, changes come out, nothing in memory changes.

What one new fact changes in the history of one slot: nothing is lost, and the newest is current.

The spans of a slot follow one another without a gap: each lasts until the next begins, the last one is open. A
fact may come late, with an older stamp than what is known already; it then takes its place in the history.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from embodied_memory.config import KnowledgeGraphConfig
from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.graph_state import GraphState, KnowledgeChanges
from embodied_memory.memory.spatial.knowledge_graph.triple import (
    IN_ROOM,
    PART_OF,
    PLACE,
    PLACE_RELATIONS,
    KnowledgeTriple,
    Origin,
    RelationFact,
    Slot,
    new_triple,
    relation_kind,
    slot_of,
)
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind, kind_of_name, name_of_id

_ENDLESS = 1 << 63


def in_order(spans: Sequence[KnowledgeTriple]) -> list[KnowledgeTriple]:
    """Oldest first; of one stamp those without length first."""
    return sorted(spans, key=lambda span: (span.stamp_ns, _end(span), span.edge_id))


def inserted(spans: Sequence[KnowledgeTriple], new: KnowledgeTriple, refresh_ns: int = 0) -> list[KnowledgeTriple]:
    """The spans that are new (edge_id 0) or changed when `new` comes into a slot; spans: the slot's, in order.

    What is confirmed again sooner than refresh_ns after the last time changes nothing.
    """
    before = next((span for span in reversed(spans) if span.stamp_ns <= new.stamp_ns), None)
    after = next((span for span in spans if span.stamp_ns > new.stamp_ns), None)
    if before is not None and before.says(new) and not _first_seen(before, new):
        return (
            [before.confirmed(new.confirmed_ns, new.confirmed_record_id)]
            if new.stamp_ns > before.confirmed_ns + refresh_ns
            else []
        )
    if before is not None and _outranks(before, new):
        return [replace(new, valid_to_ns=new.stamp_ns)]
    cut = [replace(before, valid_to_ns=new.stamp_ns)] if before is not None else []
    if before is not None and new.stamp_ns < before.confirmed_ns:
        return _split(before, new)
    if after is not None and after.says(new) and after.provenance is new.provenance and after.stamp_ns < _end(after):
        return [*cut, replace(after, stamp_ns=new.stamp_ns, record_id=new.record_id)]
    return [*cut, replace(new, valid_to_ns=after.stamp_ns if after else None)]


def _split(around: KnowledgeTriple, late: KnowledgeTriple) -> list[KnowledgeTriple]:
    """A late fact amid a longer one, which holds again from its last confirmation on."""
    cut = replace(
        around, valid_to_ns=late.stamp_ns, confirmed_ns=around.stamp_ns, confirmed_record_id=around.record_id
    )
    resumed = replace(around, edge_id=0, stamp_ns=around.confirmed_ns, record_id=around.confirmed_record_id)
    return [cut, replace(late, valid_to_ns=around.confirmed_ns), resumed]


def _first_seen(known: KnowledgeTriple, new: KnowledgeTriple) -> bool:
    """What was only told is now seen: worth a span of its own."""
    return known.provenance is Provenance.REPORTED and new.provenance is Provenance.OBSERVED


def _outranks(known: KnowledgeTriple, new: KnowledgeTriple) -> bool:
    """At one stamp seeing beats hearing; otherwise what was recorded later wins."""
    same_stamp = known.stamp_ns == new.stamp_ns or known.confirmed_ns == new.stamp_ns
    return same_stamp and known.provenance is Provenance.OBSERVED and new.provenance is Provenance.REPORTED


def _end(span: KnowledgeTriple) -> int:
    return _ENDLESS if span.valid_to_ns is None else span.valid_to_ns


NS = 1_000_000_000

HistoryOf = Callable[[Slot], Sequence[KnowledgeTriple]]
"""All spans of a slot in the database."""


class GraphDraft:
    """One record's changes in the making. last_edge_id: of the graph before it."""

    def __init__(
        self,
        state: GraphState,
        history_of: HistoryOf,
        origin: Origin,
        last_edge_id: int,
        config: KnowledgeGraphConfig,
    ) -> None:
        self._state, self._history_of, self._origin, self._config = state, history_of, origin, config
        self._last_edge_id = last_edge_id
        self._refresh_ns = round(config.refresh_interval_s * NS)
        self._open: dict[Slot, KnowledgeTriple] = {}
        self.changes = KnowledgeChanges()

    def vertex(self, vertex_id: str) -> Vertex | None:
        """As it will be."""
        return self.changes.vertices.get(vertex_id) or self._state.vertices.get(vertex_id)

    def place_of(self, vertex_id: str) -> KnowledgeTriple | None:
        """As it will be; None if the place is not known."""
        known = self._in_slot((vertex_id, PLACE, ""))
        return known if known is not None and known.holds else None

    def root_of(self, vertex_id: str) -> str:
        """What the entity rests on, in or with in the end: itself if its place is a room or not known."""
        for _ in range(self._config.max_place_depth):
            place = self.place_of(vertex_id)
            if place is None or place.relation == IN_ROOM:
                return vertex_id
            vertex_id = place.object_id
        return vertex_id

    def room_of(self, vertex_id: str) -> str:
        """The room it is in, through all that it rests on; "" if that is not known."""
        place = self.place_of(self.root_of(vertex_id))
        return place.object_id if place is not None and place.relation == IN_ROOM else ""

    def is_met(self, vertex_id: str, name: str, caption: str, stamp_ns: int) -> bool:
        """Whether it was seen like this so short a time ago that seeing it again, unmoved, is no news."""
        known = self.vertex(vertex_id)
        if known is None or known.name != name or known.caption != caption:
            return False
        return 0 <= stamp_ns - known.last_seen_ns < self._refresh_ns

    def is_confirmed(self, subject_id: str, relation: str, object_id: str, stamp_ns: int) -> bool:
        """Whether the relation holds and was confirmed so short a time ago that seeing it again is no news."""
        known = self._in_slot(slot_of(subject_id, relation, object_id))
        if known is None or not known.holds or known.object_id != object_id or known.relation != relation:
            return False
        return 0 <= stamp_ns - known.confirmed_ns < self._refresh_ns

    def meet(self, vertex: Vertex) -> None:
        """An entity was seen or told of."""
        known = self.vertex(vertex.vertex_id)
        merged = known.told_again(vertex) if known is not None else vertex
        if known is None or self._is_news(known, merged):
            self.changes.vertices[vertex.vertex_id] = merged

    def add(self, fact: RelationFact) -> None:
        """A relation holds, or holds no more. Both ends become vertices if they are none yet."""
        if fact.subject_id == fact.object_id or not fact.subject_id or (fact.holds and not fact.object_id):
            return
        known = self._in_slot(slot_of(fact.subject_id, fact.relation, fact.object_id))
        if known is not None and known.is_told_again(fact):  # nearly all of a view: nothing else is to be asked
            if fact.stamp_ns > known.confirmed_ns + self._refresh_ns:
                self._put(known.confirmed(fact.stamp_ns, self._origin.record_id))
            return
        kind = relation_kind(fact.relation)
        if kind.is_place and (self._says_no_more(fact) if fact.holds else not self._ends_place(fact)):
            return
        self._meet_ends(fact)
        new = new_triple(fact, self._origin)
        before = self._in_slot(new.slot)
        self._insert(new)
        if kind.is_place and before is not None and before.holds and self._in_slot(new.slot) is not before:
            self._leave_neighbours(fact, before)

    def merge(self, gone: str, kept: str, stamp_ns: int) -> None:
        """Two entities are one: what holds of the one holds of the other, unless more is known of that."""
        vertex, known = self.vertex(gone), self.vertex(kept)
        if vertex is None:
            return
        self.changes.merged[gone] = kept
        self.meet(replace(vertex, vertex_id=kept, name=known.name if known is not None else vertex.name))
        around = self._state.triples_at(gone)
        for span in self._state.open_spans(gone):  # of one slot no two may be open
            self.changes.edges[span.edge_id] = replace(span, valid_to_ns=max(stamp_ns, span.stamp_ns))
        for span in around:
            subject, other = (kept if end == gone else end for end in (span.subject_id, span.object_id))
            fact = RelationFact(subject, span.relation, other, max(stamp_ns, span.confirmed_ns), span.provenance)
            before = self._in_slot(slot_of(subject, span.relation, other))
            if subject != other and (before is None or not before.holds or before is span):
                self._insert(new_triple(fact, self._origin))

    def _says_no_more(self, fact: RelationFact) -> bool:
        """Whether only the room is told of what is known to be on or in something there."""
        known = self.place_of(fact.subject_id)
        if known is None or fact.relation != IN_ROOM or fact.provenance is Provenance.OBSERVED:
            return False
        return known.relation != IN_ROOM and self.room_of(fact.subject_id) == fact.object_id

    def _ends_place(self, fact: RelationFact) -> bool:
        """Whether the place that this fact ends is one of its sort: "held by nobody" ends no "on the table"."""
        known = self.place_of(fact.subject_id)
        return known is not None and known.relation == fact.relation and fact.object_id in ("", known.object_id)

    def _insert(self, new: KnowledgeTriple) -> None:
        known = self._in_slot(new.slot)
        if known is not None and new.stamp_ns < known.stamp_ns:
            spans = self._whole(new.slot)
        else:
            spans = [known] if known is not None else []
        for span in inserted(spans, new, self._refresh_ns):
            self._put(span)

    def _whole(self, slot: Slot) -> list[KnowledgeTriple]:
        spans = {span.edge_id: span for span in self._history_of(slot)}
        spans.update((key, span) for key, span in self.changes.edges.items() if span.slot == slot)
        return in_order(list(spans.values()))

    def _put(self, span: KnowledgeTriple) -> None:
        if not span.edge_id:
            self._last_edge_id += 1
            span = span.with_id(self._last_edge_id)
        self.changes.edges[span.edge_id] = span
        if span.is_current:
            self._open[span.slot] = span

    def _in_slot(self, slot: Slot) -> KnowledgeTriple | None:
        return self._open.get(slot) or self._state.in_slot(slot)

    def _leave_neighbours(self, fact: RelationFact, before: KnowledgeTriple) -> None:
        """What was put elsewhere is no longer next to what it was next to."""
        now = self._in_slot((fact.subject_id, PLACE, ""))
        if now is None or now.spoken == before.spoken or now.stamp_ns > fact.stamp_ns:
            return
        if before.relation == IN_ROOM and now.holds and self.room_of(fact.subject_id) == before.object_id:
            return  # not elsewhere, only told more exactly
        for known in self._around(fact.subject_id):
            if relation_kind(known.relation).rests and known.confirmed_ns < fact.stamp_ns:
                ended = RelationFact(
                    known.subject_id, known.relation, known.object_id, fact.stamp_ns, fact.provenance, False
                )
                self._insert(new_triple(ended, self._origin))

    def _around(self, vertex_id: str) -> list[KnowledgeTriple]:
        edges = {known.edge_id: known for known in self._state.triples_at(vertex_id)}
        for key, span in self.changes.edges.items():
            if vertex_id in (span.subject_id, span.object_id):
                edges[key] = span
        return [span for _, span in sorted(edges.items()) if span.is_current and span.holds]

    def _meet_ends(self, fact: RelationFact) -> None:
        if self.vertex(fact.subject_id) is None:
            self.meet(self.entity(fact.subject_id, fact.stamp_ns))
        if not fact.object_id or self.vertex(fact.object_id) is not None:
            return
        if fact.relation == IN_ROOM:
            self.meet_room(fact.object_id, fact.stamp_ns)
        else:
            holder = fact.relation in ("held by", "owned by")
            kind = VertexKind.PERSON if holder else None
            self.meet(self.entity(fact.object_id, fact.stamp_ns, kind))

    def meet_room(self, room: str, stamp_ns: int, outside: bool = False) -> None:
        """A room, as part of the house if it is not outside."""
        self.meet(self.entity(room, stamp_ns, VertexKind.ROOM))
        if not outside and room != self._config.house:
            self.meet(self.entity(self._config.house, stamp_ns, VertexKind.HOUSE))
            self.add(RelationFact(room, PART_OF, self._config.house, stamp_ns))

    def entity(self, vertex_id: str, stamp_ns: int, kind: VertexKind | None = None) -> Vertex:
        """An entity of which no more is known than its id."""
        name = name_of_id(vertex_id)
        origin = self._origin
        return Vertex(
            vertex_id, kind or kind_of_name(name), name, "", None, origin.map_id, origin.session_id, stamp_ns,
            stamp_ns, origin.record_id,
        )  # fmt: skip

    def _is_news(self, known: Vertex, merged: Vertex) -> bool:
        if (known.kind, known.name, known.caption) != (merged.kind, merged.name, merged.caption):
            return True
        if merged.first_seen_ns < known.first_seen_ns or merged.has_moved_from(known, self._config.moved_m):
            return True
        return merged.last_seen_ns > known.last_seen_ns + self._refresh_ns


def place_ended(subject_id: str, stamp_ns: int, relations: Sequence[str] = PLACE_RELATIONS) -> list[RelationFact]:
    """The facts that something is at none of the places that these relations tell of."""
    return [RelationFact(subject_id, relation, "", stamp_ns, holds=False) for relation in relations]
