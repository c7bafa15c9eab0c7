"""The history tree in the database: its nodes, the words to find them by, and how far it was built."""

from __future__ import annotations

import sqlite3
import threading

from embodied_memory.memory.episodic.history_tree.stored_nodes import RecentNodes, StoredNodes
from embodied_memory.memory.episodic.tree import node_rows
from embodied_memory.memory.episodic.tree.tree import Tree, TreeChanges, empty_root

TABLES: tuple[str, ...] = (
    # Children are ids in order of time, separated by spaces. record_id: of a leaf, NULL above.
    # expires_ns: NULL for never. relevance: the last estimated factor, Infinity for ever, NULL before.
    """CREATE TABLE history_node (
        node_id INTEGER PRIMARY KEY,
        level INTEGER NOT NULL, first_ns INTEGER NOT NULL, last_ns INTEGER NOT NULL,
        summary TEXT NOT NULL, content TEXT NOT NULL, children TEXT NOT NULL, record_id INTEGER,
        expires_ns INTEGER, raw_expires_ns INTEGER NOT NULL,
        relevance REAL, kept_by INTEGER NOT NULL, forgotten INTEGER NOT NULL)""",
    "CREATE INDEX history_node_record ON history_node (record_id)",
    "CREATE INDEX history_node_level ON history_node (level, first_ns)",
    # How far the tree was built, and the next id it gives.
    """CREATE TABLE history_progress (
        only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
        last_record_id INTEGER NOT NULL, next_id INTEGER NOT NULL, top INTEGER NOT NULL)""",
)

STORED_TABLES: tuple[str, ...] = (
    # A node tells its parent, so that it can be read alone.
    "ALTER TABLE history_node ADD COLUMN parent INTEGER NOT NULL DEFAULT -1",
    """UPDATE history_node SET parent = family.parent FROM (
        SELECT above.node_id AS parent, child.value AS child
        FROM history_node above, json_each('[' || replace(above.children, ' ', ',') || ']') child) AS family
        WHERE node_id = family.child""",
    # The significant words of nodes, in base form.
    "CREATE VIRTUAL TABLE history_words USING fts5(words, detail=none, columnsize=0, tokenize='unicode61')",
    """INSERT INTO history_words (rowid, words)
        SELECT node_id, words_of_history(summary, content) FROM history_node WHERE NOT forgotten""",
)


def load(connection: sqlite3.Connection, top: int, lock: threading.RLock) -> Tree:
    """The tree as last written. top: the root's level; a tree of another height raises ValueError.

    lock: held while the connection is read, as by all who use it.
    """
    progress = connection.execute("SELECT last_record_id, next_id, top FROM history_progress").fetchone()
    last_record_id, next_id, written_top = progress or (0, 1, top)
    if written_top != top:
        raise ValueError(f"the history tree was built with {written_top} levels, the configuration says {top}")
    recent = RecentNodes(connection, lock, empty_root(top))
    return Tree(StoredNodes(recent, max(1, node_rows.count(connection))), top, next_id, last_record_id)


def write(connection: sqlite3.Connection, changes: TreeChanges, top: int) -> None:
    """Into the database, as part of a transaction."""
    node_rows.write(connection, changes.nodes)
    connection.execute(
        "INSERT OR REPLACE INTO history_progress VALUES (1, ?, ?, ?)", (changes.last_record_id, changes.next_id, top)
    )
