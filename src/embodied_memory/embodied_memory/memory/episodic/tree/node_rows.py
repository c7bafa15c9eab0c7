"""The nodes of the history tree as rows: one a node, rewritten when it is revised, deleted when it goes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from embodied_memory.memory.episodic.tree.node import (
    FOREVER,
    DeedLine,
    ForgottenPlaceholder,
    Highlight,
    NodeContent,
    TreeNode,
)

_COLUMNS = (
    "node_id, level, first_ns, last_ns, summary, content, children, parent, record_id, expires_ns, raw_expires_ns,"
    " relevance, kept_by, forgotten"
)
_SELECT = f"SELECT {_COLUMNS} FROM history_node WHERE node_id = ?"
_REPLACE = f"INSERT OR REPLACE INTO history_node ({_COLUMNS}) VALUES ({', '.join('?' * 14)})"


def read(connection: sqlite3.Connection, node_id: int) -> TreeNode | None:
    """One node, or None."""
    row = connection.execute(_SELECT, (node_id,)).fetchone()
    return None if row is None else _node(row)


def ids(connection: sqlite3.Connection) -> list[int]:
    """Of all nodes."""
    return [node_id for (node_id,) in connection.execute("SELECT node_id FROM history_node")]


def count(connection: sqlite3.Connection) -> int:
    """Of the rows."""
    return int(connection.execute("SELECT count(*) FROM history_node").fetchone()[0])


def write(connection: sqlite3.Connection, nodes: Mapping[int, TreeNode | None]) -> None:
    """Into the database, as part of a transaction. None: the node is gone."""
    gone = [(node_id,) for node_id, node in nodes.items() if node is None]
    connection.executemany("DELETE FROM history_node WHERE node_id = ?", gone)
    connection.executemany(_REPLACE, [_row(node) for node in nodes.values() if node is not None])


def _row(node: TreeNode) -> tuple[object, ...]:
    return (
        node.node_id, node.level, node.first_ns, node.last_ns, node.summary, _content_to_json(node.content),
        " ".join(map(str, node.children)), node.parent, node.record_id or None,
        None if node.expires_ns == FOREVER else node.expires_ns, node.raw_expires_ns,
        node.relevance, node.kept_by, int(node.is_forgotten),
    )  # fmt: skip


def _node(row: tuple[Any, ...]) -> TreeNode:
    (node_id, level, first, last, summary, content, children, parent, record_id, expires, raw, relevance, kept_by,
     forgotten) = row  # fmt: skip
    kind = ForgottenPlaceholder if forgotten else TreeNode
    return kind(
        node_id, level, first, last, summary, content_from_json(content), tuple(map(int, children.split())), parent,
        record_id or 0, FOREVER if expires is None else expires, raw, relevance, kept_by,
    )  # fmt: skip


def _content_to_json(content: NodeContent) -> str:
    deeds = [(each.stamp_ns, each.weight, each.text) for each in content.deeds]
    highlights = [(each.stamp_ns, each.record_id, each.text) for each in content.highlights]
    lists = (content.people, content.objects, content.places, content.goals, content.kinds, deeds, highlights)
    return json.dumps(lists, ensure_ascii=False, separators=(",", ":"))


def content_from_json(text: str) -> NodeContent:
    """As a row has it."""
    people, objects, places, goals, kinds, deeds, highlights = json.loads(text)
    return NodeContent(
        tuple(people), tuple(objects), tuple(places), tuple(map(tuple, goals)), tuple(kinds),
        tuple(DeedLine(*each) for each in deeds), tuple(Highlight(*each) for each in highlights),
    )  # fmt: skip
