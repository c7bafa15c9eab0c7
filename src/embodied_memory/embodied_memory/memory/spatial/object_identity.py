"""Which remembered object a tracker's object is.

Perception's ids are unique within one session only. An object that is new in a session is the nearest
remembered one of its category and map that this session has not met yet, if it stands about where that one
stood and nothing that cannot change (colour, material) speaks against it. Otherwise it is new to memory. What may be
one of several categories may be a remembered one of each, the farther the less their labels agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.scene_graph import SceneObject

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
