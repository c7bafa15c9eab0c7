"""The measured pixels of a detection, which of them are its outline, and where the view cuts it off."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.scene_graph import Detection

OUTLINE_DENSITY = 8
"""The outline, which tells where the view is cut, is sampled this much more densely than the inside."""
NEARER_M = 0.05
"""A neighbouring surface this much nearer hides part of the object."""


def detection_pixels(
    detection: Detection, depth: NDArray[np.float32], max_pixels: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return (N, 3) column, row, depth; (N,) bool on the outline; (N, 4) bool cut off there on its
    right, lower, left and upper side.

    Evenly spread, about `max_pixels` of them, and denser on the outline. Without a mask, every pixel of the
    box counts as the object.
    """
    left, top, right, bottom = detection.box
    height, width = depth.shape
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    if detection.mask is None:
        mask = np.ones((max(bottom - top, 0), max(right - left, 0)), np.bool_)
    else:
        mask = detection.mask[top:bottom, left:right]
    step = 1 + int(np.count_nonzero(mask)) // max_pixels
    pixels, on_outline, is_cut = _gather(np.ascontiguousarray(mask), depth, left, top, step)
    return pixels, on_outline, is_cut


@njit(cache=True)  # type: ignore[untyped-decorator]
def _gather(mask, depth, left, top, step):  # type: ignore[no-untyped-def]
    rows, columns = mask.shape
    pixels = np.empty((rows * columns, 3), np.float64)
    on_outline = np.zeros(len(pixels), np.bool_)
    is_cut = np.zeros((len(pixels), 4), np.bool_)
    outline_step = 1 + step // OUTLINE_DENSITY
    seen = kept = 0
    for row in range(rows):
        for column in range(columns):
            if not mask[row, column]:
                continue
            value = depth[top + row, left + column]
            if not np.isfinite(value) or value <= 0:
                continue
            is_cut[kept] = False
            outline = _look_around(mask, depth, left, top, row, column, value, is_cut[kept])
            seen += 1
            if seen % (outline_step if outline else step) != 0:
                continue
            pixels[kept, 0] = left + column
            pixels[kept, 1] = top + row
            pixels[kept, 2] = value
            on_outline[kept] = outline
            kept += 1
    return pixels[:kept], on_outline[:kept], is_cut[:kept]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _look_around(mask, depth, left, top, row, column, value, is_cut):  # type: ignore[no-untyped-def]
    """Whether a pixel of the mask is on its outline; writes the sides on which it is cut off."""
    rows, columns = mask.shape
    height, width = depth.shape
    on_outline = False
    for side in range(4):
        c = column + (1 if side == 0 else -1 if side == 2 else 0)
        r = row + (1 if side == 1 else -1 if side == 3 else 0)
        if 0 <= r < rows and 0 <= c < columns and mask[r, c]:
            continue
        on_outline = True
        if not (0 <= top + r < height and 0 <= left + c < width):
            is_cut[side] = True
        else:
            beyond = depth[top + r, left + c]
            is_cut[side] = np.isfinite(beyond) and 0 < beyond < value - NEARER_M
    return on_outline
