"""Takes noise off a depth image without mixing surfaces: each pixel becomes the mean of those neighbours that agree.

Lee's sigma filter (1983), along rows and then along columns, in inverse depth: a plane is linear there, so the mean
of what lies evenly around a pixel is the pixel's own value on a plane of any slope.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled
from embodied_memory.mapping.depth_noise import DepthDeviation

_REACH = 2
_AGREE = 3.0
"""Neighbours agree within so many deviations of a pixel."""


def smoothed(depth: NDArray[np.float32], deviation: DepthDeviation) -> NDArray[np.float32]:
    """(H, W) metres, 0 where nothing was measured. deviation: of each pixel of the image."""
    spread = (np.float32(_AGREE * deviation.square_per_m), np.float32(_AGREE * deviation.proportional))
    inverse, along_rows = np.empty_like(depth), np.empty_like(depth)
    _invert(depth, inverse)
    _mean_along_rows(inverse, spread, along_rows)
    _mean_along_columns(along_rows, spread, inverse)
    _invert(inverse, along_rows)
    return along_rows


@compiled
def _invert(image: NDArray[np.float32], inverse: NDArray[np.float32]) -> None:
    """1 / x, 0 where x is no positive number."""
    nothing, one, endless = np.float32(0.0), np.float32(1.0), np.float32(np.inf)
    for v in range(image.shape[0]):
        for u in range(image.shape[1]):
            x = image[v, u]
            known = (x > nothing) & (x < endless)
            inverse[v, u] = one / x if known else nothing


@compiled
def _mean_along_rows(
    image: NDArray[np.float32], spread: tuple[np.float32, np.float32], mean: NDArray[np.float32]
) -> None:
    width = image.shape[1]
    total, count = np.empty(width, np.float32), np.empty(width, np.float32)
    for v in range(image.shape[0]):
        row = image[v]
        total[:] = row
        count[:] = np.float32(1.0)
        for shift in range(1, min(_REACH, width - 1) + 1):
            _add_agreeing(row[shift:], row[:-shift], spread, total[:-shift], count[:-shift])
            _add_agreeing(row[:-shift], row[shift:], spread, total[shift:], count[shift:])
        for u in range(width):
            mean[v, u] = total[u] / count[u]


@compiled
def _mean_along_columns(
    image: NDArray[np.float32], spread: tuple[np.float32, np.float32], mean: NDArray[np.float32]
) -> None:
    height, width = image.shape
    total, count = np.empty(width, np.float32), np.empty(width, np.float32)
    for v in range(height):
        total[:] = image[v]
        count[:] = np.float32(1.0)
        for other in range(max(v - _REACH, 0), min(v + _REACH + 1, height)):
            if other != v:
                _add_agreeing(image[other], image[v], spread, total, count)
        for u in range(width):
            mean[v, u] = total[u] / count[u]


@compiled
def _add_agreeing(
    others: NDArray[np.float32],
    own: NDArray[np.float32],
    spread: tuple[np.float32, np.float32],
    total: NDArray[np.float32],
    count: NDArray[np.float32],
) -> None:
    """Add to total, and one to count, where another pixel agrees with a pixel: selections, no branches."""
    nothing, one, constant, slope = np.float32(0.0), np.float32(1.0), spread[0], spread[1]
    for u in range(own.size):
        agrees = (abs(others[u] - own[u]) <= constant + slope * own[u]) & (others[u] > nothing)
        total[u] += others[u] if agrees else nothing
        count[u] += one if agrees else nothing
