"""Where the six faces of each known thing are: estimates with a variance, which grow and shrink with evidence.

A Kalman filter a face. What the view cut off is a bound only; what faces away from the camera is one half: it may lie
farther out than was seen, hardly farther in.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.pose import MapRevision
from embodied_memory.perception.association import Boxes
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_beliefs import GrowingTable, Rows

Floats = NDArray[np.float64]

OUTWARD = np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
"""Both sides as "outwards is positive", so that one rule serves the six faces."""
LEAST_VARIANCE = 0.01**2
"""What all views share, as a camera that is mounted askew, no number of them averages out."""
HIDDEN_INWARDS = 4.0
"""A hidden face seen farther in than known counts as so many times less exact."""
SURPRISE = 3.0
"""Deviations; a face seen farther out was not seen to its end before, one farther in is not seen to its end now."""
OUT_GAIN_MASK, OUT_GAIN_BOX = 1.0, 0.35
IN_GAIN = 0.15
MUCH_BLURRIER = 4.0
"""Times the variance; a view as blurred as that does not surprise what was seen whole from near."""
SHARED_BOX_M = 0.1
"""What stands in a detector's box before or behind a thing is there in every view: a mask would tell them apart."""
VIEWS = 6
"""The shares of the last so many views of a thing are told apart; all before count as the first."""


class BoxEstimates(GrowingTable):
    """Of N things. is_rough: no view had a mask of it; share: of the last views, newest first, in the estimate of
    each face; stamp: of those views.
    """

    def __init__(self) -> None:
        none = np.zeros(6, np.bool_)
        share, stamp = np.zeros((VIEWS, 6)), np.zeros(VIEWS, np.int64)
        faces = {"face": np.zeros(6), "variance": np.zeros(6), "cut": none, "hidden": none}
        super().__init__(**faces, is_rough=True, share=share, stamp=stamp)

    def boxes(self) -> Boxes:
        """All of them."""
        return Boxes(*self.sides(), self["cut"], self["hidden"])

    def sides(self) -> tuple[Floats, Floats]:
        """(N, 3) minimum and (N, 3) maximum of all of them."""
        return self["face"][:, :3], self["face"][:, 3:]

    def deviation(self) -> Floats:
        """(N,) metres: of a face, on the average."""
        mean: Floats = np.sqrt(self["variance"].mean(axis=1))
        return mean

    def told_deviation(self) -> Floats:
        """(N,) metres: the same, with what no number of views averages out."""
        shared = np.where(self["is_rough"], SHARED_BOX_M**2, 0.0)
        off: Floats = np.sqrt(np.maximum(self["variance"].mean(axis=1) - LEAST_VARIANCE, 0.0) + shared)
        return off

    def replace(self, row: int, seen: LiftedObject, stamp_ns: int) -> None:
        """Forget where the thing was: it is where it is seen now."""
        self["share"][row], self["stamp"][row] = 0.0, stamp_ns
        self["share"][row, -1] = 1.0
        self["face"][row] = np.concatenate([seen.minimum, seen.maximum])
        self["variance"][row] = np.maximum(seen.deviation**2, LEAST_VARIANCE)
        self["cut"][row], self["hidden"][row] = seen.cut, seen.hidden
        self["is_rough"][row] = seen.detection.mask is None

    def update(self, rows: Rows, seen: Sequence[LiftedObject], stamp_ns: int) -> None:
        """Take in another view of each of some things."""
        boxes = Boxes.of(seen)
        noise = np.maximum(np.array([one.deviation for one in seen]) ** 2, LEAST_VARIANCE)
        is_rough = np.array([one.detection.mask is None for one in seen])
        jump = np.where(is_rough, OUT_GAIN_BOX, OUT_GAIN_MASK)
        self["is_rough"][rows] &= is_rough
        variance, was_cut, was_hidden = self["variance"][rows], self["cut"][rows], self["hidden"][rows]
        known = OUTWARD * self["face"][rows]
        farther = OUTWARD * np.hstack([boxes.minimum, boxes.maximum]) - known
        out, is_surprise = farther > 0, np.abs(farther) > SURPRISE * np.sqrt(variance + noise)
        gain = variance / (variance + np.where(boxes.hidden & ~out, HIDDEN_INWARDS * noise, noise))
        is_as_sharp = noise <= MUCH_BLURRIER * variance
        gain = np.where(is_surprise & out & (was_cut | is_as_sharp), np.maximum(gain, jump[:, None]), gain)
        gain = np.where(is_surprise & ~out, np.where(was_cut, 0.0, np.minimum(gain, IN_GAIN)), gain)
        # A cut face says that the thing goes on at least so far, no more.
        gain = np.where(boxes.cut & ~out, 0.0, gain)
        self["face"][rows] = OUTWARD * (known + gain * farther)
        self._share(rows, gain, stamp_ns)
        less = (1 - gain) * variance + np.where(is_surprise, gain * noise, 0.0)
        self["variance"][rows] = np.maximum(less, LEAST_VARIANCE)
        grows = is_surprise & out
        self["cut"][rows] = np.where(grows, boxes.cut, was_cut & (is_surprise | boxes.cut))
        self["hidden"][rows] = np.where(grows, boxes.hidden, was_hidden & (is_surprise | boxes.hidden))

    def join(self, kept: int, whole: int) -> None:
        """Row `kept` goes on as what row `whole` is."""
        for name in ("face", "variance", "cut", "hidden", "is_rough", "share", "stamp"):
            self[name][kept] = self[name][whole]

    def revise(self, revision: MapRevision) -> None:
        """Move each face by as much of the revision as it was seen in its span. Boxes keep their axes."""
        covered = (revision.since_ns <= self["stamp"]) & (self["stamp"] <= revision.until_ns)
        share = (self["share"] * covered[:, :, None]).sum(axis=1)
        low, high = self.sides()
        middle = (low + high) / 2
        self["face"][:] += share * np.tile(revision.moved(middle) - middle, 2)

    def _share(self, rows: Rows, gain: Floats, stamp_ns: int) -> None:
        """What this view has in the estimates is what earlier ones have lost; the two oldest go on as one."""
        share, stamp = (1 - gain)[:, None] * self["share"][rows], self["stamp"][rows]
        oldest = share[:, -2:].sum(axis=1, keepdims=True)
        self["share"][rows] = np.concatenate([gain[:, None], share[:, :-2], oldest], axis=1)
        now = np.full((len(stamp), 1), stamp_ns, np.int64)
        self["stamp"][rows] = np.concatenate([now, stamp[:, :-2], stamp[:, -1:]], axis=1)
