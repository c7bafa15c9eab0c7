"""The nodes of a tree that lies in the database: read when they are asked for, the latest read kept in memory.

A history of months has a million nodes, of which a question, a new record or a night's forgetting touches few.
Every version of the tree stays readable: before rows change, the version they belong to holds on to the old ones.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

from embodied_memory.memory.episodic.tree import node_rows
from embodied_memory.memory.episodic.tree.node import ROOT, TreeNode

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
