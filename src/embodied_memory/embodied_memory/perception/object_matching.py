"""Which of the known objects each one of a view is: the least total cost, one to one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from embodied_memory.config import PerceptionConfig
from embodied_memory.perception.association import Boxes, Floats, association_cost, overlap
from embodied_memory.perception.growing_table import Rows
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_tracks import ObjectTracks

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
