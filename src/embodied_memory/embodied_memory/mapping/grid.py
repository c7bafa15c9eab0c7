"""Grids over the floor of the map: the occupancy slice and the rooms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

UNKNOWN, FREE, OCCUPIED = -1, 0, 100
"""Cell values, those of nav_msgs/OccupancyGrid."""


@dataclass(frozen=True, eq=False)
class Grid:
    """cells: (rows, columns) int8; cell [r, c] covers x from origin_x + c * resolution, y likewise by r.

    origin: (x, y) of the outer corner of cell [0, 0] in map, metres.
    """

    stamp_ns: int
    origin: tuple[float, float]
    resolution_m: float
    cells: NDArray[np.int8]

    @property
    def corner(self) -> NDArray[np.int64]:
        """(row, column), counted from the origin of map, of the first cell."""
        return np.round(np.array(self.origin[::-1]) / self.resolution_m).astype(np.int64)

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """(row, column) of a point; may lie outside."""
        return (
            int(np.floor((y - self.origin[1]) / self.resolution_m)),
            int(np.floor((x - self.origin[0]) / self.resolution_m)),
        )

    def centre_of(self, row: int, column: int) -> tuple[float, float]:
        """(x, y) of a cell's centre."""
        return (
            self.origin[0] + (column + 0.5) * self.resolution_m,
            self.origin[1] + (row + 0.5) * self.resolution_m,
        )

    def contains(self, row: int, column: int) -> bool:
        """Whether the cell lies in the grid."""
        return bool(0 <= row < self.cells.shape[0] and 0 <= column < self.cells.shape[1])


@dataclass(frozen=True, eq=False)
class OccupancySlice(Grid):
    """Cells are UNKNOWN, FREE or OCCUPIED at one height of the voxel map.

    doubtful: (rows, columns), which occupied cells nobody has seen sharply, or None where nobody keeps it.
    deviation_m: of depth across a room, as the camera's views tell it.
    """

    doubtful: NDArray[np.bool_] | None = None
    deviation_m: float = 0.0


class RoomMap(Grid):
    """Cells are -1 where no room is known, else the number of a room, 0 to 126."""
