"""The last look through every table: whatever still names the person is overwritten, known or not what it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from embodied_memory.memory.log.event_words import word_indexes


def overwrite_leftovers(connection: sqlite3.Connection) -> int:
    """Put "someone" in the place of names in every text of every table; how many texts those were.

    Within `naming`. Indexes of words (FTS) are left alone: they hold no text of their own.
    """
    return sum(
        connection.execute(
            f'UPDATE OR REPLACE "{table}" SET "{column}" = without_them("{column}") WHERE names_them("{column}")'
        ).rowcount
        for table, column in text_columns(connection)
    )


def text_columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """(table, column) of everything that may hold text, without SQLite's own tables and those of word indexes."""
    indexes = word_indexes(connection)
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for (table,) in tables:
        if table.startswith("sqlite_") or any(table == one or table.startswith(f"{one}_") for one in indexes):
            continue
        for _, column, kind, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            if kind.upper() in ("TEXT", ""):
                yield table, column
