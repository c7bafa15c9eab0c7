"""Placeholders: where something was forgotten, its time and first line stay (H2-EMV, section 4.1)."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from embodied_memory.memory.episodic.tree.node import DeedLine, ForgottenPlaceholder, NodeContent, TreeNode
from embodied_memory.memory.episodic.tree.tree import WorkingTree


def placeholder_of(node: TreeNode, limit: int) -> ForgottenPlaceholder:
    """What is left of a node. limit: characters of its first line."""
    return placeholder_with(node, node.last_ns, node.headline[:limit])


def merged_neighbours(work: WorkingTree, parent_id: int, limit: int) -> None:
    """Placeholders side by side under a parent become one, with their lines one after another up to the limit."""
    parent = work.node(parent_id)
    children: list[int] = []
    for is_forgotten, run in groupby(work.children(parent), key=lambda child: child.is_forgotten):
        first, *others = run
        if is_forgotten and others:
            for other in others:
                work.remove(other.node_id)
            line = _joined([first.summary, *(other.summary for other in others)], limit)
            work.put(placeholder_with(first, max(each.last_ns for each in (first, *others)), line))
            others = []
        children += [first.node_id, *(other.node_id for other in others)]
    if len(children) != len(parent.children):
        work.put(replace(parent, children=tuple(children)))


def _joined(lines: list[str], limit: int) -> str:
    """One after another, from the left, so that it is the same whether they are joined at once or in steps."""
    joined = lines[0]
    for line in lines[1:]:
        if line not in joined:
            joined = f"{joined}; {line}"[:limit]
    return joined


def placeholder_with(node: TreeNode, last_ns: int, line: str) -> ForgottenPlaceholder:
    """A placeholder in a node's place. Its line is all that summarising can still make something of."""
    content = NodeContent(deeds=(DeedLine(node.first_ns, 0, line),))
    return ForgottenPlaceholder(node.node_id, node.level, node.first_ns, last_ns, line, content, parent=node.parent)
