"""Evidence for a plan: every view that the plan names, step by step (ObsMem, equation 4), and from candidates
to a compact bundle (equation 5).

What the camera saw and memory doubts is no evidence: no answer says that it is there, whatever was believed of
it before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from embodied_memory.config import RetrievalConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import ASSERTED_FROM
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.entity_alias import aliases_of
from embodied_memory.memory.belief.states.state_fact import StateFact
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.retrieval.query_plan.query_plan import Hop, QueryPlan, Target, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate, View, deduplicated
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.memory.retrieval.views.event_view import put_after, put_by
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.memory.spatial.object_state import ObjectState


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


class SeenThings:
    """By their ids, the objects of which perception was ever unsure; all others are what they are."""

    def __init__(self, connection: sqlite3.Connection | None = None, states: Iterable[ObjectState] = ()) -> None:
        self._connection = connection
        self._doubted: Mapping[str, ObjectState] = {one.object_id: one for one in states if not one.is_plain}
        self._refused: dict[str, bool] = {}

    def likely(self, entity_id: str) -> float:
        """How likely there is such a thing and it is what it is called, 0 to 1."""
        state = self._doubted.get(entity_id)
        return identity(state) if state is not None and not self.is_told(entity_id) else 1.0

    def is_refused(self, entity_id: str) -> bool:
        """Whether there only may be such a thing, by all that was seen, and nobody else knows of it."""
        state = self._doubted.get(entity_id)
        if state is None or state.existence >= ASSERTED_FROM:
            return False
        if entity_id not in self._refused:
            self._refused[entity_id] = not self.is_told(entity_id)
        return self._refused[entity_id]

    def is_told(self, entity_id: str) -> bool:
        """Whether an event names it: then it exists, wherever it is."""
        if self._connection is None:
            return False
        names = aliases_of(self._connection, entity_id)
        query = f"SELECT 1 FROM event_object WHERE object_id IN ({', '.join('?' * len(names))}) LIMIT 1"
        return self._connection.execute(query, names).fetchone() is not None

    def asserted(self, plan: QueryPlan) -> QueryPlan:
        """The plan without what memory would not say is there."""
        if not any(state.existence < ASSERTED_FROM for state in self._doubted.values()):
            return plan
        return replace(
            plan,
            things=tuple(map(self._target, plan.things)),
            place=self._target(plan.place),
            via=None if plan.via is None else self.asserted(plan.via),
            alternatives=tuple(map(self.asserted, plan.alternatives)),
        )

    def without_refused(self, candidates: list[Candidate]) -> list[Candidate]:
        """Those that do not tell what only a camera saw of something that there only may be."""
        return [one for one in candidates if not self._tells_of_refused(one)]

    def _target(self, target: Target) -> Target:
        return replace(target, ids=tuple(one for one in target.ids if not self.is_refused(one)))

    def _tells_of_refused(self, one: Candidate) -> bool:
        fact = one.content.fact if isinstance(one.content, Belief) else one.content
        if not isinstance(fact, StateFact) or not fact.observed or fact.entity_id not in self._doubted:
            return False
        if self._doubted[fact.entity_id].existence >= ASSERTED_FROM or self._connection is None:
            return False
        return any(record.kind == INSTANT for record in event_log.of_ids(self._connection, one.record_ids[:1]))


SURELY_SEEN = SeenThings()
