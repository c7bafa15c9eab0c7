"""That something was erased or forgotten for good, when and how much, and never of whom."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

TABLES: tuple[str, ...] = (
    # scrubbed: whether the file was rewritten since, so that nothing of it is left between the rows either.
    """CREATE TABLE erasure_log (
        erasure_id INTEGER PRIMARY KEY, stamp_ns INTEGER NOT NULL, told INTEGER NOT NULL, acts INTEGER NOT NULL,
        views INTEGER NOT NULL, rules INTEGER NOT NULL, scrubbed INTEGER NOT NULL)""",
    # When erased events were, and of what kind: what is delivered or replayed once more must not come back.
    """CREATE TABLE erased_stamp (
        stamp_ns INTEGER NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (stamp_ns, kind)) WITHOUT ROWID""",
)


@dataclass(frozen=True)
class Erasure:
    """What was erased: records deleted, acts that lost who did them, views, and rules by their ids.

    is_scrubbed: False while another program had the file open, so that it could not be rewritten.
    """

    stamp_ns: int
    told: int
    acts: int
    views: int
    rule_ids: tuple[int, ...]
    is_scrubbed: bool = True


def write(connection: sqlite3.Connection, erasure: Erasure) -> None:
    """As part of the transaction that erases; not scrubbed yet."""
    connection.execute(
        "INSERT INTO erasure_log VALUES (NULL, ?, ?, ?, ?, ?, 0)",
        (erasure.stamp_ns, erasure.told, erasure.acts, erasure.views, len(erasure.rule_ids)),
    )


def write_forgotten(connection: sqlite3.Connection, stamp_ns: int, records: int) -> None:
    """So many records were forgotten for good. The file need not be rewritten for that: nobody asked for it."""
    connection.execute("INSERT INTO erasure_log VALUES (NULL, ?, ?, 0, 0, 0, 1)", (stamp_ns, records))


def is_erased(connection: sqlite3.Connection, stamp_ns: int, kind: str) -> bool:
    """Whether an event of that very time and kind was erased."""
    query = "SELECT count(*) FROM erased_stamp WHERE stamp_ns = ? AND kind = ?"
    return bool(connection.execute(query, (stamp_ns, kind)).fetchone()[0])


def count(connection: sqlite3.Connection) -> int:
    """How often anything was erased or forgotten for good."""
    return int(connection.execute("SELECT count(*) FROM erasure_log").fetchone()[0])


def is_scrubbing_due(connection: sqlite3.Connection) -> bool:
    """Whether the file was not rewritten since something was erased."""
    return bool(connection.execute("SELECT count(*) FROM erasure_log WHERE NOT scrubbed").fetchone()[0])


def write_scrubbed(connection: sqlite3.Connection) -> None:
    """The file was rewritten."""
    connection.execute("UPDATE erasure_log SET scrubbed = 1 WHERE NOT scrubbed")
