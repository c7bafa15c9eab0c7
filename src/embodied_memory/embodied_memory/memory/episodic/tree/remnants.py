"""What is left of what was forgotten: sentences that summaries and placeholders still tell (H2-EMV, section 4.1)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from embodied_memory.memory.episodic.tree.node import Highlight, Level, TreeNode
from embodied_memory.memory.episodic.tree.node_rows import content_from_json
from embodied_memory.memory.episodic.tree.time_span import TimeSpan

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
    a rule plays down.
    """
    gone = [(child.first_ns, child.last_ns) for child in children if child.is_forgotten]
    deeds = (Highlight(deed.stamp_ns, 0, deed.text) for deed in node.content.deeds if deed.weight)
    yield from (each for each in (*node.content.highlights, *deeds) if _is_within(each.stamp_ns, gone))


def _sentences(line: str) -> list[str]:
    """Those of a placeholder's line; one that quotes somebody stays whole, as the words may have any sign in them."""
    return [line] if SAYING in line else line.split("; ")


def _is_within(stamp_ns: int, spans: list[tuple[int, int]]) -> bool:
    return any(first <= stamp_ns <= last for first, last in spans)
