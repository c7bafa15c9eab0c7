"""Personal memories: what things mean to people and how they do things (MEMENTO)."""

from __future__ import annotations

from embodied_memory.event import Provenance
from embodied_memory.memory.personal.personal_store import PersonalStore
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate


class PersonalView:
    """By what the question refers to."""

    name = ViewName.PERSONAL

    def __init__(self, personal: PersonalStore, now_ns: int) -> None:
        self._personal = personal
        self._now_ns = now_ns

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """Memories that concern the person named, the likeliest first."""
        if not len(self._personal):
            return []
        recalled = self._personal.recall(plan.question, person=plan.person or None)
        return [
            Candidate(
                ViewName.PERSONAL, (one.memory.record_id,), one.memory.stamp_ns, one.memory.text,
                Provenance.REPORTED, 0.8 * one.score, (one.memory.person,), one.memory,
            )
            for one in recalled
            if one.memory.stamp_ns <= self._now_ns
        ]  # fmt: skip
