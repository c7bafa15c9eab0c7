"""The last-seen state of every object, in memory and in the database."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.belief.names.entity_kinds import is_person
from embodied_memory.memory.spatial import object_rows
from embodied_memory.memory.spatial.hearsay import HEARD_NOTHING, Hearsay
from embodied_memory.memory.spatial.known_objects import KnownObjects
from embodied_memory.memory.spatial.map_correction import Array, moved_points, moved_size
from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState, StoredRelation
from embodied_memory.memory.spatial.object_update import (
    SUPPORTS,
    changed_attributes,
    has_moved,
    missed_objects,
    new_state,
    outdated_relations,
    seen_again,
)
from embodied_memory.memory.spatial.recognition import recognise
from embodied_memory.memory.spatial.seen_people import name_of_person
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject


class ObjectStore:
    """All remembered objects. `observe` computes, `write` writes, `adopt` takes over what was committed."""

    def __init__(self, connection: sqlite3.Connection, config: MemoryConfig) -> None:
        self._config = config
        self._known = KnownObjects(object_rows.load(connection))
        self.revision = 0

    def __len__(self) -> int:
        return len(self.states)

    @property
    def states(self) -> Mapping[int, ObjectState]:
        """All, by their keys."""
        return self._known.states

    def relations_of(self, key: int) -> list[StoredRelation]:
        """What is known of how this object stands to others, as subject, newest first."""
        stored = self._known.relations_from(key).values()
        return sorted(stored, key=lambda relation: (-relation.stamp_ns, relation.object))

    def with_id(self, object_id: str) -> ObjectState | None:
        """None if nothing is called so."""
        key = self._known.key_of_id(object_id)
        return None if key is None else self.states[key]

    def of_category(self, category: str) -> list[ObjectState]:
        """In the order of their keys."""
        return self._known.of_category(category)

    def observe(self, record_id: int, instant: SceneGraphInstant, hearsay: Hearsay = HEARD_NOTHING) -> ObjectChanges:
        """What this instant changes. The newest state wins by stamp, whatever the order of recording.

        hearsay: how what is seen for the first time is called already.
        """
        changes = ObjectChanges()
        keys = recognise(instant, self._known, hearsay, self._config.same_object_distance_m)
        for track_id, key in keys.items():
            if self._known.key_of_track(instant.session_id, track_id) != key:
                changes.tracks[instant.session_id, track_id] = key
        new = [seen for seen in instant.objects if keys[seen.object_id] not in self.states]
        if new:
            changes.told.update(hearsay.known_as(new))
        for seen in instant.objects:
            if keys[seen.object_id] not in changes.states:
                self._observe_object(record_id, instant, seen, keys[seen.object_id], hearsay, changes)
        self._observe_relations(record_id, instant, keys, changes)
        for state in missed_objects(instant, self._looked_for(keys), set(keys.values())):
            changes.states[state.key] = state
        return changes

    def ids_of(self, instant: SceneGraphInstant, changes: ObjectChanges) -> dict[str, str]:
        """Track id -> memory's object id for everything in the instant that `changes` were computed from."""
        session = instant.session_id
        found = {}
        for seen in instant.objects:
            key = changes.tracks.get((session, seen.object_id), self._known.key_of_track(session, seen.object_id))
            if key is not None:
                found[seen.object_id] = (changes.states.get(key) or self.states[key]).object_id
        return found

    def move_map(self, map_id: str, map_t_map: Array) -> ObjectChanges:
        """Every object last seen in this map, moved by a (4, 4) rigid correction. Nothing else of it changes."""
        there = [state for state in self.states.values() if state.map_id == map_id]
        points = moved_points(np.array([state.position for state in there], np.float64).reshape(-1, 3), map_t_map)
        changes = ObjectChanges()
        for state, (x, y, z) in zip(there, points.tolist(), strict=True):
            changes.states[state.key] = state._replace(position=(x, y, z), size=moved_size(state.size, map_t_map))
        return changes

    def write(self, connection: sqlite3.Connection, record_id: int, stamp_ns: int, changes: ObjectChanges) -> None:
        """Into the database, as part of the record's transaction."""
        object_rows.write(connection, record_id, stamp_ns, changes)

    def adopt(self, changes: ObjectChanges) -> None:
        """Take over changes that were committed."""
        self._known.adopt(changes)
        self.revision += 1

    def _observe_object(
        self, record_id: int, instant: SceneGraphInstant, seen: SceneObject, key: int, hearsay: Hearsay,
        changes: ObjectChanges,
    ) -> None:  # fmt: skip
        known = self.states.get(key)
        if known is None:
            name = changes.told.get(seen.object_id) or name_of_person(seen.category, seen.caption)
            is_free = name not in ("", *(state.object_id for state in changes.states.values()))
            is_free = is_free and self._known.key_of_id(name) is None
            object_id = name if is_free else self._next_id(seen, hearsay, changes)
            state = new_state(key, object_id, record_id, instant, seen)
            changes.moved.append(key)
        else:
            state = seen_again(known, record_id, instant, seen)
            if has_moved(known, state):
                changes.moved.append(key)
        changes.states[key] = state
        changes.sightings.append((key, *seen.position, seen.score))
        was, now = known.attributes if known else (), state.attributes
        if was != now:
            changes.facts.extend((key, name, value) for name, value in changed_attributes(was, now))

    def _observe_relations(
        self, record_id: int, instant: SceneGraphInstant, keys: dict[str, int], changes: ObjectChanges
    ) -> None:
        seen_now: dict[int, dict[tuple[object, ...], StoredRelation]] = defaultdict(dict)
        people = {seen.object_id for seen in instant.objects if is_person(seen.category)}
        for triple in instant.relations:
            if triple.subject_id in people or triple.object_id in people:
                continue  # they go on: nobody holds anything up, or marks a place
            subject, other = keys.get(triple.subject_id), keys.get(triple.object_id)
            if subject is not None and other is not None:
                relation = StoredRelation(subject, triple.relation, other, instant.stamp_ns, record_id)
                seen_now[subject][relation.identity] = relation
        in_view, moved = set(keys.values()), set(changes.moved)
        for key in in_view:
            known = self.states.get(key)
            if known is not None and instant.stamp_ns < known.last_seen_ns:
                continue
            seen = seen_now.get(key, {})
            if not self._known.relations_from(key).keys() <= seen.keys():
                stored = self.relations_of(key)
                changes.outdated.extend(outdated_relations(stored, seen, in_view, key in moved))
            changes.relations.extend(seen.values())

    def _looked_for(self, keys: dict[str, int]) -> list[tuple[ObjectState, ObjectState]]:
        """(object, support) for what was last seen resting on or in something that is in view now."""
        in_view = set(keys.values())
        return [
            (self.states[key], self.states[support])
            for support in sorted(in_view)
            if support in self.states
            for key in sorted(self._known.resting_on(support) - in_view)
            if any(
                relation.object == support and relation.relation in SUPPORTS
                for relation in self._known.relations_from(key).values()
            )
        ]

    def _next_id(self, seen: SceneObject, hearsay: Hearsay, changes: ObjectChanges) -> str:
        """mug_1, mug_2, ... in the order first seen, without what something else is called already."""
        name = "_".join(seen.category.lower().split()) or "object"
        used = {state.object_id for state in changes.states.values()}
        number = self._known.last_number(name) + 1
        while f"{name}_{number}" in used or hearsay.is_taken(f"{name}_{number}"):
            number += 1
        return f"{name}_{number}"
