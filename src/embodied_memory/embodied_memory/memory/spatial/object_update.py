"""How one sighting, or looking in vain, changes what is remembered of an object. No state, no database."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from embodied_memory.memory.spatial.object_state import ObjectState, StoredRelation
from embodied_memory.scene_graph import Attributes, SceneGraphInstant, SceneObject, SpatialRelation

MOVED_M = 0.5
"""An object this far from where it was has moved; nearer is noise of perception."""

LOOKED_AT_FROM_M = 2.0
"""Only from this near does not seeing a small object mean something."""

SUPPORTS = (SpatialRelation.ON, SpatialRelation.IN)
"""The relations of what rests on or in something."""


def new_state(key: int, object_id: str, record_id: int, instant: SceneGraphInstant, seen: SceneObject) -> ObjectState:
    """The state of an object that memory has never met."""
    return ObjectState(
        key=key,
        object_id=object_id,
        map_id=instant.map_id,
        category=seen.category,
        caption=seen.caption,
        attributes=seen.attributes,
        position=seen.position,
        size=seen.size,
        score=seen.score,
        first_seen_ns=instant.stamp_ns,
        last_seen_ns=instant.stamp_ns,
        times_seen=1,
        times_missed=0,
        record_id=record_id,
    )


def seen_again(known: ObjectState, record_id: int, instant: SceneGraphInstant, seen: SceneObject) -> ObjectState:
    """The newer of the two states; an older sighting that arrives late only counts."""
    times_seen = known.times_seen + 1
    if instant.stamp_ns < known.last_seen_ns:
        first = min(known.first_seen_ns, instant.stamp_ns)
        return known._replace(times_seen=times_seen, first_seen_ns=first)
    return ObjectState(
        known.key,
        known.object_id,
        instant.map_id,
        seen.category,
        seen.caption or known.caption,
        seen.attributes or known.attributes,
        seen.position,
        seen.size,
        max(seen.score, known.score),
        known.first_seen_ns,
        instant.stamp_ns,
        times_seen,
        0,
        record_id,
    )


def changed_attributes(was: Attributes, now: Attributes) -> Iterator[tuple[str, str]]:
    """(name, new value) of each attribute that differs; "" for one that there is no more."""
    before, after = dict(was), dict(now)
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            yield name, after.get(name, "")


def has_moved(was: ObjectState, now: ObjectState) -> bool:
    """Whether an object is elsewhere than before."""
    return math.dist(was.position, now.position) > MOVED_M


def outdated_relations(
    stored: Iterable[StoredRelation],
    seen_now: Mapping[tuple[object, ...], StoredRelation],
    in_view: set[int],
    moved: bool,
) -> list[StoredRelation]:
    """The relations of a subject in view that no longer hold. seen_now: by their identities.

    Those not seen now although both objects are in view, all if the subject has moved, and an old support
    as soon as there is a new one.
    """
    has_support = any(relation.relation in SUPPORTS for relation in seen_now.values())
    return [
        relation
        for relation in stored
        if relation.identity not in seen_now
        and (moved or relation.object in in_view or (has_support and relation.relation in SUPPORTS))
    ]


def missed_objects(
    instant: SceneGraphInstant, looked_for: Sequence[tuple[ObjectState, ObjectState]], in_view: set[int]
) -> Iterator[ObjectState]:
    """The objects that should have been seen and were not, with one more miss counted.

    looked_for: (object, what it rested on), the latter in view. An object should be seen if the robot is near
    and its place lies amid what it sees: an instant has no camera, so the bearings and heights of the objects
    in view stand for the camera's field of view. Nothing is expected to be seen in closed furniture.
    """
    if not looked_for or len(in_view) < 3:
        return
    x, y, _ = instant.robot_position
    bearings = [_bearing(instant, seen.position) for seen in instant.objects]
    heights = [seen.position[2] for seen in instant.objects]
    for state, support in looked_for:
        distance = math.hypot(state.position[0] - x, state.position[1] - y)
        if (
            state.map_id == instant.map_id
            and state.last_seen_ns < instant.stamp_ns
            and distance <= LOOKED_AT_FROM_M
            and min(bearings) < _bearing(instant, state.position) < max(bearings)
            and min(heights) < state.position[2] < max(heights)
            and dict(support.attributes).get("open") != "false"
        ):
            yield state._replace(times_missed=state.times_missed + 1)


def _bearing(instant: SceneGraphInstant, position: tuple[float, float, float]) -> float:
    """Seen from the robot, 0 ahead, -pi to pi."""
    x, y, _ = instant.robot_position
    angle = math.atan2(position[1] - y, position[0] - x) - instant.robot_yaw
    return math.remainder(angle, 2 * math.pi)
