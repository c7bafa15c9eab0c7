"""The history tree as rows: whole, in order of time, parents outlive children, its leaves cover the log."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from embodied_memory.memory.episodic.tree.node import FOREVER, ROOT, Level
from embodied_memory.memory.log.event_log import ERASED, FORGOTTEN
from embodied_memory.memory.verification.finding import Finding

_STORE = "history_node"


@dataclass(frozen=True)
class _Node:
    node_id: int
    level: int
    first_ns: int
    last_ns: int
    children: tuple[int, ...]
    parent: int
    record_id: int
    expires_ns: int
    is_forgotten: bool


def check_history(connection: sqlite3.Connection) -> Iterator[Finding]:
    """See the head of this file; a tree that was not begun is whole."""
    progress = connection.execute("SELECT last_record_id FROM history_progress").fetchone()
    nodes = {node.node_id: node for node in _read(connection)}
    if progress is None:
        if nodes:
            yield Finding(_STORE, 0, "there are nodes, but not how far the tree was built")
        return
    yield from _check_shape(nodes)
    for node in nodes.values():
        yield from _check_lifetime(node, [nodes[child] for child in node.children if child in nodes])
    yield from _check_cover(connection, nodes, progress[0])


def _check_shape(nodes: dict[int, _Node]) -> Iterator[Finding]:
    parents: dict[int, int] = {}
    for node in nodes.values():
        for child in node.children:
            if child not in nodes:
                yield Finding(_STORE, node.record_id, f"node {node.node_id} has a child {child} that is not there")
            elif child in parents:
                yield Finding(_STORE, node.record_id, f"node {child} has two parents")
            elif nodes[child].level >= node.level:
                yield Finding(_STORE, node.record_id, f"node {child} is not below its parent {node.node_id}")
            elif nodes[child].parent != node.node_id:
                yield Finding(_STORE, node.record_id, f"node {child} names another parent than {node.node_id}")
            parents[child] = node.node_id
    for node in nodes.values():
        if node.node_id != ROOT and node.node_id not in parents:
            yield Finding(_STORE, node.record_id, f"node {node.node_id} has no parent")


def _check_lifetime(node: _Node, children: list[_Node]) -> Iterator[Finding]:
    starts = [child.first_ns for child in children]
    if starts != sorted(starts):
        yield Finding(_STORE, node.record_id, f"the children of node {node.node_id} are not in order of time")
    for child in children:
        if child.first_ns < node.first_ns or child.last_ns > node.last_ns:
            yield Finding(_STORE, child.record_id, f"node {child.node_id} is not within the time of its parent")
        if not child.is_forgotten and child.expires_ns > node.expires_ns:
            yield Finding(_STORE, child.record_id, f"node {child.node_id} would outlive its parent {node.node_id}")


def _check_cover(connection: sqlite3.Connection, nodes: dict[int, _Node], last: int) -> Iterator[Finding]:
    """Every record up to the last one built is a leaf, or falls into a time that was forgotten."""
    leaves = {node.record_id for node in nodes.values() if node.level == Level.INSTANT and not node.is_forgotten}
    forgotten = _merged((node.first_ns, node.last_ns) for node in nodes.values() if node.is_forgotten)
    starts = [first for first, _ in forgotten]
    rows = connection.execute(
        "SELECT record_id, stamp_ns FROM event_log WHERE record_id <= ? AND summary NOT IN (?, ?)",
        (last, FORGOTTEN, ERASED),
    )
    for record_id, stamp_ns in rows.fetchall():
        place = bisect_right(starts, stamp_ns) - 1
        if record_id not in leaves and not (place >= 0 and stamp_ns <= forgotten[place][1]):
            yield Finding(_STORE, record_id, "the record is neither a leaf of the tree nor was it forgotten")


def _merged(spans: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def _read(connection: sqlite3.Connection) -> Iterator[_Node]:
    rows = connection.execute(
        "SELECT node_id, level, first_ns, last_ns, children, parent, record_id, expires_ns, forgotten"
        " FROM history_node"
    )
    for node_id, level, first_ns, last_ns, children, parent, record_id, expires_ns, forgotten in rows.fetchall():
        yield _Node(
            node_id, level, first_ns, last_ns, tuple(map(int, children.split())), parent, record_id or 0,
            FOREVER if expires_ns is None or node_id == ROOT else expires_ns, bool(forgotten),
        )  # fmt: skip
