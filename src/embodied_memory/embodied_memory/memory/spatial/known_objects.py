"""Every object as it was last seen, found by its key, id, track, name, category, or by what it rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState, StoredRelation
from embodied_memory.memory.spatial.seen_people import name_of_person

Relations = Mapping[tuple[object, ...], StoredRelation]
"""By their identities."""


class KnownObjects:
    """What the database says, in memory. Changed by `adopt` alone."""

    def __init__(self, loaded: ObjectChanges) -> None:
        self.states: dict[int, ObjectState] = {}
        self.last_key = 0
        self._tracks: dict[tuple[str, str], int] = {}
        self._relations: dict[int, dict[tuple[object, ...], StoredRelation]] = defaultdict(dict)
        self._keys_of_category: dict[str, set[int]] = defaultdict(set)
        self._keys_of_session: dict[str, set[int]] = defaultdict(set)
        self._resting: dict[int, set[int]] = defaultdict(set)
        self._key_of_person: dict[str, int] = {}
        self._key_of_id: dict[str, int] = {}
        self._last_number: dict[str, int] = {}
        self.adopt(loaded)

    def key_of_track(self, session_id: str, track_id: str) -> int | None:
        """The object that a tracker's id stands for in a session."""
        return self._tracks.get((session_id, track_id))

    def key_of_person(self, name: str) -> int | None:
        """Somebody seen who is called so."""
        return self._key_of_person.get(name)

    def key_of_id(self, object_id: str) -> int | None:
        """The object of that id."""
        return self._key_of_id.get(object_id)

    def of_category(self, category: str) -> list[ObjectState]:
        """In the order of their keys."""
        return [self.states[key] for key in sorted(self._keys_of_category.get(category, ()))]

    def met_in(self, session_id: str) -> set[int]:
        """The keys of what was seen in a session."""
        return self._keys_of_session.get(session_id, set())

    def relations_from(self, key: int) -> Relations:
        """What is known of how this object stands to others, as subject."""
        return self._relations.get(key, {})

    def resting_on(self, support: int) -> set[int]:
        """The keys of what has any relation to this object."""
        return self._resting.get(support, set())

    def last_number(self, name: str) -> int:
        """The highest that an id of this name has: 2 if there was mug_2 and no more."""
        return self._last_number.get(name, 0)

    def adopt(self, changes: ObjectChanges) -> None:
        """Take over changes that were committed."""
        for state in changes.states.values():
            self._adopt_state(state)
        for track, key in changes.tracks.items():
            self._tracks[track] = key
            self._keys_of_session[track[0]].add(key)
        for relation in changes.outdated:
            self._relations[relation.subject].pop(relation.identity, None)
            self._resting[relation.object].discard(relation.subject)
        for relation in changes.relations:
            self._relations[relation.subject][relation.identity] = relation
            self._resting[relation.object].add(relation.subject)

    def _adopt_state(self, state: ObjectState) -> None:
        key = state.key
        known = self.states.get(key)
        self.states[key] = state
        if known is None:
            self._key_of_id[state.object_id] = key
            self._count_id(state.object_id)
            self.last_key = max(self.last_key, key)
        elif known.category != state.category:
            self._keys_of_category[known.category].discard(key)
        if known is None or known.category != state.category:
            self._keys_of_category[state.category].add(key)
        if name := name_of_person(state.category, state.caption):
            self._key_of_person[name] = key

    def _count_id(self, object_id: str) -> None:
        name, _, number = object_id.rpartition("_")
        if number.isdecimal():
            self._last_number[name] = max(self._last_number.get(name, 0), int(number))
