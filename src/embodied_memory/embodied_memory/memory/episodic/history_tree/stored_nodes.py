"""The history tree in the database: its nodes, the words to find them by, and how far it was built.

A history of months has a million nodes, of which a question, a new record or a night's forgetting touches few:
they are read when they are asked for, the latest read kept in memory. Every version of the tree stays readable:
before rows change, the version they belong to holds on to the old ones.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

from embodied_memory.memory.episodic.tree import node_rows
from embodied_memory.memory.episodic.tree.node import ROOT, TreeNode
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


def load_tree(connection: sqlite3.Connection, top: int, lock: threading.RLock) -> Tree:
    """The tree as last written. top: the root's level; a tree of another height raises ValueError.

    lock: held while the connection is read, as by all who use it.
    """
    progress = connection.execute("SELECT last_record_id, next_id, top FROM history_progress").fetchone()
    last_record_id, next_id, written_top = progress or (0, 1, top)
    if written_top != top:
        raise ValueError(f"the history tree was built with {written_top} levels, the configuration says {top}")
    recent = RecentNodes(connection, lock, empty_root(top))
    return Tree(StoredNodes(recent, max(1, node_rows.count(connection))), top, next_id, last_record_id)


def write_tree(connection: sqlite3.Connection, changes: TreeChanges, top: int) -> None:
    """Into the database, as part of a transaction."""
    node_rows.write(connection, changes.nodes)
    connection.execute(
        "INSERT OR REPLACE INTO history_progress VALUES (1, ?, ?, ?)", (changes.last_record_id, changes.next_id, top)
    )


MOST_RECENT = 32768
"""So many nodes stay in memory: some 50 MB."""


class RecentNodes:
    """The nodes as the database has them, through a cache. root: what there is before any row is written."""

    def __init__(
        self, connection: sqlite3.Connection, lock: threading.RLock, root: TreeNode, limit: int = MOST_RECENT
    ) -> None:
        self.lock = lock
        self._connection = connection
        self._root = root
        self._limit = limit
        self._recent: OrderedDict[int, TreeNode] = OrderedDict()

    def get(self, node_id: int) -> TreeNode | None:
        """The node as last written, or None. The caller holds the lock."""
        node = self._recent.get(node_id)
        if node is not None:
            self._recent.move_to_end(node_id)
            return node
        node = node_rows.read(self._connection, node_id)
        if node is None:
            return self._root if node_id == ROOT else None
        self._keep(node)
        return node

    def adopt(self, nodes: Mapping[int, TreeNode | None]) -> None:
        """Take over what was written. The caller holds the lock."""
        for node_id, node in nodes.items():
            self._recent.pop(node_id, None)
            if node is not None:
                self._keep(node)

    def ids(self) -> list[int]:
        """Of all nodes, ascending. The caller holds the lock."""
        return sorted({ROOT, *node_rows.ids(self._connection)})

    def _keep(self, node: TreeNode) -> None:
        self._recent[node.node_id] = node
        if len(self._recent) > self._limit:
            self._recent.popitem(last=False)


class StoredNodes:
    """One version of the nodes; the same to a reader as a `NodeTable`. Only the newest one is updated, and once.

    An older version finds what has changed since in `_held`, version by version up to the newest.
    """

    __slots__ = ("_count", "_held", "_newer", "_recent")

    def __init__(self, recent: RecentNodes, count: int) -> None:
        """count: of all nodes, the root among them."""
        self._recent = recent
        self._count = count
        self._held: dict[int, TreeNode | None] = {}
        self._newer: StoredNodes | None = None

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[TreeNode]:
        """All nodes by ascending id."""
        with self._recent.lock:
            ids = {*self._recent.ids(), *self._ids_held()}
        return (node for node_id in sorted(ids) if (node := self.get(node_id)) is not None)

    def get(self, node_id: int) -> TreeNode | None:
        """The node, or None."""
        version: StoredNodes | None = self
        with self._recent.lock:
            while version is not None:
                if node_id in version._held:
                    return version._held[node_id]
                version = version._newer
            return self._recent.get(node_id)

    def hold(self, node_ids: Iterable[int]) -> None:
        """Keep these nodes for the readers of this version: their rows are about to change."""
        with self._recent.lock:
            for node_id in node_ids:
                if node_id not in self._held:
                    self._held[node_id] = self.get(node_id)

    def updated(self, nodes: Mapping[int, TreeNode | None]) -> StoredNodes:
        """The next version, once these nodes are written."""
        with self._recent.lock:
            self.hold(nodes)
            grown = sum((node is not None) - (self._held[node_id] is not None) for node_id, node in nodes.items())
            self._newer = StoredNodes(self._recent, self._count + grown)
            self._recent.adopt(nodes)
            return self._newer

    def _ids_held(self) -> Iterator[int]:
        version: StoredNodes | None = self
        while version is not None:
            yield from version._held
            version = version._newer
