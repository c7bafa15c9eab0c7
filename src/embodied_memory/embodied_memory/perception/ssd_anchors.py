"""Anchors and box decoding of a single-shot detector (Liu et al. 2016, section 2.2)."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ASPECT_RATIOS = (1.0, 2.0, 0.5, 3.0, 1.0 / 3.0)
CENTRE_SCALE = 10.0
SIZE_SCALE = 5.0


def ssd_anchors(
    image_px: int = 300,
    strides: tuple[int, ...] = (16, 32, 64, 128, 256, 512),
    min_scale: float = 0.2,
    max_scale: float = 0.95,
) -> Floats:
    """(N, 4) centre y, centre x, height, width, all in units of the image; 1917 for the defaults.

    The first layer has three shapes, the others six: the aspect ratios and one square between two scales.
    """
    steps = len(strides) - 1
    scales = [min_scale + (max_scale - min_scale) * layer / steps for layer in range(len(strides))] + [1.0]
    layers = []
    for layer, stride in enumerate(strides):
        if layer == 0:
            shapes = [(0.1, 1.0), (scales[0], 2.0), (scales[0], 0.5)]
        else:
            shapes = [(scales[layer], ratio) for ratio in ASPECT_RATIOS]
            shapes.append((sqrt(scales[layer] * scales[layer + 1]), 1.0))
        layers.append(_layer(-(-image_px // stride), shapes))
    return np.concatenate(layers)


def _layer(cells: int, shapes: list[tuple[float, float]]) -> Floats:
    centres = (np.arange(cells) + 0.5) / cells
    y, x = np.meshgrid(centres, centres, indexing="ij")
    sizes = np.array([(scale / sqrt(ratio), scale * sqrt(ratio)) for scale, ratio in shapes])
    anchors = np.empty((cells, cells, len(shapes), 4))
    anchors[..., 0], anchors[..., 1], anchors[..., 2:] = y[..., None], x[..., None], sizes
    return anchors.reshape(-1, 4)


def decode_boxes(raw: Floats, anchors: Floats) -> Floats:
    """(N, 4) left, top, right, bottom in units of the image, from raw y, x, height, width."""
    centre = raw[:, :2] / CENTRE_SCALE * anchors[:, 2:] + anchors[:, :2]
    half = np.exp(np.clip(raw[:, 2:] / SIZE_SCALE, -10, 10)) * anchors[:, 2:] / 2
    low, high = centre - half, centre + half
    return np.stack([low[:, 1], low[:, 0], high[:, 1], high[:, 0]], axis=1)


def best_boxes(boxes: Floats, scores: Floats, max_overlap: float) -> NDArray[np.int64]:
    """Non-maximum suppression: rows to keep, best first, none overlapping another by more than that IoU."""
    order = np.argsort(-scores, kind="stable")
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    kept: list[int] = []
    while len(order):
        best, order = int(order[0]), order[1:]
        kept.append(best)
        low = np.maximum(boxes[best, :2], boxes[order, :2])
        high = np.minimum(boxes[best, 2:], boxes[order, 2:])
        common = np.prod(np.maximum(high - low, 0), axis=1)
        order = order[common <= max_overlap * (area[best] + area[order] - common)]
    return np.array(kept, np.int64)
