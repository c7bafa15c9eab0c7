"""Where the robot stood while it looked: there is floor, seen or not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.grid import FREE, UNKNOWN, OccupancySlice
from embodied_memory.observation import Observation


def standing_point(observation: Observation) -> tuple[float, float, float]:
    """(x, y, z) of the base in map, or of the camera where a recording knows no base (map_T_base is the identity)."""
    known = not np.array_equal(observation.map_T_base, np.eye(4))
    x, y, z = (observation.map_T_base if known else observation.map_T_camera)[:3, 3]
    return float(x), float(y), float(z)


def clear_around(grid: OccupancySlice, places: NDArray[np.float64], clearance_m: float) -> None:
    """Make free, in place, what is unknown within clearance_m of places, (N, 3) in map."""
    reach = clearance_m / grid.resolution_m
    span = np.arange(-int(reach) - 1, int(reach) + 2)
    for x, y in np.unique(np.round(places[:, :2] / grid.resolution_m, 1), axis=0):
        column = (x - grid.origin[0] / grid.resolution_m) - 0.5
        row = (y - grid.origin[1] / grid.resolution_m) - 0.5
        columns, rows = np.meshgrid(span + round(column), span + round(row))
        near = (columns - column) ** 2 + (rows - row) ** 2 <= reach**2
        near &= (rows >= 0) & (rows < grid.cells.shape[0]) & (columns >= 0) & (columns < grid.cells.shape[1])
        spot = grid.cells[rows[near], columns[near]]
        grid.cells[rows[near], columns[near]] = np.where(spot == UNKNOWN, FREE, spot)
