"""What the camera saw and memory doubts: no answer says that it is there, whatever was believed of it before."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import replace

from embodied_memory.evidence import ASSERTED_FROM
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.entity_alias import aliases_of
from embodied_memory.memory.belief.states.state_fact import StateFact
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, Target
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.memory.spatial.object_state import ObjectState


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
