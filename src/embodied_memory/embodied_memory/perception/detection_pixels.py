"""The measured pixels of a thing in an image, which of them are its outline, and where the view cuts it off."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.perception.depth_noise import InverseDepth
from embodied_memory.perception.even_sampling import is_sampled

OUTLINE_DENSITY = 8
"""The outline, which tells where the view is cut, is sampled this much more densely than the inside."""
MEASURED_SHARE = 0.5
"""A column or row of which less was measured, of what others have, is outside of what the camera measures."""
NEARER_M, NEARER_DEVIATIONS = 0.05, 4.0
"""A neighbouring surface this much nearer, and by more than noise, hides part of the thing."""

Frame = tuple[int, int, int, int]


def measured_frame(values: NDArray[np.float64]) -> Frame:
    """Left, upper, right and lower edge of what the camera measures: many leave a margin of the image out."""
    edges = []
    for axis in (0, 1):
        counts = np.count_nonzero(values, axis=axis)
        dense = np.flatnonzero(counts >= MEASURED_SHARE * np.quantile(counts, 0.9))
        edges.append((int(dense[0]), int(dense[-1]) + 1) if counts.any() else (0, len(counts)))
    (left, right), (top, bottom) = edges
    return left, top, right, bottom


def detection_pixels(
    mask: NDArray[np.bool_], corner: tuple[int, int], image: InverseDepth, frame: Frame, max_pixels: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return (N, 3) column, row, depth; (N,) bool on the outline; (N, 4) bool cut off there on its
    right, lower, left and upper side.

    mask: of a box within the image whose left upper corner (column, row) is `corner`. frame: as `measured_frame`
    tells it. Evenly spread, about `max_pixels` of them, and denser on the outline.
    """
    step = 1 + int(np.count_nonzero(mask)) // max_pixels
    nearer = NEARER_DEVIATIONS * image.deviation
    pixels, on_outline, is_cut = _gather(np.ascontiguousarray(mask), image.values, *corner, frame, step, nearer)
    return pixels, on_outline, is_cut


@njit(cache=True)  # type: ignore[untyped-decorator]
def _gather(mask, values, left, top, frame, step, nearer):  # type: ignore[no-untyped-def]
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
            value = values[top + row, left + column]
            if value <= 0:
                continue
            is_cut[kept] = False
            outline = _look_around(mask, values, left, top, frame, row, column, value, nearer, is_cut[kept])
            seen += 1
            if not is_sampled(seen, outline_step if outline else step):
                continue
            pixels[kept, 0] = left + column
            pixels[kept, 1] = top + row
            pixels[kept, 2] = 1 / value
            on_outline[kept] = outline
            kept += 1
    return pixels[:kept], on_outline[:kept], is_cut[:kept]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _look_around(mask, values, left, top, frame, row, column, value, nearer, is_cut):  # type: ignore[no-untyped-def]
    """Whether a pixel of the mask is on its outline; writes the sides on which it is cut off."""
    rows, columns = mask.shape
    first_column, first_row, end_column, end_row = frame
    on_outline = False
    for side in range(4):
        c = column + (1 if side == 0 else -1 if side == 2 else 0)
        r = row + (1 if side == 1 else -1 if side == 3 else 0)
        is_measured = first_row <= top + r < end_row and first_column <= left + c < end_column
        if is_measured and 0 <= r < rows and 0 <= c < columns and mask[r, c]:
            continue
        on_outline = True
        if not is_measured:
            is_cut[side] = True
        else:
            is_cut[side] = values[top + r, left + c] > value + NEARER_M * value * value + nearer
    return on_outline
