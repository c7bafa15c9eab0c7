"""Setting back what was recorded while the clock was ahead, once a person says that the clock is right now.

Such records are kept as they come: nobody can tell then which clock is wrong. But as long as they lie in the future,
they are the newest of all. All are set back by one span, so that the last of them was just now: their order, and the
time between them, stay.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

TABLES: tuple[str, ...] = (
    # Records that were set back, with the stamp that they came with.
    "CREATE TABLE corrected_stamp (record_id INTEGER PRIMARY KEY, told_ns INTEGER NOT NULL)",
)

_OTHERWISE = ("history_node", "corrected_stamp", "erasure_log", "erased_stamp", "forgetting_log", "rule_revision",
              "map_correction")  # fmt: skip
"""The tree takes the records in again; what was done to the memory, and when, stays as it was written."""


def future_records(connection: sqlite3.Connection, now_ns: int) -> dict[int, int]:
    """Records of after now, with their stamps."""
    return dict(connection.execute("SELECT record_id, stamp_ns FROM event_log WHERE stamp_ns > ?", (now_ns,)))


def set_back(connection: sqlite3.Connection, now_ns: int) -> int:
    """Set back every stamp of after now in log and stores; by how many ns. The caller holds the transaction."""
    newest = connection.execute("SELECT max(stamp_ns) FROM event_log").fetchone()[0] or 0
    span_ns = max(0, newest - now_ns)
    if not span_ns:
        return 0
    connection.execute(
        "INSERT OR IGNORE INTO corrected_stamp SELECT record_id, stamp_ns FROM event_log WHERE stamp_ns > ?",
        (now_ns,),
    )
    # When something is due was reckoned from when it was said.
    connection.execute("UPDATE commitment SET due_ns = due_ns - ? WHERE made_ns > ?", (span_ns, now_ns))
    for table, column in _stamps(connection):
        connection.execute(
            f'UPDATE OR REPLACE "{table}" SET "{column}" = "{column}" - ? WHERE "{column}" > ?', (span_ns, now_ns)
        )
    return span_ns


def _stamps(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for table in (name for (name,) in tables if name not in _OTHERWISE):
        for _, column, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            if column.endswith("_ns") and (table, column) != ("commitment", "due_ns"):
                yield table, column
