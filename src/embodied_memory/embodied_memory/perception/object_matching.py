"""Which of the known objects each one of a view is: the least total cost, one to one; and which known objects turn
out to be one thing: two ends of a sofa, or a cup that was once called otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from embodied_memory.config import PerceptionConfig
from embodied_memory.perception.association import Boxes, Floats, association_cost, overlap
from embodied_memory.perception.confusion import look_alike
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_beliefs import Rows
from embodied_memory.perception.object_roles import stands_on_legs
from embodied_memory.perception.object_tracks import ASSERTED, ObjectTracks

NEW_OBJECT_COST_M = 1.0
"""Cost of calling an object new: cheaper than two doubtful matches, dearer than any good one."""
IMPOSSIBLE = 1e6
"""Stands for infinity in the assignment, which wants finite costs."""
DEVIATIONS = 2.0
"""So many of them two views of one surface may disagree, on top of the configured noise."""
FITS_NATS = 0.5
"""A name this surprising, or less, fits what the known object may be."""
SAME_PLACE = 0.35
"""Intersection over union, from which on a name that does not fit is rather a wrong name than another thing."""
NATS_M = 0.15
"""Metres that one nat of surprise counts as much as."""


def match(
    seen: Sequence[LiftedObject], likelihoods: Sequence[Floats], tracks: ObjectTracks, config: PerceptionConfig
) -> list[int]:
    """The row of the known object that each one is, or -1 for a new one. likelihoods: as LabelBeliefs gives them."""
    matched = [-1] * len(seen)
    if not len(tracks) or not seen:
        return matched
    rows = _nearby(seen, tracks, config.association_distance_m)
    cost = _cost(seen, likelihoods, tracks, rows, config)
    as_new = np.full((len(seen), len(seen)), NEW_OBJECT_COST_M)
    # Squeezed below the cost of a new object: a doubtful match is better than none, a good one better still.
    finite = np.where(np.isfinite(cost), NEW_OBJECT_COST_M * (1 - np.exp(-cost)), IMPOSSIBLE)
    for row, column in zip(*linear_sum_assignment(np.hstack([finite, as_new])), strict=True):
        if column < len(rows) and np.isfinite(cost[row, column]):
            matched[row] = int(rows[column])
    return matched


def _nearby(seen: Sequence[LiftedObject], tracks: ObjectTracks, reach_m: float) -> Rows:
    """Known objects that are not farther than the reach of any match from all that is seen."""
    (minimum, maximum), now = tracks.boxes.sides(), Boxes.of(seen)
    margin = 4 * reach_m
    low, high = now.minimum.min(axis=0) - margin, now.maximum.max(axis=0) + margin
    near: Rows = np.flatnonzero(((maximum >= low) & (minimum <= high)).all(axis=1))
    return near


def _cost(
    seen: Sequence[LiftedObject],
    likelihoods: Sequence[Floats],
    tracks: ObjectTracks,
    rows: Rows,
    config: PerceptionConfig,
) -> Floats:
    """(len(seen), len(rows)) metres."""
    boxes, known = Boxes.of(seen), tracks.boxes.boxes().some(rows)
    ours = np.sqrt((np.array([one.deviation for one in seen]) ** 2).mean(axis=1))
    pixel_m = np.array([one.pixel_m for one in seen])
    deviation = np.hypot(ours[:, None], tracks.boxes.deviation()[rows][None])
    noise_m = config.position_noise_m + pixel_m[:, None] + DEVIATIONS * deviation
    cost = association_cost(boxes, known, noise_m, config.association_distance_m)
    surprise = tracks.labels.surprise(likelihoods, rows)
    does_not_fit = surprise > FITS_NATS
    cost[does_not_fit & (overlap(boxes, known, noise_m) < SAME_PLACE)] = np.inf
    cost += NATS_M * np.maximum(surprise, 0)
    for row, column in np.argwhere(np.isfinite(cost)).tolist():
        cost[row, column] += tracks.looks_cost(int(rows[column]), seen[row].detection)
    return cost


SAME_PLACE_OTHER_NAME = 0.45
FEW_HITS = 2.0
"""Of two things with different names one is a wrong name, if it was not seen more often."""
MUCH_MORE_OFTEN = 2.0

SAME_FLOOR = 0.5
"""Two tables do not stand on one floor: of the lesser one's at most this share is surely the other's, too."""


def join_doubles(tracks: ObjectTracks, rows: Sequence[int], config: PerceptionConfig) -> list[tuple[int, int]]:
    """Join what is one with one of these rows; return (row to be dropped, row that goes on) in order.

    What was ever seen together in one view stays two, unless it is furniture that would stand within other furniture:
    detectors frame a long table twice. The one that is asserted goes on, else the older.
    """
    joined: list[tuple[int, int]] = []
    onward: dict[int, int] = {}
    for row, other, shared in _candidates(tracks, rows, config):
        while row in onward:
            row = onward[row]
        if other in onward or row == other:
            continue
        if tracks.seen_together([row])[0, other]:
            is_one = _stand_on_same_floor(row, [other], tracks)[0]
        else:
            is_one = _is_one(row, other, shared, tracks)
        if is_one:
            kept, dropped = _order(row, other, tracks)
            tracks.join(kept, dropped, whole=_whole(row, other, tracks))
            joined.append((dropped, kept))
            onward[dropped] = kept
    return joined


def _candidates(tracks: ObjectTracks, rows: Sequence[int], config: PerceptionConfig) -> list[tuple[int, int, float]]:
    """(row, other, intersection over union) of pairs that are at one place, or the other within the row."""
    if not rows:
        return []
    boxes, deviation = tracks.boxes.boxes(), tracks.boxes.deviation()
    here = boxes.some(np.asarray(rows, np.int64))
    noise_m = config.position_noise_m + DEVIATIONS * np.hypot(deviation[list(rows)][:, None], deviation[None])
    shared: Floats = overlap(here, boxes, noise_m)
    low, high = here.minimum - config.position_noise_m, here.maximum + config.position_noise_m
    inside = ((boxes.minimum[None] >= low[:, None]) & (boxes.maximum[None] <= high[:, None])).all(axis=2)
    found = (inside | (shared >= SAME_PLACE)) & ~tracks.seen_together(rows)
    for number, row in enumerate(rows):
        found[number] |= _stand_on_same_floor(row, range(len(tracks)), tracks)
    found[np.arange(len(rows)), list(rows)] = False
    return [(rows[n], int(other), float(shared[n, other])) for n, other in np.argwhere(found)]


def _stand_on_same_floor(row: int, others: Sequence[int], tracks: ObjectTracks) -> NDArray[np.bool_]:
    """(len(others),): of what stands on legs and has the same name, whether both cannot stand where they seem to."""
    numbers = np.asarray(others, np.int64)
    if not stands_on_legs(tracks.category(row)):
        return np.zeros(len(numbers), np.bool_)
    face, deviation = tracks.boxes["face"][:, [0, 1, 3, 4]], np.sqrt(tracks.boxes["variance"][:, [0, 1, 3, 4]])
    inward = np.array([1.0, 1.0, -1.0, -1.0]) * DEVIATIONS * deviation
    own, sure = face[row] + inward[row], face[numbers] + inward[numbers]
    common = np.maximum(np.minimum(own[2:], sure[:, 2:]) - np.maximum(own[:2], sure[:, :2]), 0).prod(axis=1)
    area = (face[:, 2:] - face[:, :2]).prod(axis=1)
    is_within: NDArray[np.bool_] = common > SAME_FLOOR * np.minimum(area[row], area[numbers])
    is_within &= tracks.labels.top(numbers) == tracks.labels.top(np.array([row]))
    return is_within


def _order(row: int, other: int, tracks: ObjectTracks) -> tuple[int, int]:
    one, two = tracks.existence.probability()[[row, other]] >= ASSERTED
    if one != two:
        return (row, other) if one else (other, row)
    return min(row, other), max(row, other)


def _whole(row: int, other: int, tracks: ObjectTracks) -> int:
    """Which is the better known: this view's, if the other was not seen much more often."""
    hits = tracks.existence["hits"]
    return other if hits[other] > MUCH_MORE_OFTEN * hits[row] else row


def _is_one(row: int, other: int, shared: float, tracks: ObjectTracks) -> bool:
    one, two = tracks.category(row), tracks.category(other)
    if one == two:
        return tracks.look_alike(row, other)
    if not np.isfinite(tracks.looks_difference(row, other)):
        return False
    needed = SAME_PLACE if look_alike(one, two) else SAME_PLACE_OTHER_NAME
    return shared >= needed and min(tracks.existence["hits"][[row, other]]) <= FEW_HITS
