"""Which of the known objects are in view: by track, by name, by place and looks, or since somebody moved them.

Perception's ids are unique within one session only: what is new in one may be known (`identify`). Of two
objects that turned out to be one, as the tracker says by its own ids, what rows tell of the one that goes stays
under its key, and is read as told of the one that goes on (`object.goes_on_as`): merging costs the same however
long both were known.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from embodied_memory.memory.spatial.known_objects import KnownObjects
from embodied_memory.memory.spatial.object_state import ObjectState, StoredRelation, name_of_person
from embodied_memory.memory.spatial.object_update import merged
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject


class Hearsay(Protocol):
    """By what ids things are known already, and what was moved."""

    def known_as(self, new: Sequence[SceneObject]) -> Mapping[str, str]:
        """Track id -> entity id, for those of a view's newcomers that were surely told of."""
        ...

    def carried(self, new: Sequence[SceneObject], in_view: Collection[str]) -> Mapping[str, str]:
        """Track id -> object id, of what somebody moved since it was last seen and surely is there now.

        in_view: ids of objects that are seen at the same time.
        """
        ...

    def is_taken(self, entity_id: str) -> bool:
        """Whether something is called so."""
        ...


class HeardNothing:
    """Everything is seen before anybody tells of it."""

    def known_as(self, new: Sequence[SceneObject]) -> Mapping[str, str]:
        """Nothing was told of."""
        return {}

    def carried(self, new: Sequence[SceneObject], in_view: Collection[str]) -> Mapping[str, str]:
        """Nothing was moved."""
        return {}

    def is_taken(self, entity_id: str) -> bool:
        """No."""
        return False


HEARD_NOTHING = HeardNothing()


@dataclass
class Merges:
    """What one instant tells to be one. tracks: track id -> object key; gone: key -> the key that goes on.

    states: of those that go on, by their keys.
    """

    tracks: dict[str, int] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)
    states: dict[int, ObjectState] = field(default_factory=dict)

    def key(self, key: int) -> int:
        """Of what goes on."""
        return self.gone.get(key, key)


def told_merges(instant: SceneGraphInstant, known: KnownObjects) -> Merges:
    """Told once more, nothing is left to merge."""
    merges = Merges()
    for goes, stays in instant.merged:
        gone, kept = (_key_of(track, instant, known, merges) for track in (goes, stays))
        if kept is None and gone is not None:
            merges.tracks[stays] = gone  # only the one that goes was ever recorded: it goes on by the other's track
        elif kept is not None:
            merges.tracks[goes] = kept
            if gone is not None and gone != kept:
                _merge(gone, kept, known, merges)
    return merges


def relations_taken_over(
    merges: Merges, known: KnownObjects
) -> Iterator[tuple[StoredRelation, StoredRelation | None]]:
    """(relation that names what goes, the same of what goes on); None where that would be with itself."""
    for gone in merges.gone:
        subjects = (gone, *sorted(known.resting_on(gone) - {gone}))
        for old in (one for subject in subjects for one in known.relations_from(subject).values()):
            if gone in (old.subject, old.object):
                subject, other = merges.key(old.subject), merges.key(old.object)
                new = old._replace(subject=subject, object=other)
                yield old, new if subject != other else None


def _key_of(track: str, instant: SceneGraphInstant, known: KnownObjects, merges: Merges) -> int | None:
    key = merges.tracks.get(track, known.key_of_track(instant.session_id, track))
    return None if key is None else merges.key(key)


def _merge(gone: int, kept: int, known: KnownObjects, merges: Merges) -> None:
    """Somebody who has a name goes on; of two with names each stays who they are."""
    states = {key: merges.states.get(key) or known.states[key] for key in (gone, kept)}
    names = {key: name_of_person(state.category, state.caption) for key, state in states.items()}
    if names[gone] and names[kept]:
        return
    if names[gone]:
        gone, kept = kept, gone
    merges.tracks.update({track: kept for track, key in merges.tracks.items() if key == gone})
    merges.gone.update({key: kept for key, one in merges.gone.items() if one == gone})
    merges.gone[gone] = kept
    merges.states.pop(gone, None)
    merges.states[kept] = merged(states[kept], states[gone])


Keys = dict[str, int]
"""Track id -> object key."""

_LEAST_AGREEMENT = 0.2
"""Things whose labels have less in common are two."""


def recognise(
    instant: SceneGraphInstant, known: KnownObjects, hearsay: Hearsay, distance_m: float, merges: Merges
) -> Keys:
    """The key of everything in the instant, in its order; what nobody knows gets a new one.

    distance_m: a thing as far as this from where it was may still be it. merges: what this very instant tells.
    """
    keys = _by_track_or_name(instant, known, merges)
    if len(keys) == len(instant.objects):
        return keys
    newcomers = [seen for seen in instant.objects if seen.object_id not in keys]
    unnamed = [seen for seen in newcomers if not name_of_person(seen.category, seen.caption)]
    identified = identify(unnamed, _candidates(unnamed, instant, known, {*keys.values(), *merges.gone}), distance_m)
    unknown = [seen for seen in unnamed if seen.object_id not in identified]
    if unknown:
        in_view = {known.states[key].object_id for key in (*keys.values(), *identified.values())}
        for track_id, object_id in hearsay.carried(unknown, in_view).items():
            key = known.key_of_id(object_id)
            assert key is not None
            identified[track_id] = key
    return {**keys, **_with_new_keys(newcomers, identified, known.last_key)}


