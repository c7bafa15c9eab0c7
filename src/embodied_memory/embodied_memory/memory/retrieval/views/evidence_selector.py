"""From candidates to a compact bundle of evidence (ObsMem, equation 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from embodied_memory.config import RetrievalConfig
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.memory.retrieval.views.candidate import Candidate


@dataclass(frozen=True)
class EvidenceBundle:
    """selected: what an answer may cite, the best first. candidates: all that was found, for counting over it."""

    selected: tuple[Candidate, ...] = ()
    candidates: tuple[Candidate, ...] = ()


class EvidenceSelector(Protocol):
    """The role that chooses evidence: Select_theta of equation 5."""

    def select(self, plan: QueryPlan, candidates: Sequence[Candidate], k: int) -> tuple[Candidate, ...]:
        """At most k candidates that together answer the question best; fewer where the rest is weak."""


class OfflineSelector:
    """Greedy: at every step what adds most. Other entities, times and views add; the same record again does not."""

    def __init__(self, config: RetrievalConfig) -> None:
        self._config = config

    def select(self, plan: QueryPlan, candidates: Sequence[Candidate], k: int) -> tuple[Candidate, ...]:
        """Evidence of an earlier step is always kept: without it the answer has no ground."""
        waiting = [one for one in candidates if one.score >= self._config.least_score]
        best = max((one.score for one in waiting), default=0.0)
        waiting = [one for one in waiting if one.score >= best * self._config.least_of_best or one.is_step]
        chosen: list[Candidate] = []
        while waiting and len(chosen) < k:
            values = [self._value(one, chosen) for one in waiting]
            best_value = max(values)
            if best_value <= 0:
                break
            chosen.append(waiting.pop(values.index(best_value)))
        return tuple(chosen)

    def _value(self, one: Candidate, chosen: Sequence[Candidate]) -> float:
        told = (other for other in chosen if not other.is_step)
        if any(one.record_id in other.record_ids and one.entities == other.entities for other in told):
            return 0.0
        config = self._config
        value = one.score + (1.0 if one.is_step else 0.0)
        value += config.new_entity * (not set(one.entities) <= {name for other in chosen for name in other.entities})
        value += config.new_view * (one.view not in {other.view for other in chosen})
        value += config.new_time * (one.stamp_ns not in {other.stamp_ns for other in chosen})
        return value


class FirstCome:
    """No selection: candidates in the order in which the views gave them (the paper's ablation)."""

    def select(self, plan: QueryPlan, candidates: Sequence[Candidate], k: int) -> tuple[Candidate, ...]:
        """The first k."""
        return tuple(candidates[:k])
