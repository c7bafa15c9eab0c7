"""Which nodes of the tree have a word: what searching begins with. A full-text index in the database.

Indexed are the words of a sentence that carry its meaning, in one form: met, meets and meeting are meet.
"""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.episodic.tree import node_rows
from embodied_memory.memory.episodic.tree.node import ALWAYS, Highlight, Level, NodeContent, TimeSpan, TreeNode
from embodied_memory.memory.episodic.tree.node_rows import told_of_forgotten
from embodied_memory.memory.episodic.tree.tree import Tree
from embodied_memory.words.wording.words import canonical, singular, split_words

_MOST_READ = 4000
_MOST_LOOKED_INTO = 256
_FIRST, _LAST = 0, 2**63 - 1


@dataclass(frozen=True)
class Hit:
    """What searching finds: a node or, of what is forgotten, a sentence of a summary.

    score: the weight of the words it shares with the question, as a part of that of all words asked for.
    """

    score: float
    node: TreeNode
    sentence: Highlight | None = None

    @property
    def stamp_ns(self) -> int:
        """When it was, or began."""
        return self.sentence.stamp_ns if self.sentence else self.node.first_ns

    def rank(self) -> tuple[float, bool, int]:
        """Best first; of equal ones what a rule asked for, then the newest."""
        return -self.score, self.sentence is not None and not self.sentence.record_id, -self.stamp_ns


class WordIndex:
    """Written with the tree; read for a finished one. The caller of `best` holds the connection's lock."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def write(self, connection: sqlite3.Connection, before: Tree, nodes: Mapping[int, TreeNode | None]) -> None:
        """Into the database, as part of the transaction that makes these nodes out of the tree `before`."""
        gone, come = [], []
        for node_id, node in nodes.items():
            was, now = _indexed(before.nodes.get(node_id)), _indexed(node)
            if was != now:
                gone += [(node_id,)] if was else []
                come += [(node_id, now)] if now else []
        connection.executemany("DELETE FROM history_words WHERE rowid = ?", gone)
        connection.executemany("INSERT INTO history_words (rowid, words) VALUES (?, ?)", come)

    def best(
        self, tree: Tree, words: Iterable[str], count: int, level: int | None, span: TimeSpan = ALWAYS
    ) -> list[Hit]:
        """Nodes of a level and a time that share the most telling words; best first, then newest.

        Of a word that very many nodes have, the newest are looked at.
        """
        _, scores = self._weighed(tree, words, *self._ids_within(span, level))
        found: list[Hit] = []
        for node_id, score in sorted(scores.items(), key=lambda item: (-item[1], -item[0])):
            node = tree.nodes.get(node_id)
            if node is None or node.is_forgotten or node.level != (level or node.level) or not span.touches(node):
                continue
            found.append(Hit(score, node))
            if len(found) == count:
                break
        return found

    def told(self, tree: Tree, words: Iterable[str], count: int, span: TimeSpan = ALWAYS) -> list[Hit]:
        """What summaries tell of forgotten leaves of a time, sentence by sentence; best first, then newest.

        Only those from right below which something was forgotten are looked into: above them less of it is left.
        """
        weights, scores = self._weighed(tree, words, _FIRST, _LAST)
        rows = self._connection.execute("SELECT DISTINCT parent FROM history_node WHERE forgotten")
        thinned = [node_id for (node_id,) in rows if node_id in scores]
        found: dict[tuple[int, str], Hit] = {}
        best = sorted(thinned, key=lambda one: (-scores[one], -one))[:_MOST_LOOKED_INTO]
        for node in filter(None, map(tree.nodes.get, best)):
            for each in told_of_forgotten(node, tree.children(node)):
                score = sum(weights.get(word, 0.0) for word in significant_words(each.text))
                if score and span.first_ns <= each.stamp_ns <= span.last_ns:
                    found.setdefault((each.stamp_ns, each.text), Hit(score, node, each))
        return sorted(found.values(), key=Hit.rank)[:count]

    def _weighed(
        self, tree: Tree, words: Iterable[str], first: int, last: int
    ) -> tuple[dict[str, float], dict[int, float]]:
        """(the weight of each word, rare ones weighing more, 1 in all; the weight that each node has of them)."""
        nodes_of = {word: self._nodes_with(word, first, last) for word in sorted(set(words))}
        weights = {word: math.log(1 + len(tree) / (1 + _total(nodes_of[word], first))) for word in nodes_of}
        whole = sum(weights.values()) or 1.0
        weights = {word: weight / whole for word, weight in weights.items()}
        scores: dict[int, float] = defaultdict(float)
        for word, node_ids in nodes_of.items():
            for node_id in node_ids:
                scores[node_id] += weights[word]
        return weights, scores

    def _nodes_with(self, word: str, first: int, last: int) -> list[int]:
        """The newest nodes that have the word, newest first."""
        rows = self._connection.execute(
            "SELECT rowid FROM history_words WHERE history_words MATCH ? AND rowid BETWEEN ? AND ?"
            " ORDER BY rowid DESC LIMIT ?",
            (f'"{_token(word)}"', first, last, _MOST_READ),
        )
        return [node_id for (node_id,) in rows.fetchall()]

    def _ids_within(self, span: TimeSpan, level: int | None) -> tuple[int, int]:
        """Bounds of the ids of leaves of that time: ids rise as records come, but some come late."""
        if span == ALWAYS or level != Level.INSTANT:
            return _FIRST, _LAST
        first, last = self._connection.execute(
            "SELECT min(node_id), max(node_id) FROM history_node WHERE level = ? AND first_ns BETWEEN ? AND ?",
            (level, span.first_ns, span.last_ns),
        ).fetchone()
        return (first, last) if first is not None else (_LAST, _LAST)


def _total(newest: list[int], first: int) -> float:
    """How many nodes have a word: as many as were read, or about so many if there are as many everywhere."""
    if len(newest) < _MOST_READ:
        return len(newest)
    return len(newest) * (newest[0] - first) / max(1, newest[0] - newest[-1])


def _indexed(node: TreeNode | None) -> str:
    """What the index has of a node; "" if nothing."""
    return "" if node is None or node.is_forgotten else _text(node.summary, node.content)


def words_of_history(summary: str, content: str) -> str:
    """The same of a row's columns: for the database, when it makes the index."""
    return _text(summary, node_rows.content_from_json(content))