def _by_track_or_name(instant: SceneGraphInstant, known: KnownObjects, merges: Merges) -> Keys:
    """By track, and people by name: trackers lose people, and take one for another.

    Of two tracks that were taken for one thing and are seen at once, one is another thing.
    """
    found: Keys = {}
    taken: set[int] = set()
    for seen in instant.objects:
        name = name_of_person(seen.category, seen.caption)
        key = known.key_of_person(name) if name else merges.tracks.get(seen.object_id)
        if key is None and not name:
            key = known.key_of_track(instant.session_id, seen.object_id)
        if merges.gone and key is not None:
            key = merges.key(key)
        if key is not None and (name or key not in taken):
            found[seen.object_id] = key
            taken.add(key)
    return found


def _candidates(
    newcomers: Iterable[SceneObject], instant: SceneGraphInstant, known: KnownObjects, in_view: set[int]
) -> dict[str, list[ObjectState]]:
    """By track id, what was not met in this session yet: a tracker does not lose things."""
    met = known.met_in(instant.session_id) | in_view
    return {
        seen.object_id: [
            state
            for state in known.maybe_of(dict.fromkeys((seen.category, *(name for name, _ in seen.labels))))
            if state.key not in met
            and state.map_id == instant.map_id
            and not name_of_person(state.category, state.caption)
            and agreement(seen, state) >= _LEAST_AGREEMENT
        ]
        for seen in newcomers
    }


def _with_new_keys(newcomers: Iterable[SceneObject], identified: Keys, last_key: int) -> Keys:
    keys: Keys = {}
    people: dict[str, int] = {}
    for seen in newcomers:
        name = name_of_person(seen.category, seen.caption)
        key = people.get(name) if name else identified.get(seen.object_id)
        if key is None:
            key = last_key = last_key + 1
        if name:
            people[name] = key
        keys[seen.object_id] = key
    return keys


LASTING_ATTRIBUTES = frozenset({"color", "colour", "material", "pattern", "shape"})
"""Attributes that an object keeps; others, such as "open", may differ the next time it is seen."""


def identify(
    newcomers: Iterable[SceneObject], candidates: Mapping[str, Sequence[ObjectState]], same_object_distance_m: float
) -> dict[str, int]:
    """Track id -> object key of the newcomers that are remembered; nearest pairs first, each object once.

    candidates: by track id, the remembered objects that may be meant.
    """
    pairs = sorted(
        (distance + (1.0 - agreement(newcomer, known)) * same_object_distance_m, newcomer.object_id, known.key)
        for newcomer in newcomers
        for known in candidates.get(newcomer.object_id, ())
        if not _differ_for_good(newcomer, known)
        and (distance := _distance(newcomer, known, same_object_distance_m)) <= same_object_distance_m
    )
    found: dict[str, int] = {}
    taken: set[int] = set()
    for _, track_id, key in pairs:
        if track_id not in found and key not in taken:
            found[track_id] = key
            taken.add(key)
    return found


def agreement(newcomer: SceneObject, known: ObjectState) -> float:
    """How much of their labels two have in common, 0 to 1: all if neither is doubted and their category is one."""
    one = dict(newcomer.labels) or {newcomer.category: 1.0}
    other = dict(known.labels) or {known.category: 1.0}
    shared = sum(min(probability, other.get(name, 0.0)) for name, probability in one.items())
    return shared / max(sum(one.values()), sum(other.values()))


def _distance(newcomer: SceneObject, known: ObjectState, limit_m: float) -> float:
    """Between centres. A big object seen in part has its centre elsewhere: half its box inside is near too."""
    distance = math.dist(newcomer.position, known.position)
    if distance > limit_m and _overlap_share(newcomer, known) >= 0.5:
        return limit_m
    return distance


def _overlap_share(newcomer: SceneObject, known: ObjectState) -> float:
    """The boxes' common volume as a share of the smaller box, 0 to 1."""
    common, smaller = 1.0, [1.0, 1.0]
    for axis in range(3):
        halves = (newcomer.size[axis] / 2, known.size[axis] / 2)
        low = max(newcomer.position[axis] - halves[0], known.position[axis] - halves[1])
        high = min(newcomer.position[axis] + halves[0], known.position[axis] + halves[1])
        common *= max(0.0, high - low)
        smaller = [smaller[0] * newcomer.size[axis], smaller[1] * known.size[axis]]
    volume = min(smaller)
    return common / volume if volume > 0 else 0.0


def _differ_for_good(newcomer: SceneObject, known: ObjectState) -> bool:
    was = dict(known.attributes)
    return any(name in LASTING_ATTRIBUTES and was.get(name, value) != value for name, value in newcomer.attributes)
