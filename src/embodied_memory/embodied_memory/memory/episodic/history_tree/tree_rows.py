"""The history tree in the database: one row a node, rewritten when the node is revised, deleted when it goes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace

from embodied_memory.memory.episodic.history_tree.node import (
    FOREVER,
    ROOT,
    Deed,
    ForgottenPlaceholder,
    Highlight,
    NodeContent,
    TreeNode,
)
from embodied_memory.memory.episodic.history_tree.node_table import NodeTable
from embodied_memory.memory.episodic.history_tree.tree import Tree, TreeChanges, empty_root

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

_COLUMNS = (
    "node_id, level, first_ns, last_ns, summary, content, children, record_id, expires_ns, raw_expires_ns,"
    " relevance, kept_by, forgotten"
)
_MANY = 20000


def load(connection: sqlite3.Connection, top: int) -> Tree:
    """The tree as last written. top: the root's level; a tree of another height raises ValueError."""
    progress = connection.execute("SELECT last_record_id, next_id, top FROM history_progress").fetchone()
    if progress is None:
        return Tree.empty(top)
    last_record_id, next_id, written_top = progress
    if written_top != top:
        raise ValueError(f"the history tree was built with {written_top} levels, the configuration says {top}")
    parents: dict[int, int] = {}
    nodes: dict[int, TreeNode | None] = {ROOT: empty_root(top)}
    for node in _read(connection):
        nodes[node.node_id] = node
        parents.update(dict.fromkeys(node.children, node.node_id))
    for node_id, parent in parents.items():
        child = nodes[node_id]
        assert child is not None
        nodes[node_id] = replace(child, parent=parent)
    return Tree(NodeTable().updated(nodes), top, next_id, last_record_id)


def write(connection: sqlite3.Connection, changes: TreeChanges, top: int) -> None:
    """Into the database, as part of a transaction."""
    gone = [(node_id,) for node_id, node in changes.nodes.items() if node is None]
    connection.executemany("DELETE FROM history_node WHERE node_id = ?", gone)
    connection.executemany(
        f"INSERT OR REPLACE INTO history_node ({_COLUMNS}) VALUES ({', '.join('?' * 13)})",
        [_row(node) for node in changes.nodes.values() if node is not None],
    )
    connection.execute(
        "INSERT OR REPLACE INTO history_progress VALUES (1, ?, ?, ?)", (changes.last_record_id, changes.next_id, top)
    )


def _row(node: TreeNode) -> tuple[object, ...]:
    return (
        node.node_id, node.level, node.first_ns, node.last_ns, node.summary, _content_to_json(node.content),
        " ".join(map(str, node.children)), node.record_id or None,
        None if node.expires_ns == FOREVER else node.expires_ns, node.raw_expires_ns,
        node.relevance, node.kept_by, int(node.is_forgotten),
    )  # fmt: skip


def _read(connection: sqlite3.Connection) -> Iterator[TreeNode]:
    rows = connection.execute(f"SELECT {_COLUMNS} FROM history_node")
    while some := rows.fetchmany(_MANY):
        for (node_id, level, first, last, summary, content, children, record_id, expires, raw, relevance, kept_by,
             forgotten) in some:  # fmt: skip
            kind = ForgottenPlaceholder if forgotten else TreeNode
            yield kind(
                node_id, level, first, last, summary, _content_from_json(content),
                tuple(map(int, children.split())), -1, record_id or 0, FOREVER if expires is None else expires,
                raw, relevance, kept_by,
            )  # fmt: skip


def _content_to_json(content: NodeContent) -> str:
    deeds = [(each.stamp_ns, each.weight, each.text) for each in content.deeds]
    highlights = [(each.stamp_ns, each.record_id, each.text) for each in content.highlights]
    lists = (content.people, content.objects, content.places, content.goals, content.kinds, deeds, highlights)
    return json.dumps(lists, ensure_ascii=False, separators=(",", ":"))


def _content_from_json(text: str) -> NodeContent:
    people, objects, places, goals, kinds, deeds, highlights = json.loads(text)
    return NodeContent(
        tuple(people), tuple(objects), tuple(places), tuple(map(tuple, goals)), tuple(kinds),
        tuple(Deed(*each) for each in deeds), tuple(Highlight(*each) for each in highlights),
    )  # fmt: skip
