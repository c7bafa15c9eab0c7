"""The views that find what is like a question: views of the memory bank (LMEE, equation 3), events under leaves of
the history tree (H2-EMV: what it has forgotten is never shown), personal memories
(MEMENTO).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from embodied_memory.event import Provenance
from embodied_memory.evidence import RetrievedMemory
from embodied_memory.memory.episodic.history_tree.history_tree import HistoryTree
from embodied_memory.memory.episodic.instant_record import read_memories
from embodied_memory.memory.episodic.tree.time_span import ALWAYS, TimeSpan
from embodied_memory.memory.episodic.tree.tree import MissingNodeError
from embodied_memory.memory.personal.personal_store import PersonalStore
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.retrieval.views.event_rows import EventRows

if TYPE_CHECKING:
    from embodied_memory.memory.file.stores import Stores

_WEIGHT = 0.5
"""A view that is like the question is no answer by itself."""
SearchBank = Callable[[QueryPlan], Sequence[RetrievedMemory]]
_LOG = logging.getLogger(__name__)
_SCORE = 0.45
"""Leaves that exploring takes are promising by their words and vectors, no more."""


def bank_search(connection: sqlite3.Connection, stores: Stores, most: int) -> SearchBank:
    """The views most like a plan's question."""

    def search(plan: QueryPlan) -> list[RetrievedMemory]:
        found = stores.bank.search(connection, stores.features.of_query(plan.question), most)
        return read_memories(connection, found, stores.objects.asserted_in)

    return search


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


class TreeView:
    """Leaves that exploring finds."""

    name = ViewName.TREE

    def __init__(self, tree: HistoryTree, rows: EventRows) -> None:
        self._tree = tree
        self._rows = rows

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """Events under the leaves found, the most promising first."""
        if not len(self._tree) or plan.attribute:
            return []
        span = TimeSpan(plan.time.start_ns, plan.time.end_ns) if plan.time else ALWAYS
        try:
            found = self._tree.explore(plan.question, span=span)
        except MissingNodeError as error:
            # The other views still answer.
            _LOG.error("the history tree is damaged (%s): `embodied-memory memory verify` says what is wrong", error)
            return []
        events = self._rows.of_ids(found.record_ids)
        return [Candidate.of_event(self.name, record_id, event, _SCORE) for record_id, event in events]


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
