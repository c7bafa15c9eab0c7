"""The role relation retriever (STMA, equations 5 and 6), offline: what an event tells of where things are.

State changes are told by attribute and value ("location": "on table_2", "held by": "Anna"). The room of the event
places those who took part, and what things were seen on or in. Settings belong to the state track.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION
from embodied_memory.memory.belief.states.whereabouts import relation_and_landmark
from embodied_memory.memory.spatial.knowledge_graph.graph_draft import GraphDraft, place_ended
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import IN_ROOM, PLACE_RELATIONS
from embodied_memory.memory.spatial.knowledge_graph.triple import RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind

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
