"""Every event is found by its words, and every node of the history tree by its own."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

from embodied_memory.memory.episodic.history_tree.word_index import words_of_history
from embodied_memory.memory.log.event_log import INSTANT
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


def check_history_words(connection: sqlite3.Connection) -> Iterator[Finding]:
    """The words of a node are those that its row tells of, and nothing forgotten has any."""
    connection.create_function("words_of_history", 2, words_of_history, deterministic=True)
    rows = connection.execute(
        """SELECT record_id, node_id FROM history_node LEFT JOIN history_words ON history_words.rowid = node_id
            WHERE coalesce(words, '') != iif(forgotten, '', words_of_history(summary, content)) LIMIT ?""",
        (_MOST,),
    )
    for record_id, node_id in rows.fetchall():
        yield Finding("history_words", record_id or 0, f"node {node_id} is found by other words than its own")
    stray = "SELECT rowid FROM history_words WHERE rowid NOT IN (SELECT node_id FROM history_node) LIMIT ?"
    for (node_id,) in connection.execute(stray, (_MOST,)).fetchall():
        yield Finding("history_words", 0, f"there are words of node {node_id}, which is gone")


def _leads_to(connection: sqlite3.Connection, word: str, record_id: int) -> bool:
    query = "SELECT count(*) FROM event_words WHERE event_words MATCH ? AND rowid = ?"
    return bool(connection.execute(query, (f'"{word}"', record_id)).fetchone()[0])
