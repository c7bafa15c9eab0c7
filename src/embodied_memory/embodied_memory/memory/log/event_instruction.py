"""What an event of an instruction tells beside its sentence: who asked for it, and what was done (MEMENTO, B.2)."""

from __future__ import annotations

import sqlite3

from embodied_memory.event import Event

TABLES: tuple[str, ...] = (
    # Only events that have something of it. The trace is text as `told_trace` writes it, "" while it goes on.
    """CREATE TABLE event_instruction (
        record_id INTEGER PRIMARY KEY, asked_by TEXT NOT NULL, trace TEXT NOT NULL)""",
)


def add(connection: sqlite3.Connection, record_id: int, event: Event) -> None:
    """Keep it, if there is any, as part of the record's transaction."""
    if event.asked_by or event.trace:
        connection.execute("INSERT INTO event_instruction VALUES (?, ?, ?)", (record_id, event.asked_by, event.trace))


def read(connection: sqlite3.Connection, record_id: int) -> tuple[str, str]:
    """(asked_by, trace), "" for what is not known."""
    query = "SELECT asked_by, trace FROM event_instruction WHERE record_id = ?"
    asked_by, trace = connection.execute(query, (record_id,)).fetchone() or ("", "")
    return asked_by, trace
