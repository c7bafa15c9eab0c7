"""What lies around a place that no view has shown yet."""

from __future__ import annotations

import numpy as np

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.grid import OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.sight import in_sight


def unknown_behind(walls: OccupancySlice, here: Pose2D, near_m: float = 0.5, far_m: float = 1.5) -> float:
    """The share, 0 to 1, of the rear 120 degrees between two distances that is unknown and not behind a wall."""
    row, column = walls.cell_of(here.x, here.y)
    reach = int(np.ceil(far_m / walls.resolution_m))
    rows, columns = np.mgrid[row - reach : row + reach + 1, column - reach : column + reach + 1]
    away = np.hypot(rows - row, columns - column) * walls.resolution_m
    turn = np.arctan2(rows - row, columns - column) - here.yaw
    behind = np.cos(turn) < -0.5
    corner = np.array([row - reach, column - reach])
    cells = np.argwhere((away >= near_m) & (away <= far_m) & behind) + corner
    clear = walls.cells != OCCUPIED
    unknown = [
        walls.contains(r, c) and walls.cells[r, c] == UNKNOWN and in_sight(clear, (row, column), (r, c))
        for r, c in cells.tolist()
    ]
    return float(sum(unknown)) / max(len(unknown), 1)
