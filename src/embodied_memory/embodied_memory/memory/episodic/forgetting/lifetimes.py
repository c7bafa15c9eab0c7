"""How long nodes live by default (H2-EMV, section 4.1, the expiry time of a node), and records after them; when to
forget: every night, and when nothing happens (section 4.3); and what happens to what a rule kept, when the rule
is gone.
"""

from __future__ import annotations

import math
from dataclasses import replace

from embodied_memory.config import ForgettingConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.episodic.tree.node import FOREVER, Level, TreeNode
from embodied_memory.memory.episodic.tree.tree import Tree, TreeChanges, WorkingTree
from embodied_memory.memory.log.event_log import INSTANT

SECOND = 1_000_000_000
_DAY = 86_400 * SECOND
_MOST_DAYS = 36_500
_EVERY, _FOREVER = "*", "forever"
_KINDS = (_EVERY, INSTANT, *(kind.value for kind in EventKind))


class Lifetimes:
    """Default timespans by level, and expiry times made from them."""

    def __init__(self, config: ForgettingConfig) -> None:
        spans_s = (
            config.raw_lifetime_s,
            config.instant_lifetime_s,
            config.event_lifetime_s,
            config.goal_lifetime_s,
            config.higher_lifetime_s,
        )
        self._spans_ns = tuple(round(span * SECOND) for span in spans_s)

    def span_ns(self, level: int) -> int:
        """The default timespan of a level: what a relevance factor multiplies."""
        return self._spans_ns[min(level, Level.HIGHER)]

    def expires_ns(self, level: int, last_ns: int) -> int:
        """tau = t_end + span * gamma, where gamma doubles with every level above the goals."""
        gamma = 1 if level <= Level.GOAL else 2 ** (level - Level.GOAL)
        return min(last_ns + self.span_ns(level) * gamma, FOREVER)

    def extended_ns(self, level: int, expires_ns: int, relevance: float) -> int:
        """tau + relevance * span; infinite relevance keeps for ever."""
        if expires_ns >= FOREVER or relevance * self.span_ns(level) >= FOREVER - expires_ns:
            return FOREVER
        return expires_ns + round(relevance * self.span_ns(level))


class LogLifetimes:
    """How long what has left the tree stays in the log: for its grace, and for as long as its kind is kept."""

    def __init__(self, config: ForgettingConfig) -> None:
        """Raises ValueError for a grace, or a kind or a span of `keep_for`, that makes no sense."""
        if not 0 <= config.grace_days <= _MOST_DAYS:
            raise ValueError(
                f"forgetting.grace_days is {config.grace_days}: give days, 0 to {_MOST_DAYS}; what is never to go"
                ' stands in forgetting.keep_for, as "*: forever"'
            )
        self._grace_ns = round(config.grace_days * _DAY)
        self._least_days = dict(_kept(told) for told in config.keep_for if told.strip())

    def left_until_ns(self, now_ns: int) -> int:
        """Whatever left the tree by then has had its grace. The same all day long, so that it goes once a day."""
        return (now_ns - self._grace_ns) // _DAY * _DAY

    def is_over(self, kind: str, stamp_ns: int, now_ns: int) -> bool:
        """Whether a record of that kind and time has been kept for long enough."""
        days = self._least_days.get(kind, self._least_days.get(_EVERY, 0.0))
        return now_ns - stamp_ns >= days * _DAY


def _kept(told: str) -> tuple[str, float]:
    """(kind, days) of "utterance: 90"."""
    kind, _, span = (part.strip() for part in told.partition(":"))
    try:
        days = math.inf if span == _FOREVER else float(span)
    except ValueError:
        days = -1.0
    if kind not in _KINDS or not days >= 0:
        raise ValueError(
            f"forgetting.keep_for has {told!r}: write a kind and days, or {_FOREVER!r}, as 'utterance: 90'; the kinds"
            f" are {', '.join(_KINDS)}"
        )
    return kind, days


_DAY_NS = 86_400 * SECOND
_HOUR_NS = 3_600 * SECOND


class ForgettingSchedule:
    """Pure: says whether forgetting is due, from three stamps."""

    def __init__(self, config: ForgettingConfig) -> None:
        self._config = config

    def due(self, now_ns: int, last_record_ns: int, last_run_ns: int) -> bool:
        """last_record_ns: of the newest record; last_run_ns: of the last finished forgetting; 0 for never.

        Forgetting that was interrupted does not count as a run. A clock that jumped back makes nothing due.
        """
        if not self._config.enabled or last_record_ns == 0 or now_ns <= last_run_ns:
            return False
        return self._is_night(now_ns, last_run_ns) or self._is_idle(now_ns, last_record_ns, last_run_ns)

    def _is_night(self, now_ns: int, last_run_ns: int) -> bool:
        """Whether the hour of the night has struck since the last run."""
        if self._config.nightly_at_h < 0:
            return False
        shift = round((self._config.utc_offset_h - self._config.nightly_at_h) * _HOUR_NS)
        return (now_ns + shift) // _DAY_NS > (last_run_ns + shift) // _DAY_NS

    def _is_idle(self, now_ns: int, last_record_ns: int, last_run_ns: int) -> bool:
        if self._config.idle_interval_s <= 0 or last_run_ns >= last_record_ns + self._config.idle_after_s * SECOND:
            return False
        idle = now_ns - last_record_ns >= self._config.idle_after_s * SECOND
        return idle and now_ns - last_run_ns >= self._config.idle_interval_s * SECOND


def released(tree: Tree, rule_ids: frozenset[int], lifetimes: Lifetimes) -> TreeChanges:
    """What these rules kept gets back the expiry it would have had; the next forgetting judges it anew."""
    work = WorkingTree(tree)
    for node in reversed(list(tree.walk())):
        if node.level == tree.top or node.is_forgotten:
            continue
        children = [child for child in work.children(node) if not child.is_forgotten]
        expires = max([_own_expiry(node, rule_ids, lifetimes), *(child.expires_ns for child in children)])
        let_go = node.kept_by in rule_ids
        if expires != node.expires_ns or let_go:
            relevance, kept_by = (None, 0) if let_go else (node.relevance, node.kept_by)
            work.put(replace(node, expires_ns=expires, relevance=relevance, kept_by=kept_by))
    return work.changes()


def _own_expiry(node: TreeNode, rule_ids: frozenset[int], lifetimes: Lifetimes) -> int:
    """Without the children. What stands for ever without a rule of its own stood so for a child's sake."""
    kept_for_child = node.expires_ns == FOREVER and not node.kept_by
    if node.kept_by in rule_ids or kept_for_child:
        return lifetimes.expires_ns(node.level, node.last_ns)
    return node.expires_ns
