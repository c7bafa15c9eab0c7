"""Objects that the camera saw, with their places in the map."""

from __future__ import annotations

from embodied_memory.event import Provenance
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.retrieval.views.candidate import Candidate


class SpatialView:
    """By description: category, caption and attributes."""

    name = ViewName.SPATIAL

    def __init__(self, recollection: Recollection) -> None:
        self._recollection = recollection

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """The objects that fit the thing named, the best first."""
        found = self._recollection.fitting(plan.thing.words) if plan.thing.words else []
        return [
            Candidate(
                ViewName.SPATIAL, (one.record_id,), one.last_seen_ns, f"{one.caption or one.category} in {one.room}",
                Provenance.OBSERVED, one.match, (one.object_id,), one,
            )
            for one in found
        ]  # fmt: skip
