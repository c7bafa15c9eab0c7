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


def append(connection: sqlite3.Connection, correction: MapCorrection) -> None:
    """As part of the transaction that moves what is there."""
    connection.execute(
        "INSERT INTO map_correction SELECT NULL, ?, ?, coalesce(max(record_id), 0),"
        f" {', '.join('?' * len(_NUMBERS))} FROM event_log",
        (correction.map_id, correction.stamp_ns, *correction.numbers),
    )


def holds(connection: sqlite3.Connection, correction: MapCorrection) -> bool:
    """Whether this very correction was made already: the same map, time and numbers."""
    return any(
        numbers == correction.numbers
        for *_, numbers in _rows(connection, "map_id = ? AND stamp_ns = ?", (correction.map_id, correction.stamp_ns))
    )


def since(connection: sqlite3.Connection, map_id: str, record_id: int) -> list[MapCorrection]:
    """The corrections of this map that a record was moved by, oldest first."""
    return [
        MapCorrection.of_numbers(told_id, numbers, stamp_ns)
        for told_id, stamp_ns, numbers in _rows(connection, "map_id = ? AND log_end >= ?", (map_id, record_id))
    ]


def _rows(
    connection: sqlite3.Connection, where: str, values: tuple[object, ...]
) -> list[tuple[str, int, tuple[float, ...]]]:
    # `where` is one of the constants above.
    rows = connection.execute(
        f"SELECT map_id, stamp_ns, {', '.join(_NUMBERS)} FROM map_correction WHERE {where} ORDER BY correction_id",
        values,
    )
    return [(map_id, stamp_ns, tuple(numbers)) for map_id, stamp_ns, *numbers in rows]
