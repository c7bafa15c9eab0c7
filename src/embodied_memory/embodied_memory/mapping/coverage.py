"""Which floor has been looked at from near enough to notice what stands there.

LMEE, section 14, calls explored what lies within 1.7 m of the trajectory. A robot that has looked across a room
knows much of what is beyond: a frontier is worth the less, the more of it has been looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled
from embodied_memory.mapping.grid import OCCUPIED, OccupancySlice
from embodied_memory.mapping.sight import blocked_between

Cells = NDArray[np.int64]


class Coverage:
    """Grows with every look. Cells are counted from the origin of `map`, so that a growing grid does not matter."""

    def __init__(self, range_m: float, angle_deg: float) -> None:
        """Seen is what lies within range_m and angle_deg around the robot's heading, unless a wall hides it."""
        self._range_m = range_m
        self._half_angle = np.radians(angle_deg) / 2
        self._seen: set[tuple[int, int]] = set()

    def look(self, x: float, y: float, yaw: float, walls: OccupancySlice) -> None:
        """Mark what is in sight from a pose."""
        reach = int(self._range_m / walls.resolution_m)
        row, column = walls.cell_of(x, y)
        cells = _in_sight_cells(walls.cells != OCCUPIED, row, column, reach, yaw, float(self._half_angle))
        self._seen.update(map(tuple, (cells + walls.corner).tolist()))

    def unseen_share(self, points: NDArray[np.float64], resolution_m: float) -> float:
        """Of points (N, 2) in map: the share, 0 to 1, that has not been looked at."""
        if not len(points):
            return 0.0
        cells = np.floor(points[:, ::-1] / resolution_m + 1e-6).astype(np.int64)
        return sum(cell not in self._seen for cell in map(tuple, cells.tolist())) / len(cells)


@compiled
def _in_sight_cells(
    clear: NDArray[np.bool_], row: int, column: int, reach: int, yaw: float, half_angle: float
) -> Cells:
    """(N, 2) cells (row, column) within reach cells and the angle, with nothing but the last cell in the way."""
    found = np.empty(((2 * reach + 1) ** 2, 2), np.int64)
    count = 0
    for r in range(max(row - reach, 0), min(row + reach + 1, clear.shape[0])):
        for c in range(max(column - reach, 0), min(column + reach + 1, clear.shape[1])):
            dr, dc = r - row, c - column
            if dr * dr + dc * dc > reach * reach or not clear[r, c]:
                continue
            turn = np.arctan2(float(dr), float(dc)) - yaw
            turn = abs((turn + np.pi) % (2 * np.pi) - np.pi)
            near = dr * dr + dc * dc <= 4
            if (near or turn <= half_angle) and blocked_between(clear, row, column, r, c) == 0:
                found[count, 0], found[count, 1] = r, c
                count += 1
    return found[:count]
