"""What the graph is asked: around a query, in relation to an entity, and where things of a kind usually belong.

Retrieval is in two steps (STMA, section 4.2, algorithm 1): semantic filtering, then relational expansion.
Things are related as it was seen or told, and as it follows from that. Where things usually belong is told by
all places where the graph knows them to have been. What is forgotten for good takes its past stays with it:
habits of long ago fade.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import KnowledgeGraphConfig
from embodied_memory.evidence import UsualPlace
from embodied_memory.memory.spatial.knowledge_graph.adjacency import Rows
from embodied_memory.memory.spatial.knowledge_graph.graph_state import GraphState
from embodied_memory.memory.spatial.knowledge_graph.inference import Inference, position_triple, room_triple
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import (
    AggregateRelations,
    BeliefEntity,
    SpatialSubgraph,
    Subgraph,
    TemplateAggregator,
)
from embodied_memory.memory.spatial.knowledge_graph.triple import (
    HELD_BY,
    IN,
    IN_ROOM,
    NEAR,
    NEXT_TO,
    ON,
    InferredTriple,
    KnowledgeTriple,
    Triple,
    relation_kind,
)
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind, name_of_id
from embodied_memory.memory.spatial.knowledge_graph.vertex_names import VertexNames, telling_words
from embodied_memory.perception.embedder import Embedder
from embodied_memory.words.wording.words import alike_to, canonical, noun_words, split_words

RoomOf = Callable[[str], str]
"""The room that an entity was measured in, as rooms are named now; "" if that is not known."""


class GraphRetrieval:
    """Reads the graph; changes nothing. room_of: for what rests on nothing and of which no record names the room."""

    def __init__(
        self, state: GraphState, names: VertexNames, embedder: Embedder, config: KnowledgeGraphConfig,
        aggregate: AggregateRelations | None = None, room_of: RoomOf = lambda vertex_id: "",
    ) -> None:  # fmt: skip
        self._state, self._names, self._embedder, self._config = state, names, embedder, config
        self._aggregate, self._room_of = aggregate or TemplateAggregator(), room_of

    def retrieve(self, query: str, k: int, hops: int) -> SpatialSubgraph:
        """Algorithm 1, and the aggregation of what it finds (equation 7)."""
        return self.expand(query, self.similar(query, k), hops)

    def similar(self, query: str, k: int) -> list[tuple[str, float]]:
        """Semantic filtering: (entity, likeness), best first. An entity that is named by its id comes first."""
        named = [word for word in dict.fromkeys(query.replace("?", " ").split()) if word in self._state.vertices]
        found = dict.fromkeys(named[:k], 1.0)
        feature = self._embedder.embed_text([query])[0]
        for vertex_id, likeness in self._names.search(query, feature, k, self._config.word_weight):
            if len(found) < k:
                found.setdefault(vertex_id, min(1.0, likeness))
        return list(found.items())

    def expand(self, query: str, seeds: list[tuple[str, float]], hops: int) -> SpatialSubgraph:
        """Relational expansion from these entities, with conclusions and words."""
        subgraph = self._subgraph(seeds, hops)
        inferred = Inference(subgraph, self._config).conclusions()
        text = self._aggregate(query, subgraph, inferred)
        return SpatialSubgraph(query, subgraph.entities, subgraph.triples, inferred, text)

    def neighbourhood(self, vertex_ids: Iterable[str], hops: int) -> dict[str, int]:
        """All within so many hops, unbounded."""
        rows, depths = self._walk(vertex_ids, hops)
        return {self._state.ids[row]: depth for row, depth in zip(rows.tolist(), depths.tolist(), strict=True)}

    def places_of(self, vertex_id: str) -> tuple[KnowledgeTriple, ...]:
        """Its place, the place of that, and so on until a room, a circle, or the unknown."""
        steps: list[KnowledgeTriple] = []
        met: set[str] = set()
        while vertex_id not in met and len(steps) < self._config.max_place_depth:
            met.add(vertex_id)
            place = self._state.place_of(vertex_id) or self._room_measured(vertex_id)
            if place is None:
                break
            steps.append(place)
            if place.relation == IN_ROOM:
                break
            vertex_id = place.object_id
        return tuple(steps)

    def _subgraph(self, seeds: list[tuple[str, float]], hops: int) -> Subgraph:
        """The nearest entities, what the seeds rest in among them however far it is, and all edges between them."""
        likeness = dict(seeds)
        rows, depths = self._nearest(*self._walk(likeness, hops, self._config.max_entities))
        found = {self._state.ids[row]: depth for row, depth in zip(rows.tolist(), depths.tolist(), strict=True)}
        for seed in likeness:
            for depth, place in enumerate(self.places_of(seed), 1):
                found.setdefault(place.object_id, depth)
        rooms = [room for vertex_id in found if (room := self._room_measured(vertex_id)) is not None]
        for room in rooms:
            found.setdefault(room.object_id, found[room.subject_id] + 1)
        entities = (
            BeliefEntity(self._vertex(vertex_id), likeness.get(vertex_id, 0.0), depth)
            for vertex_id, depth in found.items()
        )
        triples = (
            known for vertex_id in found for known in self._state.triples_of(vertex_id) if known.object_id in found
        )
        return Subgraph(tuple(entities), (*triples, *rooms))

    def _room_measured(self, vertex_id: str) -> KnowledgeTriple | None:
        """Of what has no place in the graph."""
        vertex = self._state.vertices.get(vertex_id)
        if vertex is None or self._state.place_of(vertex_id) is not None:
            return None
        room = self._room_of(vertex_id)
        return room_triple(vertex, room) if room else None

    def _vertex(self, vertex_id: str) -> Vertex:
        """Rooms that no record tells of are known by their names alone."""
        known = self._state.vertices.get(vertex_id)
        return known or Vertex(vertex_id, VertexKind.ROOM, vertex_id, "", None, "", "", 0, 0, 0)

    def _walk(self, vertex_ids: Iterable[str], hops: int, enough: int = 0) -> tuple[Rows, NDArray[np.int32]]:
        rows = [self._state.rows[vertex_id] for vertex_id in vertex_ids if vertex_id in self._state.rows]
        return self._state.adjacency.walk(np.array(rows, np.int64), hops, enough)

    def _nearest(self, rows: Rows, depths: NDArray[np.int32]) -> tuple[Rows, NDArray[np.int32]]:
        """So many as a belief holds: whole hops first; of each hop those seen last, so that the order is settled."""
        left = self._config.max_entities or len(rows)
        hops = [rows[depths == 0]]
        for depth in range(1, int(depths.max(initial=0)) + 1):
            left -= len(hops[-1])
            if left <= 0:
                break
            ring = rows[np.searchsorted(depths, depth) : np.searchsorted(depths, depth, side="right")]
            hops.append(self._state.latest_seen(ring, left))
        return np.concatenate(hops), np.repeat(np.arange(len(hops), dtype=np.int32), [len(hop) for hop in hops])


_PASSES = {ON: (ON,), IN: (ON, IN)}
"""What rests so on what is on (in) something is on (in) that, too: the mug on the tray on the table."""
_RESTS_THERE = "what rests on what is there is there"
_BESIDE = "from their positions, both at the same place"
_THINGS_BESIDE = (VertexKind.OBJECT, VertexKind.DEVICE, VertexKind.FURNITURE)


class Related:
    """Over one graph; changes nothing."""

    def __init__(self, state: GraphState, retrieval: GraphRetrieval, config: KnowledgeGraphConfig) -> None:
        self._state, self._retrieval, self._config = state, retrieval, config

    def to(self, vertex_id: str, relation: str) -> tuple[Triple, ...]:
        """(other, relation, vertex) for each other, those seen so first; what is next to it either way round.

        Of "next to" what is near by its measured position follows, the nearest first: in the room, or on or in the
        same thing, as it.
        """
        known = [one for one in self._state.triples_at(vertex_id) if one.relation == relation]
        if relation == NEXT_TO:
            return (*known, *self._near(vertex_id, known))
        direct = sorted((one for one in known if one.object_id == vertex_id), key=lambda one: one.edge_id)
        return (*direct, *self._resting(vertex_id, relation, direct))

    def _resting(self, vertex_id: str, relation: str, direct: list[KnowledgeTriple]) -> Iterator[InferredTriple]:
        met = {vertex_id, *(one.subject_id for one in direct)}
        waiting: deque[tuple[KnowledgeTriple, ...]] = deque((one,) for one in direct)
        while waiting:
            path = waiting.popleft()
            here = path[0].subject_id
            for one in self._state.triples_at(here):
                rests = one.object_id == here and one.relation in _PASSES.get(relation, ())
                if rests and one.subject_id not in met:
                    met.add(one.subject_id)
                    waiting.append((one, *path))
                    yield InferredTriple(one.subject_id, relation, vertex_id, waiting[-1], _RESTS_THERE)

    def _near(self, vertex_id: str, known: list[KnowledgeTriple]) -> Iterator[InferredTriple]:
        here, place = self._state.vertices.get(vertex_id), self._place(vertex_id)
        if here is None or here.position is None or not place:
            return
        told = {vertex_id, *(end for one in known for end in (one.subject_id, one.object_id))}
        away = sorted(
            (distance, other.vertex_id)
            for other in self._state.vertices.values()
            if other.vertex_id not in told and (distance := _distance(here, other)) <= self._config.near_distance_m
        )
        beside = [other_id for _, other_id in away if self._place(other_id) == place]
        for other_id in beside[: self._config.max_near]:
            premises = (position_triple(self._state.vertices[other_id]), position_triple(here))
            yield InferredTriple(other_id, NEAR, vertex_id, premises, _BESIDE)

    def _place(self, vertex_id: str) -> str:
        """What it is on or in, or its room; "" if that is not known."""
        return next((step.object_id for step in self._retrieval.places_of(vertex_id)), "")


def _distance(here: Vertex, other: Vertex) -> float:
    """Metres; endless for what has no place in the same map, or is nobody's neighbour."""
    if (
        here.position is None
        or other.position is None
        or other.map_id != here.map_id
        or other.kind not in _THINGS_BESIDE
    ):
        return math.inf
    return math.dist(here.position, other.position)


