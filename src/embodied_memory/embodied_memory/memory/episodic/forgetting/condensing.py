"""What is left of goals side by side becomes one node, where no sentence is lost by it; and the placeholders:
where something was forgotten, its time and first line stay (H2-EMV, section 4.1).

Rules and use keep single leaves, and with each all that is above it: in time most goals have little else left
below them. A reader of one that tells what several told reads as much; the tree is smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from embodied_memory.memory.episodic.tree.grouping import Group, GroupAndSummarise
from embodied_memory.memory.episodic.tree.node import (
    DeedLine,
    ForgottenPlaceholder,
    Highlight,
    Level,
    NodeContent,
    TreeNode,
)
from embodied_memory.memory.episodic.tree.tree import WorkingTree


class Condensing:
    """Puts goals of a stretch together that are there for something else than their own time."""

    def __init__(self, grouping: GroupAndSummarise, most_children: int, placeholder_characters: int) -> None:
        """most_children: of a goal; placeholder_characters: of the line of what was forgotten."""
        self._grouping, self._most_children, self._limit = grouping, most_children, placeholder_characters

    def condense(self, work: WorkingTree, stretch: TreeNode, is_over: Callable[[TreeNode], bool]) -> None:
        """Its goals from the left, each into the one before as long as that takes it. is_over: their own time is."""
        left: list[TreeNode] = []
        for child in work.children(stretch):
            place = _last_goal(left)
            together = place is not None and not child.is_forgotten and is_over(left[place]) and is_over(child)
            made = self._together(work, left[place:], child) if together else None
            left = [*left[:place], made] if made else [*left, child]
        if len(left) < len(stretch.children):
            work.put(replace(work.node(stretch.node_id), children=tuple(node.node_id for node in left)))

    def _together(self, work: WorkingTree, run: list[TreeNode], goal: TreeNode) -> TreeNode | None:
        """A goal, what was forgotten after it, and the next goal, as one; None if that loses something."""
        first = run[0]
        children = sorted([*work.children(first), *run[1:], *work.children(goal)], key=lambda each: each.first_ns)
        if sum(not child.is_forgotten for child in children) > self._most_children:
            return None
        group = self._grouping.summarise([first, goal])
        if not _tells_all_of(group, first, goal):
            return None
        longer = max(first, goal, key=lambda node: node.expires_ns)
        for child in children:
            if child.is_forgotten:
                child = replace(placeholder_with(child, child.last_ns, child.summary), level=Level.EVENT)
            work.put(replace(child, parent=first.node_id))
        work.remove(goal.node_id)
        made = replace(
            first, summary=group.summary, content=group.content, children=tuple(each.node_id for each in children),
            last_ns=max(each.last_ns for each in children), expires_ns=longer.expires_ns, relevance=longer.relevance,
            kept_by=longer.kept_by,
        )  # fmt: skip
        work.put(made)
        merged_neighbours(work, made.node_id, self._limit)
        return work.node(made.node_id)


def _last_goal(nodes: list[TreeNode]) -> int | None:
    """The place of the last one that is not forgotten."""
    return next((place for place in range(len(nodes) - 1, -1, -1) if not nodes[place].is_forgotten), None)


def _tells_all_of(group: Group, *goals: TreeNode) -> bool:
    """Whether what was done and is to be remembered is told with each of its times, and all who and what had to do
    with it are named.
    """
    told = group.content
    return all(
        _at(told.deeds) >= _at(own.deeds)
        and _at(told.highlights) >= _at(own.highlights)
        and set(told.people) >= set(own.people)
        and set(told.objects) >= set(own.objects)
        for own in (goal.content for goal in goals)
    )


def _at(sentences: Iterable[DeedLine | Highlight]) -> set[tuple[int, str]]:
    return {(each.stamp_ns, each.text) for each in sentences}


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
