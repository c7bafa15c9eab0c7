"""The history tree, explored for a question (H2-EMV): what it has forgotten is never shown."""

from __future__ import annotations

import logging

from embodied_memory.memory.episodic.history_tree.history_tree import HistoryTree
from embodied_memory.memory.episodic.tree.time_span import ALWAYS, TimeSpan
from embodied_memory.memory.episodic.tree.tree import MissingNodeError
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.retrieval.views.event_rows import EventRows

_LOG = logging.getLogger(__name__)

_SCORE = 0.45
"""Leaves that exploring takes are promising by their words and vectors, no more."""


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
