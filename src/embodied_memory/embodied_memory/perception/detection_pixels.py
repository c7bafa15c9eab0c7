"""The measured pixels of a detection, which of them are its outline, and where the view cuts it off."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.scene_graph import Detection

NEARER_M = 0.05
"""A neighbouring surface this much nearer hides part of the object."""


def detection_pixels(
    detection: Detection, depth: NDArray[np.float32], max_pixels: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return (N, 3) column, row, depth; (N,) bool on the outline; (N,) bool cut off there.

    At most about `max_pixels`, evenly spread. Without a mask, every pixel of the box counts as the object.
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
    height, width = depth.shape
    pixels = np.empty((rows * columns // step + 1, 3), np.float64)
    on_outline = np.zeros(len(pixels), np.bool_)
    is_cut = np.zeros(len(pixels), np.bool_)
    seen = 0
    kept = 0
    for row in range(rows):
        for column in range(columns):
            if not mask[row, column]:
                continue
            seen += 1
            value = depth[top + row, left + column]
            if seen % step != 0 or not np.isfinite(value) or value <= 0:
                continue
            for side in range(4):
                r = row + (1 if side == 0 else -1 if side == 1 else 0)
                c = column + (1 if side == 2 else -1 if side == 3 else 0)
                if 0 <= r < rows and 0 <= c < columns and mask[r, c]:
                    continue
                on_outline[kept] = True
                if not (0 <= top + r < height and 0 <= left + c < width):
                    is_cut[kept] = True
                    continue
                beyond = depth[top + r, left + c]
                if np.isfinite(beyond) and 0 < beyond < value - NEARER_M:
                    is_cut[kept] = True
            pixels[kept, 0] = left + column
            pixels[kept, 1] = top + row
            pixels[kept, 2] = value
            kept += 1
    return pixels[:kept], on_outline[:kept], is_cut[:kept]
