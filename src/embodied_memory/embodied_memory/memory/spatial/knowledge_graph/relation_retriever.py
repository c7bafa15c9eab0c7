"""The role relation retriever (STMA, equations 5 and 6): triples out of what happened and what was said.

State changes are told by attribute and value ("location": "on table_2", "held by": "Anna"). The room of the
event places those who took part, and what things were seen on or in. Settings belong to the state track.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from pydantic import BaseModel, Field

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, relation_and_landmark
from embodied_memory.memory.spatial.knowledge_graph.graph_draft import GraphDraft, place_ended
from embodied_memory.memory.spatial.knowledge_graph.triple import (
    IN_ROOM,
    PLACE_RELATIONS,
    RelationFact,
    can_hold,
    told_relations,
)
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


_LYING = tuple(name for name in PLACE_RELATIONS if name != HELD_BY)
_NOT_SETTINGS = (LOCATION, HELD_BY, "open")


def add_event(draft: GraphDraft, event: Event, robot: str, outside: Collection[str]) -> None:
    """All that the event tells. robot: its name among the actors; outside: places that are not of the house."""
    _meet_people(draft, event, robot)
    seen = event.provenance is Provenance.OBSERVED
    if seen and event.place:
        draft.meet_room(event.place, event.stamp_ns, event.place in outside)
        if event.actor and not any(change.entity_id == event.actor for change in event.changes):
            draft.add(RelationFact(event.actor, IN_ROOM, event.place, event.stamp_ns))
    for change in event.changes:
        _meet_changed(draft, event, change, outside)
    for fact in facts_of_changes(event.changes, event.stamp_ns, event.provenance):
        draft.add(fact)
    if seen and event.place:
        _place_roots(draft, event)


def facts_of_changes(
    changes: Iterable[StateChange], stamp_ns: int, provenance: Provenance = Provenance.OBSERVED
) -> Iterator[RelationFact]:
    """Where things are now; that one is nowhere known any more only if the same changes do not say where it is."""
    told = [change for change in changes if change.attribute in (LOCATION, HELD_BY)]
    placed = {change.entity_id for change in told if change.value}
    for change in told:
        if not change.value and change.entity_id not in placed:
            ended = (HELD_BY,) if change.attribute == HELD_BY else _LYING
            yield from place_ended(change.entity_id, stamp_ns, ended)
    for change in told:
        if change.value and change.attribute == HELD_BY:
            yield RelationFact(change.entity_id, HELD_BY, change.value, stamp_ns, provenance)
        elif change.value:
            relation, landmark = relation_and_landmark(change.value)
            yield RelationFact(change.entity_id, relation or IN_ROOM, landmark, stamp_ns, provenance)


def _meet_people(draft: GraphDraft, event: Event, robot: str) -> None:
    for name in dict.fromkeys((event.actor, *event.observers)):
        if name:
            kind = VertexKind.ROBOT if name == robot else VertexKind.PERSON
            draft.meet(draft.entity(name, event.stamp_ns, kind))


def _meet_changed(draft: GraphDraft, event: Event, change: StateChange, outside: Collection[str]) -> None:
    kind = VertexKind.DEVICE if change.attribute not in _NOT_SETTINGS else None
    if event.kind is EventKind.DEVICE_STATE_CHANGED and change.attribute not in (LOCATION, HELD_BY):
        kind = VertexKind.DEVICE
    draft.meet(draft.entity(change.entity_id, event.stamp_ns, kind))
    relation, landmark = relation_and_landmark(change.value) if change.attribute == LOCATION else ("", "")
    if landmark and not relation:
        draft.meet_room(landmark, event.stamp_ns, landmark in outside)


def _place_roots(draft: GraphDraft, event: Event) -> None:
    """What things were seen on or in stands in the room where that was seen."""
    for change in event.changes:
        place = draft.place_of(change.entity_id)
        if place is None or place.relation == IN_ROOM or place.confirmed_ns > event.stamp_ns:
            continue
        root = draft.root_of(change.entity_id)
        if draft.room_of(root) != event.place:
            draft.add(RelationFact(root, IN_ROOM, event.place, event.stamp_ns))
