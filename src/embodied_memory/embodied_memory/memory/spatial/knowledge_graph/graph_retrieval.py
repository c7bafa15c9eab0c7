"""Retrieval in two steps (STMA, section 4.2, algorithm 1): semantic filtering, then relational expansion."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import KnowledgeGraphConfig
from embodied_memory.memory.spatial.knowledge_graph.adjacency import Rows
from embodied_memory.memory.spatial.knowledge_graph.graph_state import GraphState
from embodied_memory.memory.spatial.knowledge_graph.inference import Inference, room_triple
from embodied_memory.memory.spatial.knowledge_graph.relation_aggregator import AggregateRelations, TemplateAggregator
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import IN_ROOM
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import BeliefEntity, SpatialSubgraph, Subgraph
from embodied_memory.memory.spatial.knowledge_graph.triple import KnowledgeTriple
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind
from embodied_memory.memory.spatial.knowledge_graph.vertex_names import VertexNames
from embodied_memory.perception.embedder import Embedder

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
