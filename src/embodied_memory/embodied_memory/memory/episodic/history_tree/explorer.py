"""Exploring the tree for a question without a model, until it is answered.

It expands and searches (H2-EMV and H-EMV). Best first, by shared words and likeness in meaning: the most
promising node is read; a summary is expanded, a leaf is evidence. What it costs is counted as it would be for a
language model: every character shown is read.
"""

from __future__ import annotations

import heapq
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.episodic.forgetting.topic import asked_words
from embodied_memory.memory.episodic.tree.node import ALWAYS, ROOT, Highlight, Level, TimeSpan, TreeNode
from embodied_memory.memory.episodic.tree.tree import Tree
from embodied_memory.memory.episodic.tree.word_index import Hit, WordIndex, significant_words, words_of

EmbedText = Callable[[Sequence[str]], NDArray[np.float32]]

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class NodeView:
    """A node as a reader sees it. text: its summary, or that it is forgotten; record_id: of a leaf, 0 above."""

    node_id: int
    level: int
    first_ns: int
    last_ns: int
    text: str
    record_id: int
    children: int
    forgotten: bool

    @staticmethod
    def of(node: TreeNode) -> NodeView:
        """Without anything that is forgotten."""
        return NodeView(
            node.node_id, node.level, node.first_ns, node.last_ns, node.shown, node.record_id,
            len(node.children), node.is_forgotten,
        )  # fmt: skip


@dataclass(frozen=True)
class ExplorationStep:
    """One action: "search", "expand" or "take" (a leaf as evidence). score: how promising the node was, 0 to 1."""

    action: str
    node_id: int
    level: int
    score: float


