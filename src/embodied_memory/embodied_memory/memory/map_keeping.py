"""Memories carry the id of their map and move with it when it is corrected (STMA, section 4.2: lasting relations)."""

from __future__ import annotations

import sqlite3
from functools import partial

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.episodic import bank_rows
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.record_checks import checked_correction
from embodied_memory.memory.spatial import correction_log
from embodied_memory.memory.spatial.map_correction import Array, MapCorrection
from embodied_memory.memory.spatial.moved_rooms import map_of_rooms, move_rows, moved_room_map
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
                if correction_log.holds(connection, correction):
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
            correction_log.append(commit.connection, correction)
            move_rows(commit.connection, correction)
            commit.write(stores.objects, stores.objects.move_map(correction))
            commit.write(stores.knowledge, stores.knowledge.move_map(correction))
            rooms = self._write_rooms(commit.connection, correction)
            places = bank_rows.read_places(commit.connection, correction.map_id)
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
