"""Two detections of one thing in one view: a cup that is reported as a mug, too; two boxes around one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.association import Boxes, overlap
from embodied_memory.perception.confusion import look_alike
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.scene_graph import Detection

SAME_BOX, SAME_BOX_ALIKE = 0.8, 0.6
"""Intersection over union in the image; the second for names that detectors take for one another."""
SAME_PIXELS, SAME_PIXELS_BOX = 0.6, 0.3
"""Boxes of alike names that overlap by the second, whose segments share the first of the lesser one."""
SAME_PLACE = 0.3
"""The same in the map, the boxes grown by their deviation."""


def one_per_thing(lifted: Sequence[LiftedObject]) -> list[LiftedObject]:
    """The detections in their order; of those that are of one thing the best, with what else it was taken for.

    Masks are of one thing only if they are of the same pixels: things that stand close have their own.
    """
    shared = _shares([one.detection for one in lifted])
    best = sorted(range(len(lifted)), key=lambda number: -lifted[number].detection.score)
    stands_for: dict[int, int] = {}
    others: dict[int, list[Detection]] = {}
    for place, number in enumerate(best):
        rivals = [
            other for other in best[:place] if other not in stands_for and shared[number, other] >= SAME_PIXELS_BOX
        ]
        same = next(
            (other for other in rivals if _are_one(lifted[number], lifted[other], shared[number, other])), None
        )
        if same is not None:
            stands_for[number] = same
            others.setdefault(same, []).append(lifted[number].detection)
    return [
        replace(one, others=(*one.others, *others[number])) if number in others else one
        for number, one in enumerate(lifted)
        if number not in stands_for
    ]


def _shares(detections: Sequence[Detection]) -> NDArray[np.float64]:
    """(N, N): intersection over union of the boxes in the image."""
    boxes = np.array([one.box for one in detections], float).reshape(-1, 4)
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    common = np.maximum(high - low, 0).prod(axis=2)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    shares: NDArray[np.float64] = common / np.maximum(area[:, None] + area[None] - common, 1e-9)
    return shares


def _are_one(one: LiftedObject, other: LiftedObject, shared: float) -> bool:
    first, second = one.detection, other.detection
    is_alike = look_alike(first.category, second.category)
    if first.mask is not None and second.mask is not None:
        shared = _shared_mask(first.mask, second.mask)
    if is_alike and _shared_segment(one, other) >= SAME_PIXELS:
        return True
    if shared < (SAME_BOX_ALIKE if is_alike else SAME_BOX):
        return False
    noise_m = np.array([[np.hypot(one.deviation.mean(), other.deviation.mean())]])
    return bool(overlap(Boxes.of([one]), Boxes.of([other]), noise_m)[0, 0] >= SAME_PLACE)


def _shared_mask(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    return float((one & other).sum()) / max(float((one | other).sum()), 1.0)


def _shared_segment(one: LiftedObject, other: LiftedObject) -> float:
    """Which share of the lesser segment the pixels of both are; 0 where one has none."""
    if one.segment is None or other.segment is None:
        return 0.0
    corners = [np.maximum(lifted.detection.box[:2], 0) for lifted in (one, other)]
    low = np.maximum(*corners)
    high = np.minimum(
        *(corner + segment.shape[::-1] for corner, segment in zip(corners, (one.segment, other.segment), strict=True))
    )
    if (high <= low).any():
        return 0.0
    parts = []
    for corner, segment in zip(corners, (one.segment, other.segment), strict=True):
        (left, top), (right, bottom) = low - corner, high - corner
        parts.append(segment[top:bottom, left:right])
    least = min(float(one.segment.sum()), float(other.segment.sum()))
    return float((parts[0] & parts[1]).sum()) / max(least, 1.0)
