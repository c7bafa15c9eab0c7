"""What a language model read out of a record, kept with it: a replay takes what was read then and asks nobody.

A reading is written in one transaction with what it changes in the stores. Beliefs depend on the order in which they
were taken in, so it also says where the log ended at that moment: a replay takes it in there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from embodied_memory.memory.belief.statements.statement_atoms import Statement, StatementKind
from embodied_memory.words.time_words.spoken_time import SpokenTime

TABLES = (
    # role: what it was read for; reading: the statements as JSON, "" where other tables hold all that came of it.
    """CREATE TABLE language_reading (
        reading_id INTEGER PRIMARY KEY, record_id INTEGER NOT NULL, role TEXT NOT NULL, log_end INTEGER NOT NULL,
        reading TEXT NOT NULL, UNIQUE (role, record_id))""",
    "CREATE INDEX language_reading_record ON language_reading (record_id)",
)

STATEMENTS, RELATIONS, EPISODES = "read statements", "retrieve relations", "synthesise episode"


@dataclass(frozen=True)
class StatementReading:
    """Statements of the utterance record_id, taken in when the log ended with log_end."""

    record_id: int
    log_end: int
    statements: tuple[Statement, ...]


def write(connection: sqlite3.Connection, role: str, record_id: int, statements: Iterable[Statement] = ()) -> None:
    """Within the transaction that writes what came of it. Times are kept from the record's on: those may be set back.

    A row says that it was done, also where nothing was found.
    """
    reading = ""
    if role == STATEMENTS:
        stamp_ns = _stamp_ns(connection, record_id)
        plain = [{**asdict(_moved(said, -stamp_ns)), "kind": said.kind.value} for said in statements]
        reading = json.dumps(plain, ensure_ascii=False)
    end = "(SELECT max(record_id) FROM event_log)"
    query = f"INSERT INTO language_reading (record_id, role, log_end, reading) VALUES (?, ?, {end}, ?)"
    connection.execute(query, (record_id, role, reading))


def is_read(connection: sqlite3.Connection, role: str, record_id: int) -> bool:
    """Whether this record was read for this already."""
    query = "SELECT 1 FROM language_reading WHERE role = ? AND record_id = ?"
    return connection.execute(query, (role, record_id)).fetchone() is not None


def last_read(connection: sqlite3.Connection, role: str) -> int | None:
    """The last record that was read for this; None if none ever was."""
    query = "SELECT max(record_id) FROM language_reading WHERE role = ?"
    return connection.execute(query, (role,)).fetchone()[0]  # type: ignore[no-any-return]


def statement_readings(connection: sqlite3.Connection) -> Iterator[StatementReading]:
    """All, in the order in which they were taken in."""
    query = "SELECT record_id, log_end, reading FROM language_reading WHERE role = ? ORDER BY reading_id"
    for record_id, log_end, reading in connection.execute(query, (STATEMENTS,)).fetchall():
        stamp_ns = _stamp_ns(connection, record_id)
        statements = (_moved(_statement(plain), stamp_ns) for plain in json.loads(reading))
        yield StatementReading(record_id, log_end, tuple(statements))


def _stamp_ns(connection: sqlite3.Connection, record_id: int) -> int:
    query = "SELECT stamp_ns FROM event_log WHERE record_id = ?"
    return int(connection.execute(query, (record_id,)).fetchone()[0])


def _moved(said: Statement, by_ns: int) -> Statement:
    due = said.due and replace(said.due, start_ns=said.due.start_ns + by_ns, end_ns=said.due.end_ns + by_ns)
    return replace(said, due=due, past_ns=None if said.past_ns is None else said.past_ns + by_ns)


def _statement(plain: dict[str, Any]) -> Statement:
    due = plain.pop("due")
    said = Statement(**{**plain, "kind": StatementKind(plain["kind"])})
    return replace(said, due=SpokenTime(**due)) if due else said
