"""Every forgetting and every extension with its reason, in the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingAction, ForgettingEntry

TABLES: tuple[str, ...] = (
    # Of what time and level, and why; never what it was about. relevance: Infinity for ever.
    """CREATE TABLE forgetting_log (
        entry_id INTEGER PRIMARY KEY,
        stamp_ns INTEGER NOT NULL, action TEXT NOT NULL, node_id INTEGER NOT NULL, level INTEGER NOT NULL,
        first_ns INTEGER NOT NULL, last_ns INTEGER NOT NULL, relevance REAL NOT NULL, reason TEXT NOT NULL,
        rule_id INTEGER NOT NULL, records INTEGER NOT NULL)""",
    "CREATE INDEX forgetting_log_time ON forgetting_log (first_ns)",
    # When forgetting last ran to its end.
    "CREATE TABLE forgetting_run (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), stamp_ns INTEGER NOT NULL)",
)

LEFT_TABLES: tuple[str, ...] = (
    # Records that have left the tree, and when: after their grace they leave the log as well.
    "CREATE TABLE forgotten_record (record_id INTEGER PRIMARY KEY, forgotten_ns INTEGER NOT NULL)",
    """INSERT INTO forgotten_record SELECT record_id, (SELECT max(stamp_ns) FROM event_log)
        FROM event_log WHERE record_id <= (SELECT last_record_id FROM history_progress) AND record_id NOT IN
        (SELECT record_id FROM history_node WHERE record_id IS NOT NULL)""",
)

_COLUMNS = "stamp_ns, action, node_id, level, first_ns, last_ns, relevance, reason, rule_id, records"


def write(connection: sqlite3.Connection, entries: Iterable[ForgettingEntry]) -> None:
    """Into the database, as part of the transaction that forgets."""
    connection.executemany(
        f"INSERT INTO forgetting_log ({_COLUMNS}) VALUES ({', '.join('?' * 10)})",
        [
            (
                each.stamp_ns, each.action.value, each.node_id, each.level, each.first_ns, each.last_ns,
                each.factor, each.reason, each.rule_id, each.records,
            )
            for each in entries
        ],
    )  # fmt: skip


def write_left(connection: sqlite3.Connection, record_ids: Iterable[int], stamp_ns: int) -> None:
    """These records have left the tree."""
    connection.executemany(
        "INSERT OR REPLACE INTO forgotten_record VALUES (?, ?)", [(one, stamp_ns) for one in record_ids]
    )


def left_until(connection: sqlite3.Connection, stamp_ns: int) -> list[tuple[int, str, int]]:
    """(record_id, kind, stamp_ns) of records that left the tree by that time, and were not taken in again."""
    return connection.execute(
        "SELECT record_id, kind, stamp_ns FROM forgotten_record JOIN event_log USING (record_id)"
        " WHERE forgotten_ns <= ? AND NOT EXISTS"
        " (SELECT 1 FROM history_node WHERE history_node.record_id = forgotten_record.record_id)",
        (stamp_ns,),
    ).fetchall()


def prune(connection: sqlite3.Connection, until_ns: int) -> None:
    """Drop the decisions up to that time."""
    connection.execute("DELETE FROM forgetting_log WHERE stamp_ns <= ?", (until_ns,))


def write_run(connection: sqlite3.Connection, stamp_ns: int) -> None:
    """Forgetting ran to its end."""
    connection.execute("INSERT OR REPLACE INTO forgetting_run VALUES (1, ?)", (stamp_ns,))


def last_run_ns(connection: sqlite3.Connection) -> int:
    """When forgetting last ran to its end, 0 if never."""
    row = connection.execute("SELECT stamp_ns FROM forgetting_run").fetchone()
    return int(row[0]) if row else 0


def latest(connection: sqlite3.Connection, count: int) -> list[ForgettingEntry]:
    """The newest entries, the latest first."""
    return _select(connection, "ORDER BY entry_id DESC LIMIT ?", (count,))


def _select(connection: sqlite3.Connection, where: str, values: tuple[int, ...]) -> list[ForgettingEntry]:
    # `where` is always one of the constants above.
    rows = connection.execute(f"SELECT {_COLUMNS} FROM forgetting_log {where}", values)
    return [ForgettingEntry(row[0], ForgettingAction(row[1]), *row[2:]) for row in rows]