@dataclass(frozen=True)
class ExplorationCost:
    """What exploring took: nodes expanded, nodes and characters read, and tokens at four characters each."""

    nodes_expanded: int = 0
    nodes_read: int = 0
    characters_read: int = 0

    @property
    def tokens(self) -> int:
        """A usual estimate for English."""
        return -(-self.characters_read // CHARACTERS_A_TOKEN)


@dataclass(frozen=True)
class TreeExploration:
    """What was found for a question, the most promising first.

    record_ids: leaves; highlights: sentences that summaries keep of forgotten ones (record_id 0: no rule asked for
    it); summaries: the nodes read that fit best; forgotten: (first_ns, last_ns) of what was met and
    is forgotten.
    """

    question: str
    steps: tuple[ExplorationStep, ...] = ()
    record_ids: tuple[int, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    summaries: tuple[NodeView, ...] = ()
    forgotten: tuple[tuple[int, int], ...] = ()
    cost: ExplorationCost = field(default_factory=ExplorationCost)


_WORDS = 0.6
_MEANING = 0.4
_MOST_FOUND = 150
_FITS = 0.6
_AS_GOOD = 0.6
_FEW = 6
_FEW_TOLD = 3
_PROMISING = 0.25
_NEARLY_AS_GOOD = 0.8
_PATIENCE = 3
_SUMMARIES_GIVEN = 8
_LONGEST_EMBEDDED = 200
_MOST_EMBEDDED = 24
_SENTENCES = re.compile(r"; |\n")


OnStep = Callable[[ExplorationStep, NodeView], None]
"""A step, and the node it was made at."""


def ignore_step(step: ExplorationStep, node: NodeView) -> None:
    """For those who want the end alone."""


def go_on() -> bool:
    """Do not stop."""
    return False


class HistoryExplorer:
    """Explores one snapshot for one question."""

    def __init__(
        self, tree: Tree, index: WordIndex, lock: threading.RLock, embed_text: EmbedText, budget_characters: int
    ) -> None:
        """lock: taken while the index is read."""
        self._tree = tree
        self._index = index
        self._lock = lock
        self._embed_text = embed_text
        self._budget = budget_characters

    def explore(
        self,
        question: str,
        records: int = 5,
        span: TimeSpan = ALWAYS,
        on_step: OnStep = ignore_step,
        stop: Callable[[], bool] = go_on,
    ) -> TreeExploration:
        """Up to so many leaves that fit the question, from that time, within the budget of characters.

        on_step: told of every step as it is made; stop: asked before each, and then what was found so far is it.

        First what searching shows: leaves, and what summaries tell of forgotten ones; from the root down only if that
        promises nothing. A summary is followed only if it promises more than all that was read.
        """
        search = _Search(self._tree, question, self._embed_text, span, on_step)
        search.read(self._hits(search))
        search.begin_at_root()
        while not stop() and search.goes_on(records) and search.characters < self._budget:
            search.follow_best()
        return search.result()

    def _hits(self, search: _Search) -> list[Hit]:
        """What the search tool shows: all that fits about as well as the best; only a few if nothing fits well."""
        with self._lock:
            leaves = self._index.best(self._tree, search.words, _MOST_FOUND, Level.INSTANT, search.span)
            told = self._index.told(self._tree, search.words, _MOST_FOUND, search.span)
        found = sorted([*leaves, *told], key=Hit.rank)
        if not found or found[0].score < _FITS:
            return [*leaves[:_FEW], *told[:_FEW_TOLD]]
        return [hit for hit in found[:_MOST_FOUND] if hit.score >= _AS_GOOD * found[0].score]


class _Search:
    """The state of one exploration."""

    def __init__(self, tree: Tree, question: str, embed_text: EmbedText, span: TimeSpan, on_step: OnStep) -> None:
        self._tree, self._question, self.span, self._on_step = tree, question, span, on_step
        self._embed_text = embed_text
        self._vector = embed_text([question])[0]
        self.words = asked_words(question)
        self.waiting: list[tuple[float, int, int]] = []
        self.taken: list[int] = []
        self.characters = 0
        self._expanded = 0
        self._in_vain = 0
        self._best_told = 0.0
        self._best_leaf = 0.0
        self._steps: list[ExplorationStep] = []
        self._scores: dict[int, float] = {}
        self._forgotten: list[tuple[int, int]] = []
        self._told: tuple[Highlight, ...] = ()

    def read(self, found: list[Hit]) -> None:
        """What the search tool showed."""
        if not found:
            return
        self._make(ExplorationStep("search", found[0].node.node_id, found[0].node.level, found[0].score))
        self._read([hit.node for hit in found if hit.sentence is None])
        self._told = tuple(hit.sentence for hit in found if hit.sentence is not None)
        self._forgotten += [span for hit in found if hit.sentence is not None for span in self._around(hit)]
        self.characters += sum(len(each.text) for each in self._told)
        told = [(each.text, significant_words(each.text)) for each in self._told]
        self._best_leaf = max([self._best_leaf, *self._judge(told)])

    def _around(self, hit: Hit) -> Iterator[tuple[int, int]]:
        """The forgotten time that a sentence is of."""
        children = self._tree.children(hit.node)
        spans = ((child.first_ns, child.last_ns) for child in children if child.is_forgotten)
        return ((first, last) for first, last in spans if first <= hit.stamp_ns <= last)

    def begin_at_root(self) -> None:
        """The root is expanded once nothing found promises more."""
        heapq.heappush(self.waiting, (-_PROMISING, 0, ROOT))

    def goes_on(self, records: int) -> bool:
        """Whether something promising is left, nearly as good as what was found, and that is not enough yet."""
        self._pass_over()
        if not self.waiting or len(self.taken) >= records or self._in_vain >= _PATIENCE:
            return False
        return -self.waiting[0][0] >= max(_PROMISING, _NEARLY_AS_GOOD * self._best_told)

    def _pass_over(self) -> None:
        """Drop summaries that promise no more than a leaf that was read: searching has shown what has their words."""
        while self.waiting and -self.waiting[0][0] <= self._best_leaf:
            if self._tree.node(self.waiting[0][2]).level == Level.INSTANT:
                break
            heapq.heappop(self.waiting)

    def expand(self, node: TreeNode) -> None:
        """Show the children of a node."""
        self._expanded += 1
        self._read(self._tree.children(node))

    def follow_best(self) -> None:
        """Take the most promising node if it is a leaf, else expand it."""
        negative, _, node_id = heapq.heappop(self.waiting)
        node = self._tree.node(node_id)
        is_leaf = node.level == Level.INSTANT
        self._make(ExplorationStep("take" if is_leaf else "expand", node_id, node.level, -negative))
        if is_leaf:
            self.taken.append(node.record_id)
            self._best_told = max(self._best_told, -negative)
            self._in_vain = 0
        else:
            self._in_vain += 1
            self.characters += len(node.shown.partition("\n")[2])
            self.expand(node)

    def _make(self, step: ExplorationStep) -> None:
        self._steps.append(step)
        self._on_step(step, NodeView.of(self._tree.node(step.node_id)))

    def result(self) -> TreeExploration:
        """All that was found."""
        read = sorted(self._scores.items(), key=lambda item: (-item[1], -item[0]))
        nodes = [self._tree.node(node_id) for node_id, _ in read]
        good = [NodeView.of(node) for node in nodes if node.level > Level.INSTANT and self._scores[node.node_id] > 0]
        return TreeExploration(
            self._question, tuple(self._steps), tuple(self.taken), self._told, tuple(good[:_SUMMARIES_GIVEN]),
            tuple(dict.fromkeys(self._forgotten)), ExplorationCost(self._expanded, len(read), self.characters),
        )  # fmt: skip

    def _read(self, nodes: list[TreeNode]) -> None:
        unread = [node for node in nodes if node.node_id not in self._scores and self.span.touches(node)]
        self._forgotten += [(node.first_ns, node.last_ns) for node in unread if node.is_forgotten]
        shown = [node for node in unread if not node.is_forgotten]
        # Of a summary the first line is shown; the rest is read when it is followed.
        self.characters += sum(len(node.shown.partition("\n")[0]) for node in unread)
        told = [(node.shown[:_LONGEST_EMBEDDED], _closest(self.words, node)) for node in shown]
        for node, score in zip(shown, self._judge(told), strict=True):
            self._scores[node.node_id] = score
            if node.level == Level.INSTANT:
                self._best_leaf = max(self._best_leaf, score)
            if self._tells_more(node):
                # Of two equally promising nodes the newer one: what is asked about is mostly recent.
                heapq.heappush(self.waiting, (-score, -node.last_ns, node.node_id))
            else:
                self._best_told = max(self._best_told, score)

    def _tells_more(self, node: TreeNode) -> bool:
        """Whether there is anything left below a summary; if not, it says that its details are forgotten."""
        if node.level == Level.INSTANT:
            return True
        children = self._tree.children(node)
        self._forgotten += [
            (child.first_ns, child.last_ns) for child in children if child.is_forgotten and self.span.touches(child)
        ]
        return any(not child.is_forgotten for child in children)

    def _judge(self, told: list[tuple[str, frozenset[str]]]) -> list[float]:
        """Words and meaning of (text, words); of the many that searching shows, meaning only of those with the most
        words.

        Of a summary the words of one sentence count: those of the question, strewn over many, promise nothing.
        """
        asked = max(1, len(self.words))
        by_words = [len(self.words & words) / asked for _, words in told]
        order = sorted(range(len(told)), key=lambda place: -by_words[place])[:_MOST_EMBEDDED]
        scores = [_WORDS * share for share in by_words]
        if order:
            vectors = self._embed_text([told[place][0] for place in order])
            for place, alike in zip(order, vectors @ self._vector, strict=True):
                scores[place] += _MEANING * max(0.0, float(alike))
        return scores


def _closest(words: frozenset[str], node: TreeNode) -> frozenset[str]:
    """Those of a leaf, or of the sentence of a summary that has the most of these words."""
    if node.level == Level.INSTANT:
        return words_of(node)
    sentences = (significant_words(sentence) for sentence in _SENTENCES.split(node.summary))
    return max(sentences, key=lambda each: len(words & each))
