"""Memories carry the id of their map and move with it when it is corrected.

Relations last that way (STMA, section 4.2). All that tells where something was moves: poses of the robot,
sightings, former places, and the division of the floor into rooms.
"""

from __future__ import annotations

import math
import sqlite3
from functools import partial

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.episodic import bank_entry
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.record_checks import checked_correction
from embodied_memory.memory.spatial import map_correction
from embodied_memory.memory.spatial.map_correction import Array, MapCorrection, moved_points, moved_yaw
from embodied_memory.memory.spatial.rooms import delete_room_map, write_room_map


class MapKeeping:
    """`Memory.map`: for who makes the map, and who shows it."""

    def __init__(self, file: MemoryFile) -> None:
        self._file = file

    def correct(self, map_id: str, map_t_map: Array, stamp_ns: int, since_ns: int = 0) -> bool:
        """Move everything remembered in a map: what was at p is at map_t_map * p. Other maps stay as they are.

        map_t_map: (4, 4) rigid, metres. Objects and where they were seen, poses of the robot, views, the knowledge
        graph and the rooms move in one transaction, and the correction is logged. since_ns: if not 0, only what was
        seen at since_ns <= stamp < stamp_ns moves: a thing that was seen again later stays, and so do the rooms,
        which views of all times tell together, until they are recorded anew. False, with nothing moved, for the same
        map, times and transform as before: it was delivered again. What is recorded from now on is taken to be in the
        corrected map, but an instant from before that is delivered once more is known again.
        Raises InvalidRecordError for what is no rigid transform or no time, DatabaseError with nothing moved.
        """
        correction = checked_correction(map_id, map_t_map, stamp_ns, since_ns)
        with self._file.lock:
            with self._file.reading() as connection:
                if map_correction.is_logged(connection, correction):
                    return False
            self._move(correction)
        return True

    def ids(self) -> tuple[str, ...]:
        """The maps that instants were recorded in."""
        with self._file.reading() as connection:
            rows = connection.execute("SELECT DISTINCT map_id FROM event_log WHERE kind = 'instant' ORDER BY map_id")
            return tuple(map_id for (map_id,) in rows)

    def rooms(self) -> RoomMap | None:
        """The latest division of the floor into rooms; None if there is none."""
        with self._file.lock:
            held = self._file.stores.view.rooms
            return held.room_map if held else None

    def driven(self) -> NDArray[np.float64]:
        """(N, 3) x, y in map and yaw of the robot at each instant, in the order of recording; metres, radians."""
        with self._file.reading() as connection:
            rows = connection.execute("SELECT x, y, yaw FROM instant ORDER BY record_id").fetchall()
        return np.array(rows, np.float64).reshape(-1, 3)

    def _move(self, correction: MapCorrection) -> None:
        """Rows first: what moves with each store is written over them."""
        with self._file.commit() as commit:
            stores = self._file.stores
            map_correction.log_correction(commit.connection, correction)
            move_rows(commit.connection, correction)
            commit.write(stores.objects, stores.objects.move_map(correction))
            commit.write(stores.knowledge, stores.knowledge.move_map(correction))
            rooms = self._write_rooms(commit.connection, correction)
            places = bank_entry.read_places(commit.connection, correction.map_id)
            commit.afterwards(partial(stores.bank.move, places))
            commit.afterwards(partial(stores.take_rooms, rooms))

    def _write_rooms(self, connection: sqlite3.Connection, correction: MapCorrection) -> RoomMap | None:
        """The rooms as they are afterwards, None if there are none."""
        held = self._file.stores.view.rooms
        if held is None or correction.since_ns:
            return held.room_map if held else None
        if map_of_rooms(connection, held.room_map.stamp_ns) != correction.map_id:
            return held.room_map
        moved = moved_room_map(held.room_map, correction.map_t_map)
        if moved is None:
            delete_room_map(connection)
        else:
            write_room_map(connection, moved)
        return moved


_TABLES = ("instant", "sighting", "object_place")
_THERE = "record_id IN (SELECT record_id FROM event_log WHERE map_id = ? AND stamp_ns BETWEEN ? AND ?)"


