"""Everything that can be verified by the file alone, without opening the stores.

The newest fact is the current one, in every state (ObsMem, equation 2).

The history tree as rows: whole, in order of time, parents outlive children, its leaves cover the log.

Every event is found by its words, and every node of the history tree by its own.
"""

from __future__ import annotations

import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.memory.belief.states.state_fact import due_standing
from embodied_memory.memory.episodic.tree.node import FOREVER, ROOT, Level
from embodied_memory.memory.episodic.tree.word_index import words_of_history
from embodied_memory.memory.file.database import Database
from embodied_memory.memory.log.event_log import ERASED, FORGOTTEN, INSTANT
from embodied_memory.memory.verification.references import Finding, check_objects, check_references

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


def check_newest_is_current(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What is in play must be what the whole history of facts says, for every entity and attribute."""
    keys = connection.execute("SELECT DISTINCT entity_id, attribute FROM belief_fact ORDER BY 1, 2").fetchall()
    for key in keys:
        due = due_standing(connection, key)
        held = connection.execute(
            "SELECT fact_id FROM belief_standing JOIN belief_fact USING (fact_id)"
            " WHERE entity_id = ? AND attribute = ?",
            key,
        )
        if {number for (number,) in held} != {known.fact_id for known in due}:
            record_id = due[-1].fact.record_id if due else 0
            yield Finding(
                "belief_standing", record_id, f"the newest fact of {key[0]}, {key[1]} is not the current one"
            )


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
