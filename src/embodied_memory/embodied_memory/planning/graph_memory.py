"""Spatial memory of one game (STMA, section 4.2): a graph of what the steps showed, a belief for each decision."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Protocol

from embodied_memory.config import KnowledgeGraphConfig, MemoryConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.spatial.knowledge_graph.knowledge_graph import TABLES, KnowledgeGraph
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import LanguageRelations
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import LanguageAggregator
from embodied_memory.memory.spatial.knowledge_graph.triple import Origin, RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex
from embodied_memory.perception.embedder import Embedder
from embodied_memory.planning.planner_critic import InteractionRecord, SpatialBelief, TemporalBelief, sentences_of

_AGENT = "agent"
STEP_NS = 1_000_000_000
"""What a step counts as: worlds of words have no clock."""


class ReadRelations(Protocol):
    """The role relation retriever (STMA, equations 5 and 6) for what a step showed."""

    def __call__(
        self, record: InteractionRecord, belief: TemporalBelief, known: tuple[Vertex, ...]
    ) -> tuple[RelationFact, ...]:
        """Facts at the stamp step * STEP_NS. known: the entities of the graph so far."""
        ...


class GraphMemory:
    """A knowledge graph of its own, in memory, for one task: top entities, their neighbourhood, sentences.

    Recent steps take the place of outdated ones as in the robot's lasting graph, of which this is one more.
    """

    def __init__(
        self, read: ReadRelations, embedder: Embedder, advisor: Advisor | None = None,
        make_vertex: Callable[[str, int], Vertex] | None = None,
    ) -> None:  # fmt: skip
        self._read, self._make_vertex = read, make_vertex
        settings = KnowledgeGraphConfig(refresh_interval_s=0.0)
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        for table in TABLES:
            self._connection.execute(table)
        aggregate = LanguageAggregator(advisor) if advisor is not None else None
        self.graph = KnowledgeGraph(self._connection, embedder, MemoryConfig(knowledge_graph=settings), aggregate)

    def observe(self, record: InteractionRecord, belief: TemporalBelief) -> None:
        """See SpatialMemory."""
        facts = self._read(record, belief, self.graph.vertices())
        changes = self.graph.observe_facts(Origin(record.step + 1), facts, self._new_vertices(record.step, facts))
        self.graph.write(self._connection, changes)
        self.graph.adopt(changes)

    def recall(self, query: str) -> SpatialBelief:
        """See SpatialMemory."""
        return SpatialBelief(sentences_of(self.graph.retrieve(query).text))

    def _new_vertices(self, step: int, facts: tuple[RelationFact, ...]) -> list[Vertex]:
        if self._make_vertex is None:
            return []
        names = dict.fromkeys(name for fact in facts for name in (fact.subject_id, fact.object_id) if name)
        return [self._make_vertex(name, step) for name in names if self.graph.vertex(name) is None]


class LanguageBeliefRelations:
    """What the offline retriever reads is told last, so that it wins where both speak.

    The model relates entities that are known; new ones come from the offline retriever alone.
    """

    def __init__(self, advisor: Advisor, offline: ReadRelations) -> None:
        self._language, self._offline = LanguageRelations(advisor), offline

    def __call__(
        self, record: InteractionRecord, belief: TemporalBelief, known: tuple[Vertex, ...]
    ) -> tuple[RelationFact, ...]:
        """See ReadRelations."""
        facts = self._offline(record, belief, known)
        if not known:
            return facts
        told = Event(record.step * STEP_NS, EventKind.ACTIVITY, _AGENT, belief.as_text(), (), "", (_AGENT,))
        return (*self._language(told, known), *facts)
