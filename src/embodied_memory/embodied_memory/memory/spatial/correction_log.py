"""Every correction of a map, in the order in which memories were moved by them."""

from __future__ import annotations

import sqlite3

from embodied_memory.memory.spatial.map_correction import MapCorrection

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


def append(connection: sqlite3.Connection, correction: MapCorrection) -> None:
    """As part of the transaction that moves what is there."""
    connection.execute(
        "INSERT INTO map_correction SELECT NULL, ?, ?, coalesce(max(record_id), 0),"
        f" {', '.join('?' * len(_NUMBERS))}, ? FROM event_log",
        (correction.map_id, correction.stamp_ns, *correction.numbers, correction.since_ns),
    )


def holds(connection: sqlite3.Connection, correction: MapCorrection) -> bool:
    """Whether this very correction was made already: the same map, time, span and numbers."""
    values = (correction.map_id, correction.stamp_ns, correction.since_ns)
    made = _select(connection, "map_id = ? AND stamp_ns = ? AND since_ns = ?", values)
    return any(one.numbers == correction.numbers for one in made)


def that_moved(connection: sqlite3.Connection, map_id: str, record_id: int, stamp_ns: int) -> list[MapCorrection]:
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
