"""Everything that can be verified by the file alone, without opening the stores."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from embodied_memory.memory.file.database import Database
from embodied_memory.memory.verification.beliefs import check_newest_is_current
from embodied_memory.memory.verification.finding import Finding
from embodied_memory.memory.verification.history import check_history
from embodied_memory.memory.verification.references import check_objects, check_references
from embodied_memory.memory.verification.words import check_history_words, check_words

_CHECKS = {
    "references": check_references,
    "object": check_objects,
    "event_words": check_words,
    "history_words": check_history_words,
    "belief_fact": check_newest_is_current,
    "history_node": check_history,
}


def check_rows(connection: sqlite3.Connection) -> Iterator[Finding]:
    """All findings, store by store; a store whose rows cannot even be understood is a finding."""
    for store, check in _CHECKS.items():
        try:
            yield from check(connection)
        except (ValueError, TypeError, KeyError) as error:
            yield Finding(store, 0, f"it has rows that make no sense ({error})")


def verify_file(path: Path) -> tuple[Finding, ...]:
    """For a memory that may not open: every page, and all rows. Raises DatabaseError if the file is damaged."""
    with closing(Database(path, read_only=True)) as database:
        database.verify()
        with database.reading() as connection:
            return tuple(check_rows(connection))