def words_of(node: TreeNode) -> frozenset[str]:
    """The significant words of a node's summary, and what and whom it is about."""
    return frozenset(_words(node.summary, node.content))


def _text(summary: str, content: NodeContent) -> str:
    return " ".join(map(_token, _words(summary, content)))


def _words(summary: str, content: NodeContent) -> Iterator[str]:
    return iter(ordered_words(" ".join((summary, *content.people, *content.objects, *content.places))))


def _token(word: str) -> str:
    """As the index takes it for one word: it keeps no positions, so there are no phrases in it."""
    return word.replace("'", "")


_VOWELS = frozenset("aeiou")
_LEAST_STEM = 3


@dataclass(frozen=True)
class _WordForms:
    function: frozenset[str]
    irregular: dict[str, str]
    whole: frozenset[str]


@lru_cache(maxsize=32768)
def base_form(word: str) -> str:
    """One form for all of a word, and one word for its synonyms: opened -> open, fridges -> refrigerator."""
    irregular = _forms().irregular
    if word in irregular:
        return irregular[word]
    return _stem(canonical((singular(word.removesuffix("'s")),)))


@lru_cache(maxsize=16384)
def significant_words(text: str) -> frozenset[str]:
    """In base form, without function words and numbers."""
    return frozenset(ordered_words(text))


def ordered_words(text: str) -> tuple[str, ...]:
    """The same in order of first appearance."""
    function = _forms().function
    words = (word for word in split_words(text) if word not in function and not word.isdigit() and len(word) > 1)
    return tuple(dict.fromkeys(base_form(word) for word in words))


def _stem(word: str) -> str:
    if word in _forms().whole:
        return word
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _LEAST_STEM and _VOWELS & set(stem):
            doubled = stem[-1] == stem[-2] and stem[-1] not in "lsz"
            return stem[:-1] if doubled else stem
    return word[:-1] if len(word) > _LEAST_STEM + 1 and word.endswith("e") else word


@lru_cache(maxsize=1)
def _forms() -> _WordForms:
    function: set[str] = set()
    irregular: dict[str, str] = {}
    whole: set[str] = set()
    for line in (Path(__file__).parent / "word_forms.txt").read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(": ")
        if kind == "function":
            function.update(rest.split())
        elif kind == "form":
            irregular.update((pair.split()[0], pair.split()[1]) for pair in rest.split(","))
        elif kind == "whole":
            whole.update(rest.split())
    return _WordForms(frozenset(function), irregular, frozenset(whole))
