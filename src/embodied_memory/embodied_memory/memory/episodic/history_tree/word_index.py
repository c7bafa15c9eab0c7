"""Which nodes of the tree have a word: what searching begins with."""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable

from embodied_memory.memory.episodic.history_tree.node import TreeNode
from embodied_memory.memory.episodic.history_tree.significant_words import ordered_words
from embodied_memory.memory.episodic.history_tree.time_span import ALWAYS, TimeSpan
from embodied_memory.memory.episodic.history_tree.tree import Tree, TreeChanges

_MOST_READ = 4000


class WordIndex:
    """Grows with the tree. Entries of nodes that are gone are passed over when read and dropped now and then."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._nodes_of: dict[str, array[int]] = {}
        self._gone = 0
        self._rebuild()

    def adopt(self, tree: Tree, changes: TreeChanges) -> None:
        """Take over a tree and what made it out of the last one."""
        before, self._tree = self._tree, tree
        for node_id, node in changes.nodes.items():
            known = before.nodes.get(node_id)
            if node is None or node.is_forgotten:
                self._gone += 1
            elif known is None or known.summary != node.summary:
                _add(self._nodes_of, node_id, words_of(node) - (words_of(known) if known else frozenset()))
        if self._gone > 1000 + len(tree):
            self._rebuild()

    def best(
        self, tree: Tree, words: Iterable[str], count: int, level: int | None, span: TimeSpan = ALWAYS
    ) -> list[tuple[float, TreeNode]]:
        """(score, node) of those of a level and a time that share the most telling words; best first, then newest.

        score: the weight of the shared words, rare ones weighing more, as a part of that of all words asked for.
        Of a word that very many nodes have, the newest are looked at.
        """
        asked = sorted(set(words))
        total = max(1, len(tree))
        weights = {word: math.log(1 + total / (1 + len(self._nodes_of.get(word, ())))) for word in asked}
        scores: dict[int, float] = defaultdict(float)
        for word in asked:
            for node_id in set(self._nodes_of.get(word, array("q"))[-_MOST_READ:]):
                scores[node_id] += weights[word]
        best = sorted(scores.items(), key=lambda item: (-item[1], -item[0]))
        found: list[tuple[float, TreeNode]] = []
        for node_id, score in best:
            node = tree.nodes.get(node_id)
            if node is None or node.is_forgotten or node.level != (level or node.level) or not span.touches(node):
                continue
            found.append((score / (sum(weights.values()) or 1.0), node))
            if len(found) == count:
                break
        return found

    def _rebuild(self) -> None:
        nodes_of: dict[str, array[int]] = {}
        for node in self._tree.nodes:
            if not node.is_forgotten:
                _add(nodes_of, node.node_id, words_of(node))
        # At once, because others may be reading.
        self._nodes_of, self._gone = nodes_of, 0


def _add(nodes_of: dict[str, array[int]], node_id: int, words: Iterable[str]) -> None:
    for word in words:
        nodes = nodes_of.get(word)
        if nodes is None:
            nodes = nodes_of[word] = array("q")
        nodes.append(node_id)


def words_of(node: TreeNode) -> frozenset[str]:
    """The significant words of a node's summary, and what and whom it is about."""
    content = node.content
    return frozenset(ordered_words(" ".join((node.summary, *content.people, *content.objects, *content.places))))
