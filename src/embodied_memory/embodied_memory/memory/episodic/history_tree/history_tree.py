"""The history tree as the rest of memory uses it: it grows, is explored, forgets, and is always readable."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from embodied_memory.config import ForgettingConfig, HistoryTreeConfig
from embodied_memory.memory.episodic.forgetting import forgetting_log
from embodied_memory.memory.episodic.forgetting.condensing import Condensing
from embodied_memory.memory.episodic.forgetting.erasing import erased
from embodied_memory.memory.episodic.forgetting.forgetting import Forgetting, ForgettingPlan, never
from embodied_memory.memory.episodic.forgetting.lifetimes import Lifetimes, released
from embodied_memory.memory.episodic.forgetting.relevance import EstimateRelevance, OfflineRelevance
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.forgetting.use import KeptByUse
from embodied_memory.memory.episodic.history_tree import stored_nodes
from embodied_memory.memory.episodic.history_tree.construction import Construction
from embodied_memory.memory.episodic.history_tree.content import Emphasis, RuleEmphasis, TreeRecord, no_emphasis
from embodied_memory.memory.episodic.history_tree.explorer import (
    HistoryExplorer,
    NodeView,
    OnStep,
    TreeExploration,
    go_on,
    ignore_step,
)
from embodied_memory.memory.episodic.history_tree.group_and_summarise import OfflineGrouping
from embodied_memory.memory.episodic.tree.grouping import GroupAndSummarise
from embodied_memory.memory.episodic.tree.node import ALWAYS, Level, TimeSpan
from embodied_memory.memory.episodic.tree.tree import Tree, TreeChanges
from embodied_memory.memory.episodic.tree.word_index import WordIndex, significant_words

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder

TABLES: tuple[str, ...] = (*stored_nodes.TABLES, *forgetting_log.TABLES)
STORED_TABLES = stored_nodes.STORED_TABLES
LEFT_TABLES = forgetting_log.LEFT_TABLES


class HistoryTree:
    """`grow`, `forget`, `release` and `erase` compute, `write` writes, `adopt` takes over what was committed.

    One thread computes and adopts at a time; any number of threads read: a reader has a finished tree that does
    not change under it. rules: those in force, asked for anew at every step.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        embedder: Embedder,
        config: HistoryTreeConfig | None = None,
        forgetting: ForgettingConfig | None = None,
        rules: Callable[[], Sequence[RelevanceRule]] = tuple,
        grouping: GroupAndSummarise | None = None,
        estimate: EstimateRelevance | None = None,
        lock: threading.RLock | None = None,
    ) -> None:
        """Open what was written. Raises ValueError for a tree that was built with other levels.

        lock: of all who use the connection; it is taken whenever a node is read.
        """
        self._config = config or HistoryTreeConfig()
        forgetting = forgetting or ForgettingConfig()
        lifetimes = Lifetimes(forgetting)
        self._embedder = embedder
        self._rules = rules
        self._construction = Construction(self._config, lifetimes, grouping or OfflineGrouping(self._config))
        most, limit = self._config.max_children[Level.EVENT - 1], forgetting.placeholder_characters
        condensing = Condensing(OfflineGrouping(self._config), most, limit)
        self._forgetting = Forgetting(forgetting, lifetimes, estimate or OfflineRelevance(forgetting), condensing)
        self._lifetimes = lifetimes
        self._forgetting_config = forgetting
        self._lock = lock or threading.RLock()
        self._tree = stored_nodes.load_tree(connection, top_level(self._config), self._lock)
        self._index = WordIndex(connection)
        self.last_forgetting_ns = forgetting_log.last_run_ns(connection)

    def __len__(self) -> int:
        return len(self._tree)

    def snapshot(self) -> Tree:
        """The last finished tree."""
        return self._tree

    def grow(self, records: Iterable[TreeRecord]) -> TreeChanges:
        """What adding these records changes. Those up to `snapshot().last_record_id` must not come again."""
        return self._construction.grow(self._tree, records, self._emphasis())

    def forget(
        self, now_ns: int, stop: Callable[[], bool] = never, used: Mapping[int, KeptByUse] | None = None
    ) -> ForgettingPlan:
        """What is to be forgotten at that time. stop: asked before every node; used: what is kept for its use."""
        return self._forgetting.plan(self._tree, self._rules(), now_ns, stop, used)

    def release(self, rule_ids: Iterable[int]) -> TreeChanges:
        """What changes when these rules are gone: what they kept expires as if they had never been."""
        return released(self._tree, frozenset(rule_ids), self._lifetimes)

    def erase(self, records: Mapping[int, int], words: Sequence[str] = ()) -> TreeChanges:
        """What changes when these records (id -> stamp_ns) leave no trace, and no node has these words any more."""
        return erased(self._tree, records, words, OfflineGrouping(self._config))

    def write(self, connection: sqlite3.Connection, done: TreeChanges | ForgettingPlan) -> None:
        """Into the database, as part of a transaction."""
        changes = _changes(done)
        self._tree.nodes.hold(changes.nodes)
        self._index.write(connection, self._tree, changes.nodes)
        stored_nodes.write_tree(connection, changes, self._tree.top)
        if isinstance(done, ForgettingPlan):
            forgetting_log.write(connection, done.log)
            forgetting_log.write_left(connection, done.forgotten_record_ids, done.now_ns)
            if done.finished and done.now_ns:
                forgetting_log.write_run(connection, done.now_ns)

    def adopt(self, done: TreeChanges | ForgettingPlan) -> None:
        """Take over what was committed; readers see it from now on."""
        self._tree = self._tree.with_changes(_changes(done))
        if isinstance(done, ForgettingPlan) and done.finished:
            self.last_forgetting_ns = max(self.last_forgetting_ns, done.now_ns)

    def add(self, records: Iterable[TreeRecord], connection: sqlite3.Connection) -> TreeChanges:
        """Grow, write and adopt in a transaction of its own on a connection that commits by itself."""
        changes = self.grow(records)
        connection.execute("BEGIN IMMEDIATE")
        try:
            self.write(connection, changes)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        self.adopt(changes)
        return changes

    def expand(self, node_id: int) -> list[NodeView]:
        """The children of a node, in order of time. Raises MissingNodeError if it is gone."""
        tree = self._tree
        return [NodeView.of(child) for child in tree.children(tree.node(node_id))]

    def search(self, text: str, level: int | None = None, count: int = 8) -> list[NodeView]:
        """The nodes (of one level, if given) that share the most telling words with a text, best first."""
        with self._lock:
            found = self._index.best(self._tree, significant_words(text), count, level)
        return [NodeView.of(hit.node) for hit in found]

    def explore(
        self,
        question: str,
        records: int = 5,
        span: TimeSpan = ALWAYS,
        on_step: OnStep = ignore_step,
        stop: Callable[[], bool] = go_on,
    ) -> TreeExploration:
        """Look for what answers a question, on the last finished tree; see `HistoryExplorer.explore`."""
        budget = self._config.question_budget_characters
        explorer = HistoryExplorer(self._tree, self._index, self._lock, self._embedder.embed_text, budget)
        return explorer.explore(question, records, span, on_step, stop)

    def _emphasis(self) -> Emphasis:
        if not self._config.use_rules:
            return no_emphasis
        return RuleEmphasis(self._forgetting_config, [rule for rule in self._rules() if rule.enabled])


def top_level(config: HistoryTreeConfig) -> int:
    """The root's level."""
    return Level.GOAL + 1 + (0 if config.flat else config.higher_levels)


def _changes(done: TreeChanges | ForgettingPlan) -> TreeChanges:
    return done.changes if isinstance(done, ForgettingPlan) else done
