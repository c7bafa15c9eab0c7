"""What stands in a relation to an entity: as it was seen or told, and as it follows from that."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator

from embodied_memory.config import KnowledgeGraphConfig
from embodied_memory.memory.spatial.knowledge_graph.graph_retrieval import GraphRetrieval
from embodied_memory.memory.spatial.knowledge_graph.graph_state import GraphState
from embodied_memory.memory.spatial.knowledge_graph.inference import position_triple
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import IN, NEAR, NEXT_TO, ON
from embodied_memory.memory.spatial.knowledge_graph.triple import InferredTriple, KnowledgeTriple, Triple
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind

_PASSES = {ON: (ON,), IN: (ON, IN)}
"""What rests so on what is on (in) something is on (in) that, too: the mug on the tray on the table."""
_RESTS_THERE = "what rests on what is there is there"
_BESIDE = "from their positions, both at the same place"
_THINGS = (VertexKind.OBJECT, VertexKind.DEVICE, VertexKind.FURNITURE)


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
    if here.position is None or other.position is None or other.map_id != here.map_id or other.kind not in _THINGS:
        return math.inf
    return math.dist(here.position, other.position)
