"""Which room of the map a place is in, how surely where a border is near, and the map's row in the database."""

from __future__ import annotations

import sqlite3
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.mapping.grid import RoomMap

_NEAREST_CELL_M = 1.0
_RINGS = ((0.0, 1, 0.118), (1.0, 8, 0.557), (2.0, 8, 0.325))
"""(deviations from the centre, points, share) of a round normal distribution, cut at .5 and 1.5 deviations."""


class RoomGrid:
    """A room map that also answers just outside its rooms, where furniture stands."""

    def __init__(self, room_map: RoomMap) -> None:
        self.room_map = room_map
        labelled = room_map.cells >= 0
        if labelled.any():
            distances, (rows, columns) = distance_transform_edt(~labelled, return_indices=True)
            near = distances * room_map.resolution_m <= _NEAREST_CELL_M
            self._numbers = np.where(near, room_map.cells[rows, columns], -1)
        else:
            self._numbers = room_map.cells

    def number_at(self, position: tuple[float, float, float]) -> int:
        """The room's number, -1 if no labelled cell is within 1 m."""
        row, column = self.room_map.cell_of(position[0], position[1])
        return int(self._numbers[row, column]) if self.room_map.contains(row, column) else -1

    def numbers_at(self, places: NDArray[np.floating[Any]]) -> NDArray[np.int64]:
        """(N, 2) places in map -> (N,) the rooms' numbers, -1 for none."""
        rows, columns = (
            np.floor((places[:, axis] - self.room_map.origin[axis]) / self.room_map.resolution_m).astype(np.int64)
            for axis in (1, 0)
        )
        height, width = self._numbers.shape
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        numbers = np.full(len(places), -1, np.int64)
        numbers[inside] = self._numbers[rows[inside], columns[inside]]
        return numbers

    def shares_at(self, places: NDArray[np.float64], deviation_m: float) -> NDArray[np.float64]:
        """(N, 2) places in map, each known with this deviation -> (N,) how likely it is in the room that it seems in.

        Where no room is near says nothing for another one.
        """
        offsets, weights = _around(deviation_m)
        around = places[:, None, :] + offsets[None]
        numbers = self.numbers_at(around.reshape(-1, 2)).reshape(len(places), -1)
        own = self.numbers_at(places)
        known = np.where(numbers >= 0, weights, 0.0).sum(axis=1)
        there = np.where(numbers == own[:, None], weights, 0.0).sum(axis=1)
        return np.where((own >= 0) & (known > 0), there / np.maximum(known, 1e-9), 1.0)


def _around(deviation_m: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(M, 2) offsets in metres and (M,) weights, in all 1."""
    offsets, weights = [], []
    for radius, count, share in _RINGS:
        angles = np.arange(count) * 2 * np.pi / count
        offsets.append(radius * deviation_m * np.column_stack((np.cos(angles), np.sin(angles))))
        weights.append(np.full(count, share / count))
    return np.concatenate(offsets), np.concatenate(weights)


def write_room_map(connection: sqlite3.Connection, room_map: RoomMap) -> None:
    """Replace the stored room map."""
    rows, columns = room_map.cells.shape
    cells = zlib.compress(np.ascontiguousarray(room_map.cells, np.int8).tobytes(), 1)
    connection.execute(
        "INSERT OR REPLACE INTO room_map VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        (room_map.stamp_ns, *room_map.origin, room_map.resolution_m, rows, columns, cells),
    )


def delete_room_map(connection: sqlite3.Connection) -> None:
    """No room is known until the next map of them."""
    connection.execute("DELETE FROM room_map")


def load_room_map(connection: sqlite3.Connection) -> RoomMap | None:
    """The stored room map, None if there is none."""
    row = connection.execute("SELECT * FROM room_map").fetchone()
    if row is None:
        return None
    _, stamp_ns, x, y, resolution_m, rows, columns, cells = row
    grid = np.frombuffer(zlib.decompress(cells), np.int8).reshape(rows, columns)
    return RoomMap(stamp_ns, (x, y), resolution_m, grid)
