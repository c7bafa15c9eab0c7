"""Rows that tell where something was, moved with their map: poses of the robot, sightings, former places."""

from __future__ import annotations

import sqlite3

from embodied_memory.memory.spatial.map_correction import MapCorrection, moved_yaw

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
