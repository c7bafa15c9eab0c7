"""The last-seen state of every object, in memory and in the database."""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping

import numpy as np

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.spatial import object_state
from embodied_memory.memory.spatial.known_objects import KnownObjects
from embodied_memory.memory.spatial.map_correction import MapCorrection, moved_points, moved_size
from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState, StoredRelation, name_of_person
from embodied_memory.memory.spatial.object_update import (
    SUPPORTS,
    carried_over,
    changed_attributes,
    has_moved,
    missed_objects,
    new_state,
    outdated_relations,
    revised,
    seen_again,
)
from embodied_memory.memory.spatial.recognition import (
    HEARD_NOTHING,
    Hearsay,
    Merges,
    recognise,
    relations_taken_over,
    told_merges,
)
from embodied_memory.memory.store.store import NewInstant, NewRecord
from embodied_memory.scene_graph import Attributes, SceneGraphInstant, SceneObject, is_person


class ObjectStore:
    """All remembered objects."""

    def __init__(self, connection: sqlite3.Connection, config: MemoryConfig) -> None:
        self._config = config
        self._known = KnownObjects(object_state.load_objects(connection))
        self.revision = 0

    def __len__(self) -> int:
        return len(self.states)

    @property
    def states(self) -> Mapping[int, ObjectState]:
        """All, by their keys."""
        return self._known.states

    def asserted_in(self, keys: Iterable[int]) -> list[ObjectState]:
        """Of these keys of a record what memory asserts now, each once, by what it turned out to be."""
        states = (self.states.get(key) for key in dict.fromkeys(map(self._known.alive, keys)))
        return [state for state in states if state is not None and state.is_asserted]

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

    def observe(self, record: NewRecord) -> ObjectChanges | None:
        """What a view changes, as it was recognised before any store was shown it; events change nothing."""
        return record.objects if isinstance(record, NewInstant) else None

    def observe_instant(
        self, record_id: int, instant: SceneGraphInstant, hearsay: Hearsay = HEARD_NOTHING
    ) -> ObjectChanges:
        """What this instant changes. The newest state wins by stamp, whatever the order of recording.

        hearsay: how what is seen for the first time is called already.
        """
        merges = told_merges(instant, self._known)
        changes = ObjectChanges(record_id, instant.stamp_ns, states=dict(merges.states), merged=dict(merges.gone))
        changes.renamed.update((self.states[gone].object_id, self.states[key].object_id)
                               for gone, key in merges.gone.items())  # fmt: skip
        keys = recognise(instant, self._known, hearsay, self._config.same_object_distance_m, merges)
        for track_id, key in {**merges.tracks, **keys}.items():
            if self._known.key_of_track(instant.session_id, track_id) != key:
                changes.tracks[instant.session_id, track_id] = key
        new = [seen for seen in instant.objects if keys[seen.object_id] not in self.states]
        if new:
            changes.told.update(hearsay.known_as(new))
        met = self._known.met_in(instant.session_id)
        observed: set[int] = set()
        for seen in instant.objects:
            key = keys[seen.object_id]
            if key not in observed:
                observed.add(key)
                self._observe_object(record_id, instant, seen, key, key in met, hearsay, changes)
        self._observe_relations(record_id, instant, keys, changes)
        self._take_over(merges, observed, changes)
        self._revise(instant, observed, changes)
        looked_for = self._looked_for(keys, met, changes)
        for state in missed_objects(instant, looked_for, observed, self._config.misses_to_contradict):
            changes.states[state.key] = state
        return changes

    def keys_of(self, instant: SceneGraphInstant, changes: ObjectChanges) -> dict[str, int]:
        """Track id -> key for everything in the instant that `changes` were computed from."""
        session = instant.session_id
        found = {}
        for seen in instant.objects:
            key = changes.tracks.get((session, seen.object_id), self._known.key_of_track(session, seen.object_id))
            if key is not None:
                found[seen.object_id] = key
        return found

    def ids_of(self, instant: SceneGraphInstant, changes: ObjectChanges) -> dict[str, str]:
        """Track id -> memory's object id, likewise."""
        keys = self.keys_of(instant, changes)
        return {track: (changes.states.get(key) or self.states[key]).object_id for track, key in keys.items()}

    def move_map(self, correction: MapCorrection) -> ObjectChanges:
        """Every object that was last seen where and when the correction holds, moved. Nothing else of it changes."""
        there = [one for one in self.states.values() if correction.covers(one.map_id, one.last_seen_ns)]
        map_t_map = correction.map_t_map
        points = moved_points(np.array([state.position for state in there], np.float64).reshape(-1, 3), map_t_map)
        changes = ObjectChanges(stamp_ns=correction.stamp_ns)
        for state, (x, y, z) in zip(there, points.tolist(), strict=True):
            changes.states[state.key] = state._replace(position=(x, y, z), size=moved_size(state.size, map_t_map))
        return changes

    def write(self, connection: sqlite3.Connection, changes: ObjectChanges) -> None:
        """Into the database, as part of the record's transaction."""
        object_state.write_objects(connection, changes)

    def adopt(self, changes: ObjectChanges) -> None:
        """Take over changes that were committed."""
        self._known.adopt(changes)
        self.revision += 1

    def _observe_object(
        self, record_id: int, instant: SceneGraphInstant, seen: SceneObject, key: int, is_met: bool, hearsay: Hearsay,
        changes: ObjectChanges,
    ) -> None:  # fmt: skip
        """is_met: whether it was seen in this session before."""
        known = changes.states.get(key) or self.states.get(key)
        if known is None:
            name = changes.told.get(seen.object_id) or name_of_person(seen.category, seen.caption)
            is_free = name not in ("", *(state.object_id for state in changes.states.values()))
            is_free = is_free and self._known.key_of_id(name) is None
            object_id = name if is_free else self._next_id(seen, hearsay, changes)
            state = new_state(key, object_id, record_id, instant, seen)
            changes.moved.append(key)
        else:
            carried = known.carried if is_met else carried_over(known, seen)
            state = seen_again(known, record_id, instant, seen, carried)
            if has_moved(known, state):
                changes.moved.append(key)
        changes.states[key] = state
        changes.sightings.append((key, *seen.position, seen.score))
        stored = self.states.get(key)
        self._note_attributes(key, stored.attributes if stored else (), state.attributes, changes)

    def _note_attributes(self, key: int, was: Attributes, now: Attributes, changes: ObjectChanges) -> None:
        if was != now:
            changes.facts.extend((key, name, value) for name, value in changed_attributes(was, now))

    def _take_over(self, merges: Merges, observed: set[int], changes: ObjectChanges) -> None:
        """Relations of what goes are those of what goes on, unless the view shows it to stand otherwise; so are
        attributes that only one of them had.
        """
        supported = {relation.subject for relation in changes.relations if relation.relation in SUPPORTS}
        for old, new in relations_taken_over(merges, self._known):
            changes.outdated.append(old)
            if new is None or new.identity in self._known.relations_from(new.subject):
                continue
            is_told_anew = new.object in observed or (new.relation in SUPPORTS and new.subject in supported)
            if not (new.subject in observed and is_told_anew):
                changes.relations.append(new)
        noted = {key for key, *_ in changes.sightings}
        for key, state in merges.states.items():
            if key not in noted:
                self._note_attributes(key, self.states[key].attributes, state.attributes, changes)

    def _revise(self, instant: SceneGraphInstant, observed: set[int], changes: ObjectChanges) -> None:
        """What the view tells of things that it does not show."""
        session = instant.session_id
        for told in instant.revised:
            key = changes.tracks.get((session, told.object_id), self._known.key_of_track(session, told.object_id))
            if key is None or key in observed:
                continue
            known = changes.states.get(key) or self.states[key]
            if name_of_person(known.category, known.caption):
                continue  # who is known by name exists, and has gone elsewhere
            if math.dist(told.position, known.position) > self._config.same_object_distance_m:
                continue  # a place where it was before it was carried away
            state = revised(known, told, self._config.misses_to_contradict)
            if state != known and instant.stamp_ns >= known.last_seen_ns:
                changes.states[key] = state

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

    def _looked_for(
        self, keys: dict[str, int], met: set[int], changes: ObjectChanges
    ) -> list[tuple[ObjectState, ObjectState]]:
        """(object, support) for what was last seen resting on or in something that is in view now.

        Of what perception doubts and its tracker knows, that tells itself what should have been seen and was not.
        """
        in_view = set(keys.values())
        states = {**self.states, **changes.states} if changes.merged else self.states
        return [
            (states[key], states[support])
            for support in sorted(in_view)
            if support in self.states
            for key in sorted(self._known.resting_on(support) - in_view)
            if key not in changes.merged
            and (states[key].is_plain or key not in met)
            and any(
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
