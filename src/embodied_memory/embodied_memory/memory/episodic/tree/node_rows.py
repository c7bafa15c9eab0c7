"""The nodes of the history tree as rows: one a node, rewritten when it is revised, deleted when it goes.

What is left of what was forgotten is read from them: sentences that summaries and placeholders still tell
(H2-EMV, section 4.1).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from embodied_memory.memory.episodic.tree.node import (
    FOREVER,
    DeedLine,
    ForgottenPlaceholder,
    Highlight,
    Level,
    NodeContent,
    TimeSpan,
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


SAYING = ' said "'
"""In the sentence of what somebody said."""


@dataclass(frozen=True)
class Remnant:
    """A sentence of what was forgotten. It was then, or, of a placeholder, at some time from first_ns to last_ns."""

    first_ns: int
    last_ns: int
    weight: int
    text: str


_IN_LOG = (
    "SELECT stamp_ns FROM event_log WHERE record_id IN (SELECT record_id FROM forgotten_record)"
    " AND stamp_ns BETWEEN ? AND ?"
)


def remnants(connection: sqlite3.Connection, span: TimeSpan) -> list[Remnant]:
    """All that is left of what was forgotten of that time, in order of time, the same sentence once.

    What the log still has is not gone: there it is answered from, and kept from whom it does not concern.
    """
    rows = connection.execute(
        "SELECT first_ns, last_ns, content, forgotten FROM history_node"
        " WHERE (forgotten OR level > ?) AND first_ns <= ? AND last_ns >= ?",
        (Level.INSTANT, span.last_ns, span.first_ns),
    ).fetchall()
    gone = [(first, last) for first, last, _, is_forgotten in rows if is_forgotten]
    found: dict[str, Remnant] = {}
    for first, last, content, is_forgotten in rows if gone else ():
        for deed in content_from_json(content).deeds:
            if is_forgotten:
                told = [Remnant(first, last, deed.weight, part) for part in _sentences(deed.text)]
            elif span.first_ns <= deed.stamp_ns <= span.last_ns and _is_within(deed.stamp_ns, gone):
                told = [Remnant(deed.stamp_ns, deed.stamp_ns, deed.weight, deed.text)]
            else:
                told = []
            for one in told:
                known = found.get(one.text)
                if known is None or one.last_ns - one.first_ns < known.last_ns - known.first_ns:
                    found[one.text] = one
    first, last = (max(-(2**62), span.first_ns), min(2**62, span.last_ns)) if found else (0, 0)
    in_log = [stamp_ns for (stamp_ns,) in connection.execute(_IN_LOG, (first, last))] if found else []
    left = (one for one in found.values() if not any(one.first_ns <= stamp <= one.last_ns for stamp in in_log))
    return sorted(left, key=lambda one: (one.first_ns, one.last_ns))


def told_of_forgotten(node: TreeNode, children: Iterable[TreeNode]) -> Iterator[Highlight]:
    """What a summary tells of its forgotten children: what rules asked to remember, then deeds, without those that
    a rule plays down, and without what a child that is left tells itself.
    """
    gone: list[tuple[int, int]] = []
    left: set[tuple[int, str]] = set()
    for child in children:
        if child.is_forgotten:
            gone.append((child.first_ns, child.last_ns))
        else:
            left |= {(each.stamp_ns, each.text) for each in child.content.highlights}
            left |= {(each.stamp_ns, each.text) for each in child.content.deeds}
    deeds = (Highlight(deed.stamp_ns, 0, deed.text) for deed in node.content.deeds if deed.weight)
    for each in (*node.content.highlights, *deeds):
        if _is_within(each.stamp_ns, gone) and (each.stamp_ns, each.text) not in left:
            yield each


def _sentences(line: str) -> list[str]:
    """Those of a placeholder's line; one that quotes somebody stays whole, as the words may have any sign in them."""
    return [line] if SAYING in line else line.split("; ")


def _is_within(stamp_ns: int, spans: list[tuple[int, int]]) -> bool:
    return any(first <= stamp_ns <= last for first, last in spans)
