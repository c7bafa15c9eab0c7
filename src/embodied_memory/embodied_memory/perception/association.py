"""What it costs to say that an object just seen is one that was seen before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.scene_graph import Attributes

Floats = NDArray[np.float64]

IDENTITY_ATTRIBUTES = frozenset({"color", "colour", "material", "pattern", "shape", "brand", "owner", "title"})
"""Attributes that stay; others, such as open or on, are states and may change."""
UPWARDS = 3.0
"""Things of one kind seldom hang above one another, and poles are thin: a lamp's foot and its shade are one."""
OPEN_WEIGHT = 0.3
PIECE_WEIGHT = 0.1
CENTRE_WEIGHT = 0.3
CAPTION_WEIGHT_M = 0.2


@dataclass(frozen=True, eq=False)
class Boxes:
    """N axis-aligned boxes in map. minimum, maximum: (N, 3) metres; cut, hidden: (N, 6) as in LiftedObject."""

    minimum: Floats
    maximum: Floats
    cut: NDArray[np.bool_]
    hidden: NDArray[np.bool_]

    @staticmethod
    def of(lifted: Sequence[LiftedObject]) -> Boxes:
        """Those of what a view shows."""
        return Boxes(
            np.array([one.minimum for one in lifted]).reshape(-1, 3),
            np.array([one.maximum for one in lifted]).reshape(-1, 3),
            np.array([one.cut for one in lifted], np.bool_).reshape(-1, 6),
            np.array([one.hidden for one in lifted], np.bool_).reshape(-1, 6),
        )

    def some(self, rows: NDArray[np.int64]) -> Boxes:
        """Those of some rows."""
        return Boxes(self.minimum[rows], self.maximum[rows], self.cut[rows], self.hidden[rows])

    def centre(self) -> Floats:
        """(N, 3)."""
        return (self.minimum + self.maximum) / 2

    def reach(self, cut_m: float) -> tuple[Floats, Floats]:
        """Minimum and maximum, moved outwards by `cut_m` at cut faces."""
        by = np.where(self.cut, cut_m, 0)
        return self.minimum - by[:, :3], self.maximum + by[:, 3:]


def association_cost(seen: Boxes, known: Boxes, noise_m: Floats, reach_m: float) -> Floats:
    """(len(seen), len(known)) metres; inf where they cannot be the same object by their place.

    Two views of one object show different parts of it. They can be one only if on every axis the centre of
    one lies in the other, give or take `noise_m` (len(seen), len(known)), where a box reaches
    `reach_m` farther at its cut faces; or if both are cut off where they face each other, not farther apart
    than `reach_m`; or if one is straight above the other. The cost is how far they stick out of each other,
    and a little of the distance of the centres: an alike neighbour sticks out, another view of the same
    object hardly. That the known object goes on where this view's ends says little, for the view may show
    a piece of it.
    """
    centre, other, noise = seen.centre()[:, None], known.centre()[None], noise_m[:, :, None]
    low, high = (side[None] for side in known.reach(reach_m))
    fits = (centre >= low - noise) & (centre <= high + noise)
    low, high = (side[:, None] for side in seen.reach(reach_m))
    fits |= (other >= low - noise) & (other <= high + noise)
    fits |= _cut_towards_each_other(seen, known, reach_m)
    fits[:, :, 2] |= _above_one_another(seen, known, noise_m, UPWARDS * reach_m)
    distance = np.sqrt(((centre - other) ** 2).sum(axis=2))
    cost: Floats = CENTRE_WEIGHT * distance + _protrusion(seen, known, OPEN_WEIGHT)
    cost += PIECE_WEIGHT * _protrusion(known, seen, 0.0).T
    cost[~fits.all(axis=2)] = np.inf
    return cost


def _cut_towards_each_other(seen: Boxes, known: Boxes, reach_m: float) -> NDArray[np.bool_]:
    """(len(seen), len(known), 3): per axis, whether a gap lies between two cut faces."""
    after = known.minimum[None] - seen.maximum[:, None]
    before = seen.minimum[:, None] - known.maximum[None]
    facing_after = seen.cut[:, None, 3:] & known.cut[None, :, :3]
    facing_before = seen.cut[:, None, :3] & known.cut[None, :, 3:]
    return np.where(after > before, facing_after, facing_before) & (np.maximum(after, before) <= reach_m)


def _above_one_another(seen: Boxes, known: Boxes, noise_m: Floats, reach_m: float) -> NDArray[np.bool_]:
    """(len(seen), len(known)): whether the middle of one footprint lies in the other, not too far up or down."""
    centre, other, noise = seen.centre()[:, None], known.centre()[None], noise_m[:, :, None]
    over = (centre >= known.minimum[None] - noise) & (centre <= known.maximum[None] + noise)
    over |= (other >= seen.minimum[:, None] - noise) & (other <= seen.maximum[:, None] + noise)
    after = known.minimum[None, :, 2] - seen.maximum[:, None, 2]
    before = seen.minimum[:, None, 2] - known.maximum[None, :, 2]
    return over[:, :, :2].all(axis=2) & (np.maximum(after, before) <= reach_m)


def _protrusion(inner: Boxes, outer: Boxes, open_weight: float) -> Floats:
    """How far each `inner` sticks out of each `outer`, summed over the axes; less where `outer` may go on."""
    weight = np.where(outer.cut | outer.hidden, open_weight, 1.0)[None]
    below = np.maximum(outer.minimum[None] - inner.minimum[:, None], 0) * weight[:, :, :3]
    above = np.maximum(inner.maximum[:, None] - outer.maximum[None], 0) * weight[:, :, 3:]
    total: Floats = (below + above).sum(axis=2)
    return total


def overlap(seen: Boxes, known: Boxes, noise_m: Floats) -> Floats:
    """(len(seen), len(known)): intersection over union in the map, both grown by half of `noise_m`, of that shape."""
    by = noise_m[:, :, None] / 2
    low = np.maximum(seen.minimum[:, None], known.minimum[None]) - by
    high = np.minimum(seen.maximum[:, None], known.maximum[None]) + by
    common = np.maximum(high - low, 0).prod(axis=2)
    volume = (seen.maximum - seen.minimum)[:, None] + 2 * by
    other = (known.maximum - known.minimum)[None] + 2 * by
    shared: Floats = common / np.maximum(volume.prod(axis=2) + other.prod(axis=2) - common, 1e-12)
    return shared


def appearance_cost(caption: str, attributes: Attributes, other_caption: str, other_attributes: Attributes) -> float:
    """Metres: inf if a lasting attribute differs, else more the fewer words the captions share."""
    others = dict(other_attributes)
    for name, value in attributes:
        if name in IDENTITY_ATTRIBUTES and others.get(name, value) != value:
            return float("inf")
    words, other_words = set(caption.lower().split()), set(other_caption.lower().split())
    if not words or not other_words:
        return 0.0
    return CAPTION_WEIGHT_M * (1 - len(words & other_words) / len(words | other_words))
