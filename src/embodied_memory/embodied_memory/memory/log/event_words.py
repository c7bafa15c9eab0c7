"""Words in events: a full-text index over the log's sentences (SQLite's FTS5, external content, Porter stems).

It holds no text of its own. Instants are left out: views are found by the memory bank.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import islice

from embodied_memory.words.wording.word_stems import content_stems
from embodied_memory.words.wording.words import bare_words

TABLES = (
    "CREATE VIRTUAL TABLE event_words USING fts5("
    "summary, content='event_log', content_rowid='record_id', detail=none, columnsize=0,"
    " tokenize='porter unicode61')",
    "CREATE INDEX event_object_entity ON event_object (object_id, record_id)",
)
_MOST_WORDS = 12


def add(connection: sqlite3.Connection, record_id: int, text: str) -> None:
    """Index an event, as part of its record's transaction."""
    connection.execute("INSERT INTO event_words (rowid, summary) VALUES (?, ?)", (record_id, text))


def remove(connection: sqlite3.Connection, records: Iterable[tuple[int, str]]) -> None:
    """Take (record_id, text) out before the rows of the log go, and leave no byte of their words.

    FTS5 marks what is deleted and drops it when segments merge; merging all of them at once drops it now.
    """
    connection.executemany(
        "INSERT INTO event_words (event_words, rowid, summary) VALUES ('delete', ?, ?)", list(records)
    )
    connection.execute("INSERT INTO event_words (event_words) VALUES ('optimize')")


def search(connection: sqlite3.Connection, text: str, limit: int) -> list[tuple[int, float]]:
    """(record_id, share of the telling words that occur), most words first, then the newest."""
    words = _telling(text)
    if not words:
        return []
    found: dict[int, int] = {}
    for word in words:
        for (record_id,) in connection.execute(
            "SELECT rowid FROM event_words WHERE event_words MATCH ? ORDER BY rowid DESC LIMIT ?",
            (f'"{word}"', 400 * max(1, limit // 20)),
        ):
            found[record_id] = found.get(record_id, 0) + 1
    best = sorted(found.items(), key=lambda one: (-one[1], -one[0]))[:limit]
    return [(record_id, count / len(words)) for record_id, count in best]


def _telling(text: str) -> list[str]:
    """The content words, each as one token: the index, which keeps no positions, has no phrases."""
    words = bare_words(text)
    stems = content_stems(" ".join(words))
    telling = (word for word in dict.fromkeys(words) if content_stems(word) <= stems and not word.isdigit())
    return list(islice(telling, _MOST_WORDS))


def word_indexes(connection: sqlite3.Connection) -> list[str]:
    """The names of the tables that index words (FTS)."""
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
    )
    return [name for (name,) in rows]
