"""The last-seen state of every object, in memory and in the database."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.spatial import object_rows
from embodied_memory.memory.spatial.map_correction import Array, moved_points, moved_size
from embodied_memory.memory.spatial.object_identity import identify
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
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject


class ObjectStore:
    """All remembered objects. `observe` computes, `write` writes, `adopt` takes over what was committed."""

    def __init__(self, connection: sqlite3.Connection, config: MemoryConfig) -> None:
        self._config = config
        self.states: dict[int, ObjectState] = {}
        self._tracks: dict[tuple[str, str], int] = {}
        self._relations: dict[int, dict[tuple[object, ...], StoredRelation]] = defaultdict(dict)
        self._keys_of_category: dict[str, set[int]] = defaultdict(set)
        self._keys_of_session: dict[str, set[int]] = defaultdict(set)
        self._resting: dict[int, set[int]] = defaultdict(set)
        self._last_number: dict[str, int] = {}
        self._last_key = 0
        self.revision = 0
        self.adopt(object_rows.load(connection))

    def __len__(self) -> int:
        return len(self.states)

    def relations_of(self, key: int) -> list[StoredRelation]:
        """What is known of how this object stands to others, as subject, newest first."""
        stored = self._relations.get(key, {}).values()
        return sorted(stored, key=lambda relation: (-relation.stamp_ns, relation.object))

    def observe(self, record_id: int, instant: SceneGraphInstant) -> ObjectChanges:
        """What this instant changes. The newest state wins by stamp, whatever the order of recording."""
        changes = ObjectChanges()
        keys = self._keys_of(instant, changes)
        for seen in instant.objects:
            self._observe_object(record_id, instant, seen, keys[seen.object_id], changes)
        self._observe_relations(record_id, instant, keys, changes)
        for state in missed_objects(instant, self._looked_for(keys), set(keys.values())):
            changes.states[state.key] = state
        return changes

    def ids_of(self, instant: SceneGraphInstant, changes: ObjectChanges) -> dict[str, str]:
        """Track id -> memory's object id for everything in the instant that `changes` were computed from."""
        session = instant.session_id
        found = {}
        for seen in instant.objects:
            key = changes.tracks.get((session, seen.object_id), self._tracks.get((session, seen.object_id)))
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
        for key, state in changes.states.items():
            known = self.states.get(key)
            if known is None:
                self._count_id(state.object_id)
                self._last_key = max(self._last_key, key)
            elif known.category != state.category:
                self._keys_of_category[known.category].discard(key)
            if known is None or known.category != state.category:
                self._keys_of_category[state.category].add(key)
            self.states[key] = state
        for track, key in changes.tracks.items():
            self._tracks[track] = key
            self._keys_of_session[track[0]].add(key)
        for relation in changes.outdated:
            self._relations[relation.subject].pop(relation.identity, None)
            self._resting[relation.object].discard(relation.subject)
        for relation in changes.relations:
            self._relations[relation.subject][relation.identity] = relation
            self._resting[relation.object].add(relation.subject)
        self.revision += 1

    def _keys_of(self, instant: SceneGraphInstant, changes: ObjectChanges) -> dict[str, int]:
        """Track id -> object key for everything in the instant; newcomers are identified or get a new key."""
        session = instant.session_id
        keys = {
            seen.object_id: self._tracks[session, seen.object_id]
            for seen in instant.objects
            if (session, seen.object_id) in self._tracks
        }
        newcomers = [seen for seen in instant.objects if seen.object_id not in keys]
        candidates = self._candidates(newcomers, instant, set(keys.values()))
        identified = identify(newcomers, candidates, self._config.same_object_distance_m)
        next_key = self._last_key + 1
        for seen in newcomers:
            key = identified.get(seen.object_id)
            if key is None:
                key, next_key = next_key, next_key + 1
            keys[seen.object_id] = key
            changes.tracks[session, seen.object_id] = key
        return keys

    def _candidates(
        self, newcomers: Iterable[SceneObject], instant: SceneGraphInstant, in_view: set[int]
    ) -> dict[str, list[ObjectState]]:
        met = self._keys_of_session.get(instant.session_id, set()) | in_view
        return {
            category: [
                self.states[key]
                for key in sorted(self._keys_of_category.get(category, set()) - met)
                if self.states[key].map_id == instant.map_id
            ]
            for category in {seen.category for seen in newcomers}
        }

    def _observe_object(
        self, record_id: int, instant: SceneGraphInstant, seen: SceneObject, key: int, changes: ObjectChanges
    ) -> None:
        known = self.states.get(key)
        if known is None:
            state = new_state(key, self._next_id(seen.category, changes), record_id, instant, seen)
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
        for triple in instant.relations:
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
            if not self._relations.get(key, {}).keys() <= seen.keys():
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
            for key in sorted(self._resting.get(support, set()) - in_view)
            if any(
                relation.object == support and relation.relation in SUPPORTS
                for relation in self._relations.get(key, {}).values()
            )
        ]

    def _next_id(self, category: str, changes: ObjectChanges) -> str:
        """mug_1, mug_2, ... in the order first seen."""
        name = "_".join(category.lower().split()) or "object"
        used = {state.object_id for state in changes.states.values()}
        number = self._last_number.get(name, 0) + 1
        while f"{name}_{number}" in used:
            number += 1
        return f"{name}_{number}"

    def _count_id(self, object_id: str) -> None:
        name, _, number = object_id.rpartition("_")
        self._last_number[name] = max(self._last_number.get(name, 0), int(number))
