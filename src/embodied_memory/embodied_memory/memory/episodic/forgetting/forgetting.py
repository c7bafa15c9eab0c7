"""Relevance-based forgetting (H2-EMV, section 4.1): which nodes of the history tree go, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from embodied_memory.config import ForgettingConfig
from embodied_memory.memory.episodic.forgetting.condensing import Condensing, merged_neighbours, placeholder_of
from embodied_memory.memory.episodic.forgetting.lifetimes import SECOND, Lifetimes
from embodied_memory.memory.episodic.forgetting.relevance import EstimateRelevance, Relevance
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.forgetting.use import KeptByUse
from embodied_memory.memory.episodic.tree.node import FOREVER, ROOT, Level, TreeNode
from embodied_memory.memory.episodic.tree.tree import Tree, TreeChanges, WorkingTree

_LOOKED_AT_AGAIN_NS = 7 * 86_400 * SECOND
"""What is kept for its use is judged anew so often: a newer deed of the same sort may have taken its place."""


class ForgettingAction(str, Enum):
    """What became of an expired node."""

    FORGOTTEN = "forgotten"
    EXTENDED = "extended"
    RAW_DROPPED = "raw dropped"


@dataclass(frozen=True)
class ForgettingEntry:
    """One decision, for the log: of what time and level, and why, but not what it was about.

    factor: the relevance granted; records: how many leaves went with the node.
    """

    stamp_ns: int
    action: ForgettingAction
    node_id: int
    level: int
    first_ns: int
    last_ns: int
    factor: float
    reason: str
    rule_id: int = 0
    records: int = 0


@dataclass(frozen=True)
class ForgettingPlan:
    """What to forget. Nothing has been forgotten before it is written and adopted.

    forgotten_record_ids: leaves that left the tree: what they were made of may be dropped altogether.
    raw_record_ids: leaves that stay, but whose raw observation (thumbnail, sightings, features) may be dropped.
    now_ns: the time it is for. finished: False if it was interrupted; a later plan goes on from there.
    """

    changes: TreeChanges
    forgotten_record_ids: tuple[int, ...] = ()
    raw_record_ids: tuple[int, ...] = ()
    log: tuple[ForgettingEntry, ...] = ()
    now_ns: int = 0
    finished: bool = True

    @property
    def record_ids(self) -> tuple[int, ...]:
        """All records whose raw detail may be dropped."""
        return self.forgotten_record_ids + self.raw_record_ids


def never() -> bool:
    """Do not stop."""
    return False


class Forgetting:
    """Judges expired nodes from the top down. Pure: the tree given is not changed."""

    def __init__(
        self,
        config: ForgettingConfig,
        lifetimes: Lifetimes,
        estimate: EstimateRelevance,
        condensing: Condensing | None = None,
    ) -> None:
        """condensing: of what stays; None: it stays as it is."""
        self._config = config
        self._lifetimes = lifetimes
        self._estimate = estimate
        self._condensing = condensing

    def plan(
        self,
        tree: Tree,
        rules: Sequence[RelevanceRule],
        now_ns: int,
        stop: Callable[[], bool] = never,
        used: Mapping[int, KeptByUse] | None = None,
    ) -> ForgettingPlan:
        """What is to be forgotten now. stop: asked before every node; what is planned by then is consistent.

        used: records that are kept for their use, unless a rule says otherwise.
        """
        if not self._config.enabled:
            return ForgettingPlan(TreeChanges({}, tree.next_id, tree.last_record_id))
        active = [rule for rule in rules if rule.enabled] if self._config.use_rules else []
        work = WorkingTree(tree)
        run = _Run(
            self._config, self._lifetimes, self._estimate, work, active, used or {}, now_ns, stop, self._condensing
        )
        run.visit_children(tree.root)
        return run.plan()


class _Run:
    """One pass over a tree."""

    def __init__(
        self,
        config: ForgettingConfig,
        lifetimes: Lifetimes,
        estimate: EstimateRelevance,
        work: WorkingTree,
        rules: list[RelevanceRule],
        used: Mapping[int, KeptByUse],
        now_ns: int,
        stop: Callable[[], bool],
        condensing: Condensing | None,
    ) -> None:
        self._config, self._lifetimes, self._estimate = config, lifetimes, estimate
        self._work, self._rules, self._used, self._now_ns, self._stop = work, rules, used, now_ns, stop
        self._condensing, self._stopped = condensing, False
        self._forgotten: list[int] = []
        self._raw: list[int] = []
        self._log: list[ForgettingEntry] = []

    def plan(self) -> ForgettingPlan:
        """All that was decided."""
        return ForgettingPlan(
            self._work.changes(), tuple(self._forgotten), tuple(self._raw), tuple(self._log), self._now_ns,
            not self._stopped,
        )  # fmt: skip

    def visit_children(self, node: TreeNode) -> None:
        """The children of a node that stays, then what is left of those forgotten."""
        for child in self._work.children(node):
            self._visit(child)
            if self._stopped:
                break
        merged_neighbours(self._work, node.node_id, self._config.placeholder_characters)
        if self._condensing and not self._stopped and node.level == Level.HIGHER and node.node_id != ROOT:
            self._condensing.condense(self._work, self._work.node(node.node_id), self._is_over)

    def _visit(self, node: TreeNode) -> None:
        if node.is_forgotten:
            return
        self._stopped = self._stopped or self._stop()
        if self._stopped:
            return
        if node.expires_ns < self._now_ns:
            relevance = self._relevance(node)
            node = self._extended(node, relevance)
            if node.expires_ns < self._now_ns:
                self._forget(node, relevance)
                return
            self._note(ForgettingAction.EXTENDED, node, relevance)
        if node.level == Level.INSTANT:
            self._visit_raw(node)
        else:
            self.visit_children(node)

    def _is_over(self, node: TreeNode) -> bool:
        """Whether something keeps it longer than its own time."""
        return self._lifetimes.expires_ns(node.level, node.last_ns) < self._now_ns

    def _extended(self, node: TreeNode, relevance: Relevance) -> TreeNode:
        default = self._lifetimes.expires_ns(node.level, node.last_ns)
        expires = self._until(node, node.level, default, relevance)
        kept_by = relevance.rule_id
        node = self._work.put(replace(node, expires_ns=expires, relevance=relevance.factor, kept_by=kept_by))
        self._raise_above(node)
        return node

    def _until(self, node: TreeNode, level: int, default_ns: int, relevance: Relevance) -> int:
        """The extended expiry. A factor is granted once: judged again, only what is left of it is added."""
        until = self._lifetimes.extended_ns(level, default_ns, relevance.factor)
        if relevance.lifetime_s * SECOND < FOREVER:
            until = min(until, node.last_ns + round(relevance.lifetime_s * SECOND))
        return max(until, node.expires_ns if level == node.level else node.raw_expires_ns)

    def _relevance(self, node: TreeNode) -> Relevance:
        if not self._config.use_relevance:
            return Relevance(0.0, "its time is over")
        relevance = self._estimate(node, self._work.node(node.parent), self._rules, self._now_ns)
        is_kept = relevance.factor > 0.0
        # What a rule lets go takes along nothing that stands beside it: it has the last word at the leaf alone.
        has_last_word = relevance.rule_id and (is_kept or node.level == Level.INSTANT)
        return relevance if has_last_word or node.level == Level.RAW else self._by_use(node, relevance)

    def _by_use(self, node: TreeNode, relevance: Relevance) -> Relevance:
        """The larger of both grants: what was judged by itself, and what the use of any leaf below it is worth."""
        kept = max(self._uses_below(node), key=lambda one: one.until_ns, default=None)
        if kept is None or kept.until_ns <= self._now_ns:
            return relevance
        until_ns = min(kept.until_ns, self._now_ns + _LOOKED_AT_AGAIN_NS)
        span_ns = self._lifetimes.span_ns(node.level)
        longer_ns = until_ns - self._lifetimes.expires_ns(node.level, node.last_ns)
        factor = longer_ns / span_ns if span_ns else 0.0  # of no time there is no multiple
        return Relevance(factor, kept.reason) if factor > relevance.factor else relevance

    def _uses_below(self, node: TreeNode) -> Iterator[KeptByUse]:
        waiting = [node] if self._used else []
        while waiting:
            each = waiting.pop()
            if each.record_id in self._used and not each.is_forgotten:
                yield self._used[each.record_id]
            waiting.extend(self._work.children(each))

    def _visit_raw(self, leaf: TreeNode) -> None:
        if not 0 < leaf.raw_expires_ns < self._now_ns:
            return
        relevance = self._relevance(replace(leaf, level=Level.RAW))
        default = self._lifetimes.expires_ns(Level.RAW, leaf.last_ns)
        until = self._until(leaf, Level.RAW, default, relevance)
        if until < self._now_ns:
            self._raw.append(leaf.record_id)
            self._note(ForgettingAction.RAW_DROPPED, leaf, relevance, 1)
        leaf = replace(leaf, raw_expires_ns=until if until >= self._now_ns else 0)
        self._work.put(replace(leaf, expires_ns=max(leaf.expires_ns, leaf.raw_expires_ns)))
        self._raise_above(self._work.node(leaf.node_id))

    def _forget(self, node: TreeNode, why: Relevance) -> None:
        waiting, records = [node], 0
        while waiting:
            each = waiting.pop()
            if each.level == Level.INSTANT and not each.is_forgotten:
                self._forgotten.append(each.record_id)
                records += 1
            waiting.extend(self._work.children(each))
            self._work.remove(each.node_id)
        self._work.put(placeholder_of(node, self._config.placeholder_characters))
        self._note(ForgettingAction.FORGOTTEN, node, why, records)

    def _raise_above(self, node: TreeNode) -> None:
        """A parent never expires before its children, at no moment."""
        expires = node.expires_ns
        while node.parent > ROOT:
            node = self._work.node(node.parent)
            if node.expires_ns >= expires:
                break
            self._work.put(replace(node, expires_ns=expires))

    def _note(self, action: ForgettingAction, node: TreeNode, why: Relevance, records: int = 0) -> None:
        self._log.append(
            ForgettingEntry(
                self._now_ns, action, node.node_id, node.level, node.first_ns, node.last_ns, why.factor,
                why.reason, why.rule_id, records,
            )
        )  # fmt: skip
