"""Evidence for a plan: every view that the plan names, step by step (ObsMem, equation 4), and from candidates to a
compact bundle (equation 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from embodied_memory.config import RetrievalConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.retrieval.query_plan.query_plan import Hop, QueryPlan, Target, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate, View, deduplicated
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.memory.retrieval.views.event_view import put_after, put_by


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


class Retriever:
    """views: those that are there; a plan that asks for another gets nothing from it."""

    def __init__(self, views: Sequence[View], beliefs: BeliefTracks, rows: EventRows) -> None:
        self._views = {view.name: view for view in views}
        self._beliefs = beliefs
        self._rows = rows

    def retrieve(self, plan: QueryPlan) -> tuple[QueryPlan, list[Candidate]]:
        """The plan, with what its first step found filled in, and the union of what the views give for it."""
        steps: list[Candidate] = []
        if plan.via is not None:
            plan, steps = self._first_step(plan, plan.via)
        found = [one for name in plan.views for one in self._of(name, plan)]
        return plan, deduplicated([*steps, *found])

    def _of(self, name: ViewName, plan: QueryPlan) -> Sequence[Candidate]:
        view = self._views.get(name)
        return view.retrieve(plan) if view else ()

    def _first_step(self, plan: QueryPlan, via: QueryPlan) -> tuple[QueryPlan, list[Candidate]]:
        """The newest event that the first question finds and that leads on, and what it leads to."""
        for one in self._of(ViewName.EVENT, via):
            for ids, steps in self._led_to(plan, one):
                target = Target(" or ".join(caption_of(entity, self._beliefs) for entity in ids), ids)
                if plan.hop is Hop.PLACE_USED:
                    return replace(plan, place=target, relation="on"), steps
                return replace(plan, things=(target,)), steps
        return replace(plan, things=(), place=Target("")), []

    def _led_to(self, plan: QueryPlan, one: Candidate) -> Iterator[tuple[tuple[str, ...], list[Candidate]]]:
        """(entities, evidence of the step)."""
        event = one.content
        if not isinstance(event, Event):
            return
        step = replace(one, is_step=True)
        furniture = tuple(entity for entity in event.object_ids if self._beliefs.nature(entity).stays_put)
        if plan.hop is Hop.PLACE_USED and furniture:
            yield furniture[:1], [step]
        elif plan.hop is Hop.THING_PUT_AFTER and event.kind is EventKind.ACTIVITY:
            for record_id, put in put_after(self._rows, (one.record_id, event)):
                thing = put_by(put)
                moved = Candidate.of_event(ViewName.EVENT, record_id, put, 1.0, (thing,))
                yield (thing,), [step, replace(moved, is_step=True)]
        elif plan.hop is Hop.THING_USED:
            used = tuple(entity for entity in event.object_ids if entity not in furniture)
            asked = set(plan.thing.ids)
            meant = tuple(entity for entity in used if entity in asked) if asked else used[:1]
            if meant:
                yield meant, [step]
