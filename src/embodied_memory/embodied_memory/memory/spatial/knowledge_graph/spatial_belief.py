"""What retrieval from the knowledge graph gives: the subgraph and its words (STMA, equation 7)."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.memory.spatial.knowledge_graph.triple import InferredTriple, KnowledgeTriple
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex


@dataclass(frozen=True)
class BeliefEntity:
    """An entity of the subgraph. similarity: to the query, 0 if it was reached by hops from one that is like it."""

    vertex: Vertex
    similarity: float
    hops: int


@dataclass(frozen=True)
class Subgraph:
    """Entities, the nearest first, and all current edges among them."""

    entities: tuple[BeliefEntity, ...] = ()
    triples: tuple[KnowledgeTriple, ...] = ()

    @property
    def seeds(self) -> tuple[str, ...]:
        """Ids of the entities that are like the query, the most like first."""
        return tuple(entity.vertex.vertex_id for entity in self.entities if not entity.hops)


@dataclass(frozen=True)
class SpatialSubgraph:
    """The subgraph of a query, what follows from it, and all of it in plain words.

    Every premise of an inferred triple is among triples, or is the measured position ("at") of an entity.
    """

    query: str
    entities: tuple[BeliefEntity, ...]
    triples: tuple[KnowledgeTriple, ...]
    inferred: tuple[InferredTriple, ...]
    text: str
