"""What retrieval from the knowledge graph gives: the subgraph and its words (STMA, equation 7).

The role relation aggregator puts triples into sentences, for people and language models.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, Field

from embodied_memory.event import Provenance
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.memory.spatial.knowledge_graph.triple import (
    PART_OF,
    InferredTriple,
    KnowledgeTriple,
    Triple,
    relation_kind,
)
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind
from embodied_memory.words.wording.phrases import listed


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


_PLAIN = (VertexKind.ROOM, VertexKind.HOUSE)


class AggregateRelations(Protocol):
    """Says in plain words what a subgraph and the conclusions from it tell."""

    def __call__(self, query: str, subgraph: Subgraph, inferred: tuple[InferredTriple, ...]) -> str:
        """A few sentences; "" for an empty subgraph."""
        ...


class TemplateAggregator:
    """One sentence an entity, in the order of the subgraph: "mug_1 (blue mug) is on table_2 ..." """

    def __call__(self, query: str, subgraph: Subgraph, inferred: tuple[InferredTriple, ...]) -> str:
        """See AggregateRelations."""
        vertices = {entity.vertex.vertex_id: entity.vertex for entity in subgraph.entities}
        clauses: defaultdict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        told: tuple[Triple, ...] = (*subgraph.triples, *inferred)
        for triple in told:
            if triple.relation != PART_OF:
                clauses[triple.subject_id][triple.relation].append(_object(triple, vertices))
        return " ".join(
            _sentence(vertex, clauses[vertex.vertex_id])
            for vertex in vertices.values()
            if vertex.vertex_id in clauses
        )


class AggregatedText(BaseModel):
    """What the language model is asked for."""

    text: str = Field(min_length=1, max_length=8000)


class LanguageAggregator:
    """By a language model; where it fails, by templates."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor
        self._offline = TemplateAggregator()

    def __call__(self, query: str, subgraph: Subgraph, inferred: tuple[InferredTriple, ...]) -> str:
        """See AggregateRelations."""
        plain = self._offline(query, subgraph, inferred)
        if not plain:
            return plain
        told: tuple[Triple, ...] = (*subgraph.triples, *inferred)
        triples = "\n".join(", ".join(triple.spoken) for triple in told)
        request = asking("aggregate relations", query=query, triples=triples)
        return self._advisor.advice(request, AggregatedText, lambda reply: reply.text.strip() or plain, lambda: plain)


def _sentence(vertex: Vertex, clauses: dict[str, list[str]]) -> str:
    named = _label(vertex)
    if vertex.kind not in _PLAIN and vertex.vertex_id != vertex.name:
        named = f"{vertex.vertex_id} ({vertex.caption or vertex.name})"
    told = [f"{relation_kind(relation).phrase} {listed(objects)}" for relation, objects in clauses.items()]
    return f"{named} {listed(told)}."


def _object(triple: Triple, vertices: dict[str, Vertex]) -> str:
    premises = triple.premises if isinstance(triple, InferredTriple) else (triple,)
    told = any(premise.provenance is Provenance.REPORTED for premise in premises)
    vertex = vertices.get(triple.object_id)
    return (_label(vertex) if vertex else triple.object_id) + (" (as told)" if told else "")


def _label(vertex: Vertex) -> str:
    return f"the {vertex.name}" if vertex.kind in _PLAIN else vertex.vertex_id
