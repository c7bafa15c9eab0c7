"""A grid of cells turned about the vertical and shifted along the floor, cut into cells of the same size anew."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def moved_cells(
    low: NDArray[np.int64], cells: NDArray[np.int8], map_T_map: NDArray[np.float64], resolution_m: float
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """(low, cells) in the map as it is now. low: (2,) the first cell, counted from map zero; cells: (nx, ny, nz).

    Each cell is as the one that its middle was in, so that surfaces neither double nor tear; what was outside is 0.
    """
    turn, shift = map_T_map[:2, :2], map_T_map[:2, 3] / resolution_m
    size = np.array(cells.shape[:2])
    corners = np.array([[x, y] for x in (0, size[0]) for y in (0, size[1])]) + low
    moved = corners @ turn.T + shift
    first = np.floor(moved.min(axis=0) + 1e-9).astype(np.int64)
    count = np.ceil(moved.max(axis=0) - 1e-9).astype(np.int64) - first
    x, y = np.meshgrid(*(np.arange(n) + 0.5 for n in count), indexing="ij")
    was = (np.stack([x, y], axis=-1) + first - shift) @ turn - low
    column = np.floor(was).astype(np.int64)
    inside = ((column >= 0) & (column < size)).all(axis=-1)
    found = np.zeros((*count, cells.shape[2]), np.int8)
    found[inside] = cells[column[inside][:, 0], column[inside][:, 1]]
    return first, found
