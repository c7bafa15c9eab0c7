"""What seen objects tell the knowledge graph: who is there, where, on and in what, next to what."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.spatial.knowledge_graph.graph_draft import GraphDraft, place_ended
from embodied_memory.memory.spatial.knowledge_graph.triple import IN_ROOM, Origin, RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind, kind_of_name
from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState, StoredRelation, name_of_person
from embodied_memory.scene_graph import SpatialRelation

_BEST_FIRST = (SpatialRelation.IN, SpatialRelation.ON, SpatialRelation.UNDER)
"""Of several places that one view shows, the first of these is taken."""
_FAR_M = 2.5
"""Farther from its middle, level, nothing is on, in or under a piece of furniture, great as it may be."""


def add_instant(draft: GraphDraft, stamp_ns: int, changes: ObjectChanges, states: Mapping[int, ObjectState],
                origin: Origin) -> None:  # fmt: skip
    """What one instant showed. changes: of the object store by it; states: all objects, from before or after it.

    Of tentative things there is nothing to tell.
    """
    ids = _Ids(changes.states, states)
    _end_places_of_tentative(draft, stamp_ns, changes, states)
    _meet_seen(draft, stamp_ns, changes, origin)
    for old in changes.outdated:
        is_merged = bool({old.subject, old.object} & changes.merged.keys())
        if not is_merged and draft.vertex(ids.of(old.subject)) is not None:
            draft.add(_fact(old, ids, stamp_ns, holds=False))
    places: defaultdict[int, list[StoredRelation]] = defaultdict(list)
    beside: list[StoredRelation] = []
    for relation in changes.relations:
        if not (ids.is_asserted(relation.subject) and ids.is_asserted(relation.object)):
            continue
        (places[relation.subject] if relation.relation in _BEST_FIRST else beside).append(relation)
    for seen in places.values():
        if not any(_is_no_news(relation, ids, draft, stamp_ns) for relation in seen):
            facts = [_fact(relation, ids, stamp_ns) for relation in sorted(seen, key=_rank)]
            draft.add(_chosen(facts, draft))
    _end_places_left(draft, stamp_ns, changes, places.keys())
    for relation in beside:
        if not _is_no_news(relation, ids, draft, stamp_ns):
            draft.add(_fact(relation, ids, stamp_ns))


class _Ids:
    """Memory's ids of objects by their keys, after an instant."""

    def __init__(self, changed: Mapping[int, ObjectState], before: Mapping[int, ObjectState]) -> None:
        self._ids = {key: state.object_id for key, state in changed.items()}
        self._tentative = {key for key, state in changed.items() if not state.is_asserted}
        self._before = before

    def of(self, key: int) -> str:
        return self._ids.get(key) or self._before[key].object_id

    def is_asserted(self, key: int) -> bool:
        return key not in self._tentative if key in self._ids else self._before[key].is_asserted


def _end_places_of_tentative(
    draft: GraphDraft, stamp_ns: int, changes: ObjectChanges, states: Mapping[int, ObjectState]
) -> None:
    """What memory does not say is there any more is nowhere."""
    for key, state in changes.states.items():
        if not state.is_asserted and key in states and states[key].is_asserted:
            for ended in place_ended(state.object_id, stamp_ns):
                draft.add(ended)


def _end_places_left(draft: GraphDraft, stamp_ns: int, changes: ObjectChanges, placed: Collection[int]) -> None:
    """What is seen far from the furniture that it was said to be at is there no more, wherever it is now."""
    for key in {sighting[0] for sighting in changes.sightings}.difference(placed):
        seen = changes.states[key]
        place = draft.place_of(seen.object_id) if seen.is_asserted else None
        support = draft.vertex(place.object_id) if place is not None else None
        if support is None or support.position is None or support.kind is not VertexKind.FURNITURE:
            continue
        if support.map_id == seen.map_id and math.dist(support.position[:2], seen.position[:2]) > _FAR_M:
            for ended in place_ended(seen.object_id, stamp_ns):
                draft.add(ended)


def _meet_seen(draft: GraphDraft, stamp_ns: int, changes: ObjectChanges, origin: Origin) -> None:
    moved = set(changes.moved)
    for key in dict.fromkeys(sighting[0] for sighting in changes.sightings):
        state = changes.states[key]
        if not state.is_asserted:
            continue
        if key in moved or not draft.is_met(state.object_id, _called(state), state.caption, stamp_ns):
            draft.meet(_vertex_of_state(state, origin))


def add_objects(draft: GraphDraft, stamp_ns: int, objects: Iterable[RememberedObject], origin: Origin) -> None:
    """Objects as memory gives them out: their room where they rest on nothing, else what they rest on.

    stamp_ns: as of when the rooms are known.
    """
    objects = list(objects)
    for seen in objects:
        draft.meet(_vertex_of_object(seen, origin))
    for seen in objects:
        if seen.support_id and seen.support_relation:
            draft.add(RelationFact(seen.object_id, seen.support_relation, seen.support_id, seen.last_seen_ns))
        elif seen.room and draft.room_of(seen.object_id) != seen.room:
            draft.add(RelationFact(seen.object_id, IN_ROOM, seen.room, max(stamp_ns, seen.last_seen_ns)))


def _chosen(facts: list[RelationFact], draft: GraphDraft) -> RelationFact:
    """The place that is known already, if it is seen again; else the best. Both at once would flap."""
    known = draft.place_of(facts[0].subject_id)
    for fact in facts:
        if known is not None and (fact.relation, fact.object_id) == (known.relation, known.object_id):
            return fact
    return facts[0]


def _is_no_news(relation: StoredRelation, ids: _Ids, draft: GraphDraft, stamp_ns: int) -> bool:
    subject, other = ids.of(relation.subject), ids.of(relation.object)
    return draft.is_confirmed(subject, relation.relation.value, other, stamp_ns)


def _rank(relation: StoredRelation) -> tuple[int, int]:
    return (_BEST_FIRST.index(relation.relation), relation.object)


def _fact(relation: StoredRelation, ids: _Ids, stamp_ns: int, holds: bool = True) -> RelationFact:
    subject, other = ids.of(relation.subject), ids.of(relation.object)
    return RelationFact(subject, relation.relation.value, other, stamp_ns, holds=holds)


def _called(thing: ObjectState | RememberedObject) -> str:
    """People by their names, things by their categories."""
    return name_of_person(thing.category, thing.caption) or thing.category


def _vertex_of_state(state: ObjectState, origin: Origin) -> Vertex:
    return Vertex(
        state.object_id, kind_of_name(state.category), _called(state), state.caption, state.position, state.map_id,
        origin.session_id, state.first_seen_ns, state.last_seen_ns, state.record_id,
    )  # fmt: skip


def _vertex_of_object(seen: RememberedObject, origin: Origin) -> Vertex:
    return Vertex(
        seen.object_id, kind_of_name(seen.category), _called(seen), seen.caption, seen.position, origin.map_id,
        origin.session_id, seen.first_seen_ns, seen.last_seen_ns, seen.record_id,
    )  # fmt: skip
