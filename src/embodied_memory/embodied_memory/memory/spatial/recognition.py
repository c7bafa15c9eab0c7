"""Which of the known objects are in view: by track, by name, by place and looks, or since somebody moved them."""

from __future__ import annotations

from collections.abc import Iterable

from embodied_memory.memory.spatial.hearsay import Hearsay
from embodied_memory.memory.spatial.known_objects import KnownObjects
from embodied_memory.memory.spatial.merging import Merges
from embodied_memory.memory.spatial.object_identity import agreement, identify
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.memory.spatial.seen_people import name_of_person
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject

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
