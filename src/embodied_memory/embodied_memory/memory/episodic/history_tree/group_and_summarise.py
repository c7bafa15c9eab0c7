"""Group-and-summarise by a language model (H2-EMV, section 4.1 and Appendix C.1); by rules where it fails.

By rules, and where there is no model: what was going on, where, with whom and with what, and how much fits
under one summary. Levels 2 and 3 follow the paper (section 4.2): an event is a scene that stays the same or one
action, a goal collects the events of one goal stack; where the robot has no goal, those of one place or of the
same people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import BaseModel, Field

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.event import EventKind
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, asking
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.history_tree.content import merged
from embodied_memory.memory.episodic.tree.grouping import Group, NodeReader, summarise, told_span
from embodied_memory.memory.episodic.tree.node import Level, NodeContent, TreeNode
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.words.wording.words import is_borne_out

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


_LONGEST_ITEM = 300
_LONGEST_SUMMARY = 1000


class GroupReply(BaseModel):
    """Items first to last, by number, under one summary."""

    first: int
    last: int
    summary: str = Field(min_length=1, max_length=_LONGEST_SUMMARY)


class GroupingReply(BaseModel):
    """All groups, in order."""

    groups: list[GroupReply]


class LanguageGrouping:
    """Higher summaries by a model; events and goals by rules, as in the paper's experiments (section 4.2).

    A reply that leaves out an item, repeats one or changes the order is not used: then the rules decide.
    """

    takes_batches = True

    def __init__(
        self, advisor: Advisor, config: HistoryTreeConfig, rules: Callable[[], Sequence[RelevanceRule]] = tuple
    ) -> None:
        self._advisor = advisor
        self._config = config
        self._rules = rules
        self._offline = OfflineGrouping(config)

    def group(self, parents: Sequence[TreeNode], new: Sequence[TreeNode], tree: NodeReader) -> list[Group]:
        """See GroupAndSummarise."""
        if new[0].level < Level.GOAL:
            return self._offline.group(parents, new, tree)
        items = [item for parent in parents for item in tree.children(parent)]
        return self._advisor.advice(
            self._request(parents, items, new),
            GroupingReply,
            lambda reply: self._groups(reply, sorted([*items, *new], key=_begin)),
            lambda: self._offline.group(parents, new, tree),
        )

    def summarise(self, items: Sequence[TreeNode]) -> Group:
        """See GroupAndSummarise: by template, because it is asked for with every record."""
        return self._offline.summarise(items)

    def _request(self, parents: Sequence[TreeNode], items: Sequence[TreeNode], new: Sequence[TreeNode]) -> Request:
        number_of = {item.node_id: number for number, item in enumerate(sorted([*items, *new], key=_begin), start=1)}
        lines: list[str] = []
        for parent in parents:
            lines.append(f"# {parent.headline}")
            lines += [_line(number_of[item.node_id], item) for item in items if item.node_id in parent.children]
        return asking(
            "group and summarise",
            groups="\n".join(lines) or "(nothing)",
            items="\n".join(_line(number_of[item.node_id], item) for item in new),
            rules="\n".join(f"- {rule.text}" for rule in self._rules()) or "(nothing in particular)",
            first="1",
            last=str(len(number_of)),
        )

    def _groups(self, reply: GroupingReply, items: Sequence[TreeNode]) -> list[Group]:
        """Raises UnusableReplyError unless every item is in exactly one group whose summary is about it."""
        groups: list[Group] = []
        following = 1
        for each in reply.groups:
            if each.first != following or not following <= each.last <= len(items):
                raise UnusableReplyError(f"a group from {each.first} to {each.last} where {following} comes next")
            members = items[each.first - 1 : each.last]
            if not is_borne_out(each.summary, (item.summary for item in members)):
                raise UnusableReplyError("a summary of something else")
            content = merged([item.content for item in members], self._config)
            groups.append(Group(tuple(item.node_id for item in members), content, each.summary.strip()))
            following = each.last + 1
        if following != len(items) + 1:
            raise UnusableReplyError(f"items from {following} on are in no group")
        return groups


def _begin(item: TreeNode) -> int:
    return item.first_ns


def _line(number: int, item: TreeNode) -> str:
    """Placeholders too: what they keep may be summarised (H2-EMV, section 4.1)."""
    return f"{number}. {told_span(item.first_ns, item.last_ns)}: {item.summary[:_LONGEST_ITEM]}"
