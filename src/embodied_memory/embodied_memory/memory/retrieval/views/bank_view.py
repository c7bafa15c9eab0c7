"""Views of the memory bank that are like the question (LMEE, equation 3)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from embodied_memory.event import Provenance
from embodied_memory.evidence import RetrievedMemory
from embodied_memory.memory.episodic.instant_record import read_memories
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate

if TYPE_CHECKING:
    from embodied_memory.memory.file.stores import Stores


def bank_search(connection: sqlite3.Connection, stores: Stores, most: int) -> SearchBank:
    """The views most like a plan's question."""

    def search(plan: QueryPlan) -> list[RetrievedMemory]:
        found = stores.bank.search(connection, stores.features.of_query(plan.question), most)
        return read_memories(connection, found, stores.objects.asserted_in)

    return search


_WEIGHT = 0.5
"""A view that is like the question is no answer by itself."""

SearchBank = Callable[[QueryPlan], Sequence[RetrievedMemory]]


class BankView:
    """search: the views most like a plan's question within its time."""

    name = ViewName.BANK

    def __init__(self, search: SearchBank) -> None:
        self._search = search

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """The most similar views first."""
        return [
            Candidate(
                ViewName.BANK, (one.record_id,), one.stamp_ns, one.text, Provenance.OBSERVED,
                max(0.0, _WEIGHT * one.similarity), one.object_ids[:3], one,
            )
            for one in self._search(plan)
        ]  # fmt: skip
