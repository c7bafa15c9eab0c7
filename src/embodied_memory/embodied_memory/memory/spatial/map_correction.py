"""Memories move with their map when it is corrected: what was at p is at map_T_map * p afterwards.

Every correction is logged, in the order in which memories were moved by them.
"""

from __future__ import annotations

import math
import sqlite3
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_LAST_NS = 2**63 - 1


@dataclass(frozen=True, eq=False)
class MapCorrection:
    """map_t_map: (4, 4) rigid, takes points of the map as it was to the corrected one, metres.

    since_ns: 0 where the whole map was corrected; else what was recorded of views from then until stamp_ns, alone.
    """

    map_id: str
    map_t_map: Array
    stamp_ns: int
    since_ns: int = 0

    @property
    def span_ns(self) -> tuple[int, int]:
        """The first and the last stamp of what moves."""
        return (self.since_ns, self.stamp_ns - 1) if self.since_ns else (0, _LAST_NS)

    def covers(self, map_id: str, stamp_ns: int) -> bool:
        """Whether what was recorded in a map of a view of that stamp moves."""
        first, last = self.span_ns
        return map_id == self.map_id and first <= stamp_ns <= last

    @property
    def numbers(self) -> tuple[float, ...]:
        """The upper three rows, one after the other."""
        return tuple(self.map_t_map[:3].ravel().tolist())

    @staticmethod
    def of_numbers(map_id: str, numbers: tuple[float, ...], stamp_ns: int, since_ns: int) -> MapCorrection:
        """The inverse of `numbers`."""
        matrix = np.eye(4)
        matrix[:3] = np.array(numbers).reshape(3, 4)
        return MapCorrection(map_id, matrix, stamp_ns, since_ns)


def checked_transform(map_t_map: Array) -> Array:
    """The (4, 4) rigid transform as float64, its rotation without the rounding errors that it came with.

    Raises ValueError if it is none: not finite, or no pure rotation.
    """
    matrix = np.array(map_t_map, np.float64)
    if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
        raise ValueError("a correction of the map is a finite 4 x 4 matrix")
    rotation = matrix[:3, :3]
    is_rotation = np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-6) and np.linalg.det(rotation) > 0
    if not is_rotation or not np.allclose(matrix[3], (0, 0, 0, 1), atol=1e-9):
        raise ValueError("a correction of the map turns and moves it, and does nothing else")
    if not np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-14):
        # The nearest rotation: many corrections in a row must not shrink or grow the map.
        left, _, right = np.linalg.svd(rotation)
        matrix[:3, :3] = left @ right
    matrix[3] = (0, 0, 0, 1)
    return matrix


def moved_points(points: Array, map_t_map: Array) -> Array:
    """(N, 3) points of the map as it was -> (N, 3) in the corrected one, metres."""
    return np.asarray(points @ map_t_map[:3, :3].T + map_t_map[:3, 3], np.float64)


def moved_yaw(yaw: float, map_t_map: Array) -> float:
    """A heading on the floor turns with the x axis of what has it. Radians, -pi to pi."""
    (xx, xy), (yx, yy) = map_t_map[:2, :2].tolist()
    x, y = math.cos(yaw), math.sin(yaw)
    return math.atan2(yx * x + yy * y, xx * x + xy * y)


def moved_size(size: tuple[float, float, float], map_t_map: Array) -> tuple[float, float, float]:
    """The extent of an axis-aligned box, metres: its axes change places with those of the map, by quarter turns.

    The box around a turned box is larger, so that many small corrections would let things grow.
    """
    axes = np.abs(map_t_map[:3, :3]).argmax(axis=1).tolist()
    return (size[axes[0]], size[axes[1]], size[axes[2]]) if len(set(axes)) == 3 else size


_NUMBERS = ("xx", "xy", "xz", "x_m", "yx", "yy", "yz", "y_m", "zx", "zy", "zz", "z_m")

TABLES: tuple[str, ...] = (
    # The upper rows of map_T_map. log_end: the last record that was moved by it, those after it were not.
    f"""CREATE TABLE map_correction (
        correction_id INTEGER PRIMARY KEY, map_id TEXT NOT NULL, stamp_ns INTEGER NOT NULL, log_end INTEGER NOT NULL,
        {", ".join(f"{name} REAL NOT NULL" for name in _NUMBERS)})""",
)
SPAN: tuple[str, ...] = (
    # 0: the whole map moved; else what was recorded of views from since_ns until stamp_ns.
    "ALTER TABLE map_correction ADD COLUMN since_ns INTEGER NOT NULL DEFAULT 0",
)


def log_correction(connection: sqlite3.Connection, correction: MapCorrection) -> None:
    """As part of the transaction that moves what is there."""
    connection.execute(
        "INSERT INTO map_correction SELECT NULL, ?, ?, coalesce(max(record_id), 0),"
        f" {', '.join('?' * len(_NUMBERS))}, ? FROM event_log",
        (correction.map_id, correction.stamp_ns, *correction.numbers, correction.since_ns),
    )


def is_logged(connection: sqlite3.Connection, correction: MapCorrection) -> bool:
    """Whether this very correction was made already: the same map, time, span and numbers."""
    values = (correction.map_id, correction.stamp_ns, correction.since_ns)
    made = _select(connection, "map_id = ? AND stamp_ns = ? AND since_ns = ?", values)
    return any(one.numbers == correction.numbers for one in made)


def corrections_that_moved(
    connection: sqlite3.Connection, map_id: str, record_id: int, stamp_ns: int
) -> list[MapCorrection]:
    """The corrections of this map that a record of that stamp was moved by, oldest first."""
    made = _select(connection, "map_id = ? AND log_end >= ?", (map_id, record_id))
    return [one for one in made if one.covers(map_id, stamp_ns)]


def _select(connection: sqlite3.Connection, where: str, values: tuple[object, ...]) -> list[MapCorrection]:
    # `where` is one of the constants above.
    columns = f"map_id, stamp_ns, since_ns, {', '.join(_NUMBERS)}"
    rows = connection.execute(f"SELECT {columns} FROM map_correction WHERE {where} ORDER BY correction_id", values)
    return [
        MapCorrection.of_numbers(map_id, tuple(numbers), stamp_ns, since_ns)
        for map_id, stamp_ns, since_ns, *numbers in rows
    ]
