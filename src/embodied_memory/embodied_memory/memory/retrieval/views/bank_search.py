"""Searching the memory bank for what a question plan asks."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from embodied_memory.evidence import RetrievedMemory
from embodied_memory.memory.episodic.instant_record import read_memories
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.memory.retrieval.views.bank_view import SearchBank

if TYPE_CHECKING:
    from embodied_memory.memory.file.stores import Stores


def bank_search(connection: sqlite3.Connection, stores: Stores, most: int) -> SearchBank:
    """The views most like a plan's question."""

    def search(plan: QueryPlan) -> list[RetrievedMemory]:
        found = stores.bank.search(connection, stores.features.of_query(plan.question), most)
        return read_memories(connection, found, stores.objects.asserted_in)

    return search
