"""Every event is found by its words."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

from embodied_memory.memory.event_log import INSTANT
from embodied_memory.memory.verification.finding import Finding

_MOST = 20
_WORD = re.compile(r"[A-Za-z0-9]+")


def check_words(connection: sqlite3.Connection) -> Iterator[Finding]:
    """The longest word of every event must lead to it. Sentences with letters beyond ASCII are left out."""
    found = 0
    rows = connection.execute("SELECT record_id, summary FROM event_log WHERE kind != ?", (INSTANT,)).fetchall()
    for record_id, summary in rows:
        words = _WORD.findall(summary) if summary.isascii() else []
        if words and found < _MOST and not _leads_to(connection, max(words, key=len), record_id):
            found += 1
            yield Finding("event_words", record_id, "the event is not found by its words")


def _leads_to(connection: sqlite3.Connection, word: str, record_id: int) -> bool:
    query = "SELECT count(*) FROM event_words WHERE event_words MATCH ? AND rowid = ?"
    return bool(connection.execute(query, (f'"{word}"', record_id)).fetchone()[0])
