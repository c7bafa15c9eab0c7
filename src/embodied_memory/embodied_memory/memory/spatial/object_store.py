"""The last-seen state of every object, in memory and in the database."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.belief.names.entity_kinds import is_person
from embodied_memory.memory.spatial import object_rows
from embodied_memory.memory.spatial.hearsay import HEARD_NOTHING, Hearsay
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
from embodied_memory.memory.spatial.seen_people import name_of_person
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
        self._key_of_person: dict[str, int] = {}
        self._key_of_id: dict[str, int] = {}
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

    def with_id(self, object_id: str) -> ObjectState | None:
        """None if nothing is called so."""
        return self.states.get(self._key_of_id.get(object_id, 0))

    def of_category(self, category: str) -> list[ObjectState]:
        """In the order of their keys."""
        return [self.states[key] for key in sorted(self._keys_of_category.get(category, ()))]

    def observe(self, record_id: int, instant: SceneGraphInstant, hearsay: Hearsay = HEARD_NOTHING) -> ObjectChanges:
        """What this instant changes. The newest state wins by stamp, whatever the order of recording.

        hearsay: how what is seen for the first time is called already.
        """
        changes = ObjectChanges()
        keys = self._keys_of(instant, hearsay, changes)
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
                self._key_of_id[state.object_id] = key
                self._count_id(state.object_id)
                self._last_key = max(self._last_key, key)
            elif known.category != state.category:
                self._keys_of_category[known.category].discard(key)
            if known is None or known.category != state.category:
                self._keys_of_category[state.category].add(key)
            self.states[key] = state
            if name := name_of_person(state.category, state.caption):
                self._key_of_person[name] = key
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

    def _keys_of(self, instant: SceneGraphInstant, hearsay: Hearsay, changes: ObjectChanges) -> dict[str, int]:
        """Track id -> object key for everything in the instant; newcomers are identified or get a new key."""
        session = instant.session_id
        keys = self._known_keys(instant)
        newcomers = [seen for seen in instant.objects if seen.object_id not in keys]
        unnamed = [seen for seen in newcomers if not name_of_person(seen.category, seen.caption)]
        candidates = self._candidates(unnamed, instant, set(keys.values()))
        identified = identify(unnamed, candidates, self._config.same_object_distance_m)
        unknown = [seen for seen in unnamed if seen.object_id not in identified]
        if unknown:
            in_view = {self.states[key].object_id for key in (*keys.values(), *identified.values())}
            carried = hearsay.carried(unknown, in_view)
            identified.update((track_id, self._key_of_id[name]) for track_id, name in carried.items())
        people: dict[str, int] = {}
        next_key = self._last_key + 1
        for seen in newcomers:
            name = name_of_person(seen.category, seen.caption)
            key = people.get(name) if name else identified.get(seen.object_id)
            if key is None:
                key, next_key = next_key, next_key + 1
            if name:
                people[name] = key
            keys[seen.object_id] = key
        for track_id, key in keys.items():
            if self._tracks.get((session, track_id)) != key:
                changes.tracks[session, track_id] = key
        return keys

    def _known_keys(self, instant: SceneGraphInstant) -> dict[str, int]:
        """By track, and people by name: trackers lose people, and take one for another.

        Of two tracks that were taken for one thing and are seen at once, one is another thing.
        """
        found: dict[str, int] = {}
        for seen in instant.objects:
            name = name_of_person(seen.category, seen.caption)
            key = self._key_of_person.get(name) if name else self._tracks.get((instant.session_id, seen.object_id))
            if key is not None and (name or key not in found.values()):
                found[seen.object_id] = key
        return found

    def _candidates(
        self, newcomers: Iterable[SceneObject], instant: SceneGraphInstant, in_view: set[int]
    ) -> dict[str, list[ObjectState]]:
        met = self._keys_of_session.get(instant.session_id, set()) | in_view
        return {
            category: [
                self.states[key]
                for key in sorted(self._keys_of_category.get(category, set()) - met)
                if self.states[key].map_id == instant.map_id
                and not name_of_person(category, self.states[key].caption)
            ]
            for category in {seen.category for seen in newcomers}
        }

    def _observe_object(
        self, record_id: int, instant: SceneGraphInstant, seen: SceneObject, key: int, hearsay: Hearsay,
        changes: ObjectChanges,
    ) -> None:  # fmt: skip
        known = self.states.get(key)
        if known is None:
            name = changes.told.get(seen.object_id) or name_of_person(seen.category, seen.caption)
            is_free = name not in ("", *(state.object_id for state in changes.states.values()))
            object_id = name if is_free and name not in self._key_of_id else self._next_id(seen, hearsay, changes)
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

    def _next_id(self, seen: SceneObject, hearsay: Hearsay, changes: ObjectChanges) -> str:
        """mug_1, mug_2, ... in the order first seen, without what something else is called already."""
        name = "_".join(seen.category.lower().split()) or "object"
        used = {state.object_id for state in changes.states.values()}
        number = self._last_number.get(name, 0) + 1
        while f"{name}_{number}" in used or hearsay.is_taken(f"{name}_{number}"):
            number += 1
        return f"{name}_{number}"

    def _count_id(self, object_id: str) -> None:
        name, _, number = object_id.rpartition("_")
        if number.isdecimal():
            self._last_number[name] = max(self._last_number.get(name, 0), int(number))