def move_rows(connection: sqlite3.Connection, correction: MapCorrection) -> None:
    """Everything that the records which it covers measured. The caller holds the transaction."""
    covered = (correction.map_id, *correction.span_ns)
    axes = correction.map_t_map[:3].tolist()
    values = (*axes[0], *axes[1], *axes[2], *covered)
    moved = ", ".join(f"{axis} = ? * x + ? * y + ? * z + ?" for axis in "xyz")
    for table in _TABLES:
        connection.execute(f"UPDATE {table} SET {moved} WHERE {_THERE}", values)
    connection.create_function("moved_yaw", 1, lambda yaw: moved_yaw(yaw, correction.map_t_map), deterministic=True)
    connection.execute(f"UPDATE instant SET yaw = moved_yaw(yaw) WHERE {_THERE}", covered)


def map_of_rooms(connection: sqlite3.Connection, stamp_ns: int) -> str:
    """The map that the robot was in when the floor was divided into rooms: grids do not name theirs."""
    query = "SELECT map_id FROM event_log WHERE kind = 'instant' AND stamp_ns {} ? ORDER BY stamp_ns {} LIMIT 1"
    row = (
        connection.execute(query.format("<=", "DESC, record_id DESC"), (stamp_ns,)).fetchone()
        or connection.execute(query.format(">", "ASC, record_id ASC"), (stamp_ns,)).fetchone()
    )
    return "map" if row is None else str(row[0])


_MOST_TILT = math.radians(10)
"""A floor that was tilted by more is not the one that was divided into rooms."""


def moved_room_map(room_map: RoomMap, map_t_map: Array) -> RoomMap | None:
    """The rooms in the corrected map: shifted, and where it was turned, cut into cells anew.

    Then borders lie where they lay to within a cell's half diagonal, until the next division is recorded. None
    if the correction tilts the floor: no room is better than a wrong one.
    """
    if map_t_map[2, 2] < math.cos(_MOST_TILT):
        return None
    labelled = np.argwhere(room_map.cells >= 0)
    if not len(labelled) or np.allclose(map_t_map[:2, :2], np.eye(2), atol=1e-12):
        x, y = (room_map.origin[axis] + float(map_t_map[axis, 3]) for axis in (0, 1))
        return RoomMap(room_map.stamp_ns, (x, y), room_map.resolution_m, room_map.cells)
    return _cut_anew(room_map, map_t_map, labelled)


def _cut_anew(room_map: RoomMap, map_t_map: Array, labelled: NDArray[np.intp]) -> RoomMap:
    """Every cell of the new grid is of the room that its centre was in. labelled: (N, 2) rows and columns."""
    size = room_map.resolution_m
    low, high = labelled.min(axis=0), labelled.max(axis=0) + 1
    corners = [(room_map.origin[0] + c * size, room_map.origin[1] + r * size, 0.0)
               for r in (low[0], high[0]) for c in (low[1], high[1])]  # fmt: skip
    moved = moved_points(np.array(corners), map_t_map)[:, :2]
    origin = moved.min(axis=0)
    columns, rows = (int(count) for count in np.ceil((moved.max(axis=0) - origin) / size))
    x, y = np.meshgrid(origin[0] + (np.arange(columns) + 0.5) * size, origin[1] + (np.arange(rows) + 0.5) * size)
    was = np.stack((x - map_t_map[0, 3], y - map_t_map[1, 3]), axis=-1) @ np.linalg.inv(map_t_map[:2, :2]).T
    was_column, was_row = (
        np.floor((was[..., axis] - room_map.origin[axis]) / size).astype(np.int64) for axis in (0, 1)
    )
    height, width = room_map.cells.shape
    inside = (was_row >= 0) & (was_row < height) & (was_column >= 0) & (was_column < width)
    cells = np.full((rows, columns), -1, np.int8)
    cells[inside] = room_map.cells[was_row[inside], was_column[inside]]
    return RoomMap(room_map.stamp_ns, (float(origin[0]), float(origin[1])), size, cells)