_MOST_PLACES, _MOST_RECORDS = 5, 5
_ALIKE_WEIGHT = 0.5
"""Of a stay of what is only near in meaning: of a cup, where mugs are asked for."""
_ELSEWHERE = 1.0
"""Stays that count as seen elsewhere, so that a single one makes nothing usual (rule of succession)."""
_THINGS_WITH_PLACES = (VertexKind.OBJECT, VertexKind.DEVICE)

SpansOf = Callable[[str], Sequence[KnowledgeTriple]]
"""All that was ever known of a subject."""


@dataclass
class _Stays:
    """At one place. weight: of the stays, each as much as its thing is what is asked for."""

    relation: str
    place_id: str
    times: int = 0
    weight: float = 0.0
    spans: list[KnowledgeTriple] = field(default_factory=list)


class UsualPlaces:
    """Over one graph. spans_of: from the database, where what is past stays."""

    def __init__(self, state: GraphState, retrieval: GraphRetrieval, spans_of: SpansOf) -> None:
        self._state, self._retrieval, self._spans_of = state, retrieval, spans_of

    def of(self, query: str, k: int) -> tuple[UsualPlace, ...]:
        """The likeliest first; none where memory knows nothing of that kind. k: so many things at most are looked at.

        A stay is one time from being put somewhere until being known elsewhere; that somebody held it is none.
        """
        stays: dict[tuple[str, str], _Stays] = {}
        for vertex, weight in self._things(query, k):
            for span in self._stays_of(vertex):
                at = stays.setdefault((span.relation, span.object_id), _Stays(span.relation, span.object_id))
                at.times, at.weight = at.times + 1, at.weight + weight
                at.spans.append(span)
        whole = sum(at.weight for at in stays.values())
        best = sorted(stays.values(), key=lambda at: (-at.weight, -max(one.confirmed_ns for one in at.spans)))
        of_times = sum(at.times for at in stays.values())
        return tuple(self._place(at, of_times, whole) for at in best[:_MOST_PLACES])

    def _things(self, query: str, k: int) -> Iterator[tuple[Vertex, float]]:
        """Of the things like the query those of its kind, and how much each counts: a blue mug less for a red one."""
        wanted = frozenset(telling_words(query))
        alike = frozenset(one for word in wanted for one in alike_to((word,)))
        found = [(self._state.vertices[one], likeness) for one, likeness in self._retrieval.similar(query, k)]
        found = [(vertex, likeness) for vertex, likeness in found if vertex.kind in _THINGS_WITH_PLACES]
        most = max((likeness for _, likeness in found), default=0.0)
        for vertex, likeness in found:
            names = _names(vertex)
            share = 1.0 if names & wanted else _ALIKE_WEIGHT if names & alike else 0.0
            if share and likeness > 0.0:
                yield vertex, share * (likeness / most) ** 2

    def _stays_of(self, vertex: Vertex) -> list[KnowledgeTriple]:
        """Those that tell more than a room, if any do; of what the graph has no place for, where it is seen now."""
        spans = [
            span for span in self._spans_of(vertex.vertex_id)
            if span.holds and relation_kind(span.relation).is_place and span.relation != HELD_BY
            and span.valid_to_ns != span.stamp_ns
        ]  # fmt: skip
        finer = [span for span in spans if span.relation != IN_ROOM]
        return finer or spans or list(self._retrieval.places_of(vertex.vertex_id)[:1])

    def _place(self, at: _Stays, of_times: int, whole: float) -> UsualPlace:
        known = self._state.vertices.get(at.place_id)
        places = self._retrieval.places_of(at.place_id)
        in_room = places[-1].object_id if places and places[-1].relation == IN_ROOM else ""
        latest = sorted(at.spans, key=lambda span: -span.confirmed_ns)[:_MOST_RECORDS]
        return UsualPlace(
            at.relation, at.place_id, known.name if known else name_of_id(at.place_id),
            at.place_id if at.relation == IN_ROOM else in_room, at.times, of_times,
            round(at.weight / (whole + _ELSEWHERE), 4),
            tuple(dict.fromkeys(span.confirmed_record_id for span in latest if span.confirmed_record_id > 0)),
        )  # fmt: skip


def _names(vertex: Vertex) -> frozenset[str]:
    """Its name and the head of it, in the form that stands for all synonyms: "coffee mug" is a mug."""
    words = noun_words(split_words(vertex.name))
    return frozenset((canonical(words), canonical(words[-1:]))) if words else frozenset()
