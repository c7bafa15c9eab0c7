"""Parting a free area at its narrow places."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)  # type: ignore[untyped-decorator]
def flood_from_depths(
    depth: NDArray[np.float64], cells: NDArray[np.int64], narrowing: float, wide: float
) -> NDArray[np.int64]:
    """Labels from 1 for `cells` (N, 2), which come deepest first; basins that meet join unless it is narrow there.

    A narrow place is less than `narrowing` times as deep as the shallower basin, and no deeper than `wide`.
    """
    labels = np.zeros(depth.shape, np.int64)
    root = np.arange(len(cells) + 1)
    peak = np.zeros(len(cells) + 1)
    for k in range(len(cells)):
        row, column = cells[k]
        here = depth[row, column]
        mine, steepest = 0, 0.0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                other = _basin_at(labels, root, row + dr, column + dc)
                if other == 0:
                    continue
                slope = (depth[row + dr, column + dc] - here) / (dr * dr + dc * dc) ** 0.5
                if mine not in (0, other) and (here > wide or here > narrowing * min(peak[mine], peak[other])):
                    low, high = min(mine, other), max(mine, other)
                    root[high] = low
                    peak[low] = max(peak[low], peak[high])
                    mine = other = low
                if mine == 0 or slope > steepest:
                    mine, steepest = other, slope
        if mine == 0:
            mine = k + 1
            peak[mine] = here
        labels[row, column] = mine
    for k in range(len(cells)):
        labels[cells[k, 0], cells[k, 1]] = _basin_at(labels, root, cells[k, 0], cells[k, 1])
    return labels


@njit(cache=True)  # type: ignore[untyped-decorator]
def _basin_at(labels: NDArray[np.int64], root: NDArray[np.int64], row: int, column: int) -> int:
    """The basin that a cell belongs to after all joins; 0 outside and where nothing is flooded yet."""
    if row < 0 or column < 0 or row >= labels.shape[0] or column >= labels.shape[1]:
        return 0
    basin = labels[row, column]
    while root[basin] != basin:
        basin = root[basin]
    return int(basin)
