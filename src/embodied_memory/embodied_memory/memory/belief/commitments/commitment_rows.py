"""The rows of commitments in the database, and commitments read back from them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from embodied_memory.memory.belief.commitments.commitment import Commitment, CommitmentStatus
from embodied_memory.memory.belief.statements.statement import StatementKind

TABLES = (
    """CREATE TABLE commitment (
        commitment_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, made_by TEXT NOT NULL,
        for_whom TEXT NOT NULL, due_ns INTEGER, status TEXT NOT NULL, made_ns INTEGER NOT NULL)""",
    "CREATE INDEX commitment_status ON commitment (status, due_ns)",
    """CREATE TABLE commitment_record (
        commitment_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, record_id INTEGER NOT NULL,
        PRIMARY KEY (commitment_id, ordinal)) WITHOUT ROWID""",
)

_SELECT = "SELECT commitment_id, kind, text, made_by, for_whom, due_ns, status, made_ns FROM commitment"


def write_commitment(connection: sqlite3.Connection, one: Commitment) -> None:
    """Insert it, or put it in the place of what it was."""
    number = one.commitment_id
    connection.execute(
        "INSERT OR REPLACE INTO commitment VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            one.commitment_id,
            one.kind.value,
            one.text,
            one.by,
            one.for_whom,
            one.due_ns,
            one.status.value,
            one.made_ns,
        ),
    )
    connection.executemany(
        "INSERT OR REPLACE INTO commitment_record VALUES (?, ?, ?)",
        [(number, ordinal, record_id) for ordinal, record_id in enumerate(one.record_ids)],
    )


def read_commitments(connection: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> list[Commitment]:
    """Those that the clause chooses. where: written in the code, never made of what somebody said."""
    return [_read(connection, row) for row in connection.execute(f"{_SELECT} {where}", values).fetchall()]


def _read(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Commitment:
    number, kind, text, by, for_whom, due_ns, status, made_ns = row
    records = connection.execute(
        "SELECT record_id FROM commitment_record WHERE commitment_id = ? ORDER BY ordinal", (number,)
    )
    record_ids = tuple(record_id for (record_id,) in records)
    return Commitment(
        number, StatementKind(kind), text, by, for_whom, due_ns, CommitmentStatus(status), record_ids, made_ns
    )
