"""Retrieval in two steps (STMA, section 4.2, algorithm 1): semantic filtering, then relational expansion."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import KnowledgeGraphConfig
from embodied_memory.memory.spatial.knowledge_graph.adjacency import Rows
from embodied_memory.memory.spatial.knowledge_graph.graph_state import GraphState
from embodied_memory.memory.spatial.knowledge_graph.inference import Inference
from embodied_memory.memory.spatial.knowledge_graph.relation_aggregator import AggregateRelations, TemplateAggregator
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import IN_ROOM
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import BeliefEntity, SpatialBelief, Subgraph
from embodied_memory.memory.spatial.knowledge_graph.triple import KnowledgeTriple
from embodied_memory.memory.spatial.knowledge_graph.vertex_names import VertexNames
from embodied_memory.perception.embedder import Embedder


class GraphRetrieval:
    """Reads the graph; changes nothing."""

    def __init__(
        self, state: GraphState, names: VertexNames, embedder: Embedder, config: KnowledgeGraphConfig,
        aggregate: AggregateRelations | None = None,
    ) -> None:  # fmt: skip
        self._state, self._names, self._embedder, self._config = state, names, embedder, config
        self._aggregate = aggregate or TemplateAggregator()

    def retrieve(self, query: str, k: int, hops: int) -> SpatialBelief:
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

    def expand(self, query: str, seeds: list[tuple[str, float]], hops: int) -> SpatialBelief:
        """Relational expansion from these entities, with conclusions and words."""
        subgraph = self._subgraph(seeds, hops)
        inferred = Inference(subgraph, self._config).conclusions()
        text = self._aggregate(query, subgraph, inferred)
        return SpatialBelief(query, subgraph.entities, subgraph.triples, inferred, text)

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
            place = self._state.place_of(vertex_id)
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
        entities = (
            BeliefEntity(self._state.vertices[vertex_id], likeness.get(vertex_id, 0.0), depth)
            for vertex_id, depth in found.items()
        )
        triples = (
            known for vertex_id in found for known in self._state.triples_of(vertex_id) if known.object_id in found
        )
        return Subgraph(tuple(entities), tuple(triples))

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
