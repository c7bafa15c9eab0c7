"""How one sighting, or looking in vain, changes what is remembered of an object. No state, no database.

What a tracker says of a thing, together with what earlier sessions knew of it.

A tracker begins each session knowing nothing: what was sure yesterday is a glimpse again this morning. So the first
sight in a session changes nothing of how likely the thing exists, and from then on that moves with the tracker's log
odds. Labels of both are evidence of their own: their probabilities are multiplied.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from embodied_memory.memory.spatial.object_state import Carried, ObjectState, StoredRelation
from embodied_memory.scene_graph import Attributes, Labels, SceneGraphInstant, SceneObject, SpatialRelation

_MOST_LOG_ODDS = 7.0
"""One in a thousand: nothing that was ever doubted is surer."""
_LEAST_PROBABILITY = 0.02
"""Of a label that one side does not name at all."""
_MOST_LABELS = 5


def carried_over(known: ObjectState, seen: SceneObject) -> Carried | None:
    """What is to be added to a session's tracker when it meets a known thing; None if nothing is in doubt."""
    if known.is_plain and seen.existence >= 1.0 and not seen.labels:
        return None
    log_odds = max(0.0, _log_odds(known.existence) - _log_odds(seen.existence))
    return Carried(log_odds, known.labels or ((known.category, 1.0),))


def existence_with(carried: Carried | None, told: float) -> float:
    """told: what the tracker says, 0 to 1."""
    if carried is None or carried.log_odds == 0.0 or told <= 0.0 or told >= 1.0:
        return told
    return 1.0 / (1.0 + math.exp(-(_log_odds(told) + carried.log_odds)))


def labels_with(carried: Carried | None, seen: SceneObject) -> Labels:
    """The likeliest first; the tracker's own where nothing is carried, or where it has no doubt."""
    if carried is None or not seen.labels:
        return seen.labels
    now, before = dict(seen.labels), dict(carried.labels)
    both = {
        name: now.get(name, _LEAST_PROBABILITY) * before.get(name, _LEAST_PROBABILITY)
        for name in dict.fromkeys((*now, *before))
    }
    share = min(1.0, max(sum(now.values()), sum(before.values()))) / sum(both.values())
    ranked = sorted(both.items(), key=lambda item: (-item[1], item[0]))
    return tuple((name, value * share) for name, value in ranked[:_MOST_LABELS])


def _log_odds(probability: float) -> float:
    if probability <= 0.0 or probability >= 1.0:
        return math.copysign(_MOST_LOG_ODDS, probability - 0.5)
    return max(-_MOST_LOG_ODDS, min(_MOST_LOG_ODDS, math.log(probability / (1.0 - probability))))


MOVED_M = 0.5
"""An object this far from where it was has moved; nearer is noise of perception."""

LOOKED_AT_FROM_M = 2.0
"""Only from this near does not seeing a small object mean something."""

SUPPORTS = (SpatialRelation.ON, SpatialRelation.IN)
"""The relations of what rests on or in something."""

_SEEN_IF_THERE = 0.7
"""How likely a look from near shows a thing that is there, as good detectors see."""

_SURELY_WAS_THERE = 0.9
"""What was once as sure as this existed: if it is not there, it was taken away."""

_SUREST_TO_BE_THERE = 0.95
"""Nothing is surer to be where it was: things are moved."""


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
        existence=seen.existence,
        surest=seen.existence,
        labels=seen.labels,
        deviation_m=seen.deviation_m,
    )


def seen_again(
    known: ObjectState, record_id: int, instant: SceneGraphInstant, seen: SceneObject, carried: Carried | None = None
) -> ObjectState:
    """The newer of the two states; an older sighting that arrives late only counts.

    carried: what earlier sessions add to what this one's tracker says.
    """
    times_seen = known.times_seen + 1
    if instant.stamp_ns < known.last_seen_ns:
        first = min(known.first_seen_ns, instant.stamp_ns)
        return known._replace(times_seen=times_seen, first_seen_ns=first)
    labels, existence = labels_with(carried, seen), existence_with(carried, seen.existence)
    return ObjectState(
        known.key,
        known.object_id,
        instant.map_id,
        labels[0][0] if labels else seen.category,
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
        existence,
        max(existence, known.surest),
        labels,
        carried,
        seen.deviation_m,
    )


def revised(known: ObjectState, told: SceneObject, misses_to_contradict: int) -> ObjectState:
    """What a tracker tells of a thing that it does not see: how likely it exists, and what it may be."""
    labels = labels_with(known.carried, told)
    state = known._replace(category=labels[0][0] if labels else told.category, labels=labels)
    return _now_likely(state, existence_with(known.carried, told.existence), misses_to_contradict)


def _now_likely(known: ObjectState, existence: float, misses_to_contradict: int) -> ObjectState:
    """What surely was there, and memory does not assert any more, was looked for in vain often enough."""
    state = known._replace(existence=existence, surest=max(existence, known.surest))
    is_gone = not state.is_asserted and state.surest >= _SURELY_WAS_THERE
    return state._replace(times_missed=misses_to_contradict if is_gone else 0)


def merged(goes_on: ObjectState, gone: ObjectState) -> ObjectState:
    """One thing of two. Where it was seen last is where it is; what only one of them knows is kept."""
    newer = goes_on if goes_on.last_seen_ns >= gone.last_seen_ns else gone
    return goes_on._replace(
        map_id=newer.map_id,
        caption=goes_on.caption or gone.caption,
        attributes=tuple(sorted({**dict(gone.attributes), **dict(goes_on.attributes)}.items())),
        position=newer.position,
        size=newer.size,
        score=max(goes_on.score, gone.score),
        first_seen_ns=min(goes_on.first_seen_ns, gone.first_seen_ns),
        last_seen_ns=newer.last_seen_ns,
        times_seen=goes_on.times_seen + gone.times_seen,
        times_missed=newer.times_missed,
        record_id=newer.record_id,
        existence=max(goes_on.existence, gone.existence),
        surest=max(goes_on.surest, gone.surest),
        deviation_m=newer.deviation_m,
    )


def missed(known: ObjectState, misses_to_contradict: int) -> ObjectState:
    """Looked for in vain: of what perception doubts it is less likely that it is there (Bayes)."""
    if known.is_plain:
        return known._replace(times_missed=known.times_missed + 1)
    was = min(known.existence, _SUREST_TO_BE_THERE)
    unseen = was * (1.0 - _SEEN_IF_THERE)
    return _now_likely(known, unseen / (unseen + 1.0 - was), misses_to_contradict)


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
    instant: SceneGraphInstant,
    looked_for: Sequence[tuple[ObjectState, ObjectState]],
    in_view: set[int],
    misses_to_contradict: int,
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
            yield missed(state, misses_to_contradict)


def _bearing(instant: SceneGraphInstant, position: tuple[float, float, float]) -> float:
    """Seen from the robot, 0 ahead, -pi to pi."""
    x, y, _ = instant.robot_position
    angle = math.atan2(position[1] - y, position[0] - x) - instant.robot_yaw
    return math.remainder(angle, 2 * math.pi)
