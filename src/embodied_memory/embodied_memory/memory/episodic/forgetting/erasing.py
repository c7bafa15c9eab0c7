"""Erasing: records that must leave no trace in the tree. A person's wish to erase wins over all rules."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from embodied_memory.memory.episodic.forgetting.condensing import placeholder_with
from embodied_memory.memory.episodic.tree.grouping import GroupAndSummarise, summarise
from embodied_memory.memory.episodic.tree.node import DeedLine, Highlight, Level, NodeContent, TreeNode
from embodied_memory.memory.episodic.tree.node_rows import SAYING
from embodied_memory.memory.episodic.tree.tree import Tree, TreeChanges, WorkingTree, empty_root
from embodied_memory.memory.log.event_log import ERASED

_SOMEONE = "someone"


def erased(tree: Tree, records: Mapping[int, int], words: Sequence[str], grouping: GroupAndSummarise) -> TreeChanges:
    """A tree without these records (record id -> stamp_ns) and without these words, such as a person's name.

    Leaves go, what is left above them is summarised anew from what stays; placeholders over their time lose
    their line, because nobody knows any more what it was made from; words become "someone". Of records that are
    forgotten nobody knows any more which were told by whom: summaries lose what names somebody by these words and
    whatever was said in a time that was forgotten.
    """
    work = WorkingTree(tree)
    erasing = _Erasing(work, records, words, grouping)
    if erasing.is_gone(tree.root):
        work.put(empty_root(tree.top))
    return work.changes()


class _Erasing:
    def __init__(
        self, work: WorkingTree, records: Mapping[int, int], words: Sequence[str], grouping: GroupAndSummarise
    ) -> None:
        self._work, self._records, self._grouping = work, records, grouping
        self._stamps = sorted(records.values())
        longest_first = sorted(filter(str.strip, set(words)), key=lambda word: (-len(word), word))
        pattern = "|".join(map(re.escape, longest_first))
        self._words = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE) if pattern else None
        self._gone = [(one.first_ns, one.last_ns) for one in work.tree.walk() if one.is_forgotten] if pattern else []

    def is_gone(self, node: TreeNode) -> bool:
        """Erase below a node and in it. Whether nothing of it is left."""
        if node.is_forgotten:
            self._clear(node)
            return False
        if node.level == Level.INSTANT:
            return self._is_leaf_gone(node)
        left, changed = [], False
        for child in self._work.children(node):
            if self.is_gone(child):
                self._work.remove(child.node_id)
                continue
            left.append(self._work.node(child.node_id))
            changed = changed or left[-1] != child
        if left and (changed or len(left) < len(node.children)):
            self._summarise_again(node, left)
        elif left:
            self._clean(node)  # it may tell more than its children still do: some of them were forgotten
        return not left

    def _is_leaf_gone(self, leaf: TreeNode) -> bool:
        if leaf.record_id in self._records:
            return True
        self._clean(leaf)
        return False

    def _clean(self, node: TreeNode) -> None:
        left = self._without_theirs(node.content) if node.level > Level.INSTANT else node.content
        summary = node.summary if left == node.content else summarise(left, node.level)
        summary, content = self._without_words(summary), self._content_without_words(left)
        if (summary, content) != (node.summary, node.content):
            self._work.put(replace(node, summary=summary, content=content))

    def _clear(self, node: TreeNode) -> None:
        covers = bisect_left(self._stamps, node.first_ns) < bisect_right(self._stamps, node.last_ns)
        line = ERASED if covers or self._is_theirs(node.first_ns, node.summary) else node.summary
        if line != node.summary:
            self._work.put(placeholder_with(node, node.last_ns, line))

    def _summarise_again(self, node: TreeNode, left: list[TreeNode]) -> None:
        group = self._grouping.summarise(left)
        self._work.put(
            replace(
                node, summary=group.summary, content=group.content, children=group.children,
                first_ns=min(child.first_ns for child in left), last_ns=max(child.last_ns for child in left),
            )
        )  # fmt: skip

    def _without_theirs(self, content: NodeContent) -> NodeContent:
        deeds = tuple(one for one in content.deeds if not self._is_theirs(one.stamp_ns, one.text))
        highlights = tuple(one for one in content.highlights if not self._is_theirs(one.stamp_ns, one.text))
        return replace(content, deeds=deeds, highlights=highlights)

    def _is_theirs(self, stamp_ns: int, text: str) -> bool:
        """Whether it names them, or may repeat what they said, as far as that can be known without its record."""
        if self._words is None:
            return False
        is_gone = SAYING in text and any(first <= stamp_ns <= last for first, last in self._gone)
        return is_gone or self._words.search(text) is not None

    def _without_words(self, text: str) -> str:
        return self._words.sub(_SOMEONE, text) if self._words else text

    def _content_without_words(self, content: NodeContent) -> NodeContent:
        if self._words is None:
            return content
        clean = self._without_words
        return NodeContent(
            tuple(clean(name) for name in content.people),
            tuple(clean(name) for name in content.objects),
            tuple(clean(name) for name in content.places),
            tuple(tuple(clean(goal) for goal in stack) for stack in content.goals),
            content.kinds,
            tuple(DeedLine(each.stamp_ns, each.weight, clean(each.text)) for each in content.deeds),
            tuple(Highlight(each.stamp_ns, each.record_id, clean(each.text)) for each in content.highlights),
        )
