"""Straight lines over a grid: what is in sight, and which floor has been looked at from near enough to notice what
stands there, or by no view yet.

LMEE, section 14, calls explored what lies within 1.7 m of the trajectory. A robot that has looked across a room
knows much of what is beyond: a frontier is worth the less, the more of it has been looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.compiled import compiled
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.grid import OCCUPIED, UNKNOWN, OccupancySlice


@compiled
def blocked_between(clear: NDArray[np.bool_], row: int, column: int, to_row: int, to_column: int) -> int:
    """How many cells on the straight line between two cells, both included, are not clear.

    The line is sampled twice a cell, so that it slips through no diagonal gap of a wall.
    """
    steps = 2 * max(abs(to_row - row), abs(to_column - column), 1)
    count, last = 0, -1
    for index in range(steps + 1):
        part = index / steps
        r = int(np.floor(row + (to_row - row) * part + 0.5))
        c = int(np.floor(column + (to_column - column) * part + 0.5))
        cell = r * clear.shape[1] + c
        inside = 0 <= r < clear.shape[0] and 0 <= c < clear.shape[1]
        if cell != last and not (inside and clear[r, c]):
            count += 1
        last = cell
    return count


def in_sight(clear: NDArray[np.bool_], cell: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether every cell on the line is clear."""
    return blocked_between(clear, cell[0], cell[1], other[0], other[1]) == 0


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
