"""The role relation retriever (STMA, equations 5 and 6): triples out of what happened and what was said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from pydantic import BaseModel, Field

from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.memory.spatial.knowledge_graph.facts_of_event import facts_of_changes
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import can_hold, told_relations
from embodied_memory.memory.spatial.knowledge_graph.triple import RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind


class RetrieveRelations(Protocol):
    """Turns an event into facts for the graph."""

    def __call__(self, event: Event, known: Sequence[Vertex]) -> tuple[RelationFact, ...]:
        """Facts at the event's stamp. known: the entities that it may be about."""
        ...


class OfflineRelations:
    """From the state changes that came with the event; its words are not read."""

    def __call__(self, event: Event, known: Sequence[Vertex]) -> tuple[RelationFact, ...]:
        """See RetrieveRelations."""
        return tuple(facts_of_changes(event.changes, event.stamp_ns, event.provenance))


class ExtractedTriple(BaseModel):
    """One triple of the reply."""

    subject: str
    relation: str
    object: str
    holds: bool = True


class ExtractedTriples(BaseModel):
    """What the language model is asked for."""

    triples: list[ExtractedTriple] = Field(max_length=64)


class LanguageRelations:
    """By a language model, besides what the changes say; of its triples only those of known entities are taken."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor
        self._offline = OfflineRelations()

    def __call__(self, event: Event, known: Sequence[Vertex]) -> tuple[RelationFact, ...]:
        """See RetrieveRelations. What the changes say is said last, so that it wins where both speak."""
        facts = self._offline(event, known)
        entities = "\n".join(f"{vertex.vertex_id}: {vertex.words}" for vertex in known)
        relations = ", ".join(told_relations())
        request = asking(
            "retrieve relations",
            entities=entities,
            relations=relations,
            speaker=event.actor,
            text=event.text,
        )
        kinds = {vertex.vertex_id: vertex.kind for vertex in known}
        return self._advisor.advice(
            request,
            ExtractedTriples,
            lambda reply: (*_told(reply, kinds, event), *facts),
            lambda: facts,
        )


def _told(reply: ExtractedTriples, kinds: Mapping[str, VertexKind], event: Event) -> Iterator[RelationFact]:
    """Relations of two different known entities, of those that are kept and can hold between such."""
    for triple in reply.triples:
        is_known = {triple.subject, triple.object} <= kinds.keys() and triple.subject != triple.object
        if is_known and can_hold(kinds[triple.subject], triple.relation, kinds[triple.object]):
            yield _fact(triple, event)


def _fact(triple: ExtractedTriple, event: Event) -> RelationFact:
    said = event.kind is EventKind.UTTERANCE or event.provenance is Provenance.REPORTED
    provenance = Provenance.REPORTED if said else Provenance.OBSERVED
    return RelationFact(triple.subject, triple.relation, triple.object, event.stamp_ns, provenance, triple.holds)
