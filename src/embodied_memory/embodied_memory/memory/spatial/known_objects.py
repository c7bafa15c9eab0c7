"""Every object as it was last seen, found by its key, id, track, name, category, or by what it rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState, StoredRelation, name_of_person

Relations = Mapping[tuple[object, ...], StoredRelation]
"""By their identities."""

_LIKELY = 0.1
"""From here on a label is worth looking a thing up by."""


class KnownObjects:
    """What the database says, in memory. Changed by `adopt` alone."""

    def __init__(self, loaded: ObjectChanges) -> None:
        self.states: dict[int, ObjectState] = {}
        self.last_key = 0
        self._goes_on_as: dict[int, int] = {}
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

    def alive(self, key: int) -> int:
        """The key itself, or that of the object which it turned out to be."""
        return self._goes_on_as.get(key, key)

    def key_of_person(self, name: str) -> int | None:
        """Somebody seen who is called so."""
        return self._key_of_person.get(name)

    def key_of_id(self, object_id: str) -> int | None:
        """The object of that id."""
        return self._key_of_id.get(object_id)

    def of_category(self, category: str) -> list[ObjectState]:
        """In the order of their keys."""
        return [state for state in self.maybe_of((category,)) if state.category == category]

    def maybe_of(self, categories: Iterable[str]) -> list[ObjectState]:
        """What is, or may be, of one of these categories, in the order of their keys."""
        keys = {key for category in categories for key in self._keys_of_category.get(category, ())}
        return [self.states[key] for key in sorted(keys)]

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
        for gone, key in changes.merged.items():
            self._retire(gone, key)
        for track, key in changes.tracks.items():
            self._tracks[track] = alive = self.alive(key)
            self._keys_of_session[track[0]].add(alive)
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
        if known is None or known.category != state.category or known.labels != state.labels:
            for category in _categories(known) if known else ():
                self._keys_of_category[category].discard(key)
            for category in _categories(state):
                self._keys_of_category[category].add(key)
        if name := name_of_person(state.category, state.caption):
            self._key_of_person[name] = key

    def _retire(self, gone: int, key: int) -> None:
        """What is known by the one key is known by the other from now on."""
        state = self.states.pop(gone, None)
        if state is None:
            return
        for category in _categories(state):
            self._keys_of_category[category].discard(gone)
        self._goes_on_as.update({one: key for one, kept in self._goes_on_as.items() if kept == gone})
        self._goes_on_as[gone] = key
        for known in (self._key_of_id, self._key_of_person):
            known.update({name: key for name, one in known.items() if one == gone})
        self._tracks.update({track: key for track, one in self._tracks.items() if one == gone})
        for keys in self._keys_of_session.values():
            if gone in keys:
                keys.add(key)

    def _count_id(self, object_id: str) -> None:
        name, _, number = object_id.rpartition("_")
        if number.isdecimal():
            self._last_number[name] = max(self._last_number.get(name, 0), int(number))


def _categories(state: ObjectState) -> Iterator[str]:
    """Its own, and what else it may well be."""
    yield state.category
    yield from (name for name, probability in state.labels if probability >= _LIKELY and name != state.category)
