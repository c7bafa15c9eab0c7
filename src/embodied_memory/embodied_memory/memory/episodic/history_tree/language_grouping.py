"""Group-and-summarise by a language model (H2-EMV, section 4.1 and Appendix C.1); rules where it fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import BaseModel, Field

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, asking
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.history_tree.content import merged
from embodied_memory.memory.episodic.history_tree.offline_grouping import OfflineGrouping
from embodied_memory.memory.episodic.tree.grouping import Group, NodeReader
from embodied_memory.memory.episodic.tree.node import Level, TreeNode
from embodied_memory.memory.episodic.tree.told_time import told_span
from embodied_memory.words.wording.word_stems import is_borne_out

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
