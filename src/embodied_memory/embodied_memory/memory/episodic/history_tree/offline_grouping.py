"""Grouping by rules: what was going on, where, with whom and with what, and how much fits under one summary.

Levels 2 and 3 follow the paper (section 4.2): an event is a scene that stays the same or one action, a goal
collects the events of one goal stack; where the robot has no goal, those of one place or of the same people.
"""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.episodic.history_tree.content import merged
from embodied_memory.memory.episodic.tree.grouping import Group, NodeReader
from embodied_memory.memory.episodic.tree.node import Level, NodeContent, TreeNode
from embodied_memory.memory.episodic.tree.summaries import summarise
from embodied_memory.memory.log.event_log import INSTANT

_SAID = EventKind.UTTERANCE.value


class OfflineGrouping:
    """Deterministic: each new item joins the latest group or begins one."""

    def __init__(self, config: HistoryTreeConfig) -> None:
        self._config = config
        self.takes_batches = config.at_once

    def group(self, parents: Sequence[TreeNode], new: Sequence[TreeNode], tree: NodeReader) -> list[Group]:
        """See GroupAndSummarise. Earlier groups stay as they are: only the latest takes new items."""
        groups = [_Growing(parent.children, parent.content, parent) for parent in parents]
        for item in new:
            if not groups or not self._joins(groups[-1], item):
                groups.append(_Growing((), NodeContent(), None))
            groups[-1].add(item, self._config)
        level = new[0].level + 1
        return [each.finished(level) for each in groups]

    def summarise(self, items: Sequence[TreeNode]) -> Group:
        """See GroupAndSummarise."""
        group = _Growing((), NodeContent(), None)
        for item in items:
            group.add(item, self._config)
        return group.finished(items[0].level + 1)

    def _joins(self, group: _Growing, item: TreeNode) -> bool:
        if len(group.children) >= self._config.max_children[min(item.level, len(self._config.max_children)) - 1]:
            return False
        if item.level == Level.INSTANT:
            return self._is_same_event(group.content, item.content)
        if item.level == Level.EVENT:
            return _is_same_goal(group.content, item.content)
        return True

    def _is_same_event(self, group: NodeContent, item: NodeContent) -> bool:
        if group.goals[-1:] != item.goals[-1:] or not _agree(group.places[-1:], item.places):
            return False
        if group.kinds == item.kinds == (_SAID,):
            return True
        if item.kinds == (INSTANT,):
            return _SAID not in group.kinds and self._is_same_scene(group, item)
        # Start, effects and end of one skill are one event; so is what one person does with one thing.
        same_skill = bool(item.goals) and item.kinds != (_SAID,)
        same_deed = item.people == group.people and bool(set(item.objects) & set(group.objects))
        return (same_skill or same_deed) and _SAID not in group.kinds and item.kinds != (_SAID,)

    def _is_same_scene(self, group: NodeContent, item: NodeContent) -> bool:
        """The same place; where that is unknown, enough of the same things."""
        if not _agree(group.people, item.people):
            return False
        if group.places and item.places:
            return True
        ours, theirs = set(group.objects), set(item.objects)
        smaller = min(len(ours), len(theirs))
        return len(ours & theirs) >= self._config.object_overlap * smaller


def _is_same_goal(group: NodeContent, item: NodeContent) -> bool:
    if group.goals or item.goals:
        return bool(group.goals and item.goals) and group.goals[-1][0] == item.goals[0][0]
    if _agree(group.places[-1:], item.places):
        return True
    return bool(set(group.people) & set(item.people))


def _agree(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether they have one in common, or one of them is unknown."""
    return not some or not others or bool(set(some) & set(others))


class _Growing:
    """A group that takes items."""

    def __init__(self, children: tuple[int, ...], content: NodeContent, parent: TreeNode | None) -> None:
        self.children = children
        self.content = content
        self._parent = parent

    def add(self, item: TreeNode, config: HistoryTreeConfig) -> None:
        self.content = merged([self.content, item.content], config) if self.children else item.content
        self.children += (item.node_id,)

    def finished(self, level: int) -> Group:
        if self._parent is not None and self.children == self._parent.children:
            return Group(self.children, self.content, self._parent.summary)
        return Group(self.children, self.content, summarise(self.content, level))
