"""All views together: candidates for a plan, step by step where a question needs several (ObsMem, equation 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.retrieval.query_plan.query_plan import Hop, QueryPlan, Target, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate, View, deduplicated
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.memory.retrieval.views.event_view import put_after, put_by


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
