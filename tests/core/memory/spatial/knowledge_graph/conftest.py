"""A knowledge graph in a fresh database, and short ways to tell it things. Times are in seconds."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from embodied_memory.config import KnowledgeGraphConfig, MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.memory.spatial.knowledge_graph.knowledge_graph import TABLES, KnowledgeGraph
from embodied_memory.memory.spatial.knowledge_graph.triple import Origin, RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind
from embodied_memory.perception.text_embedders import HashingEmbedder

SECOND = 1_000_000_000


class Told:
    """A graph that is told one record at a time, as memory does it: observe, write, commit, adopt."""

    def __init__(self, **config) -> None:
        settings = replace(KnowledgeGraphConfig(refresh_interval_s=0.0), **config)
        self.config = MemoryConfig(knowledge_graph=settings)
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        for table in TABLES:
            self.connection.execute(table)
        self.graph = self.reopened()
        self.record_id = 0

    def reopened(self):
        return KnowledgeGraph(self.connection, HashingEmbedder(), self.config)

    def keep(self, changes):
        self.graph.write(self.connection, changes)
        self.graph.adopt(changes)

    def event(self, second, *changes, actor="robot", place="", kind=EventKind.OBJECT_STATE_CHANGED, **more):
        self.record_id += 1
        states = tuple(StateChange(*change) for change in changes)
        event = Event(int(second * SECOND), kind, actor, "", (), place, changes=states, **more)
        self.keep(self.graph.observe_event(self.record_id, event))

    def facts(self, second, *triples, holds=True, reported=False, vertices=()):
        self.record_id += 1
        provenance = Provenance.REPORTED if reported else Provenance.OBSERVED
        facts = [RelationFact(*triple, int(second * SECOND), provenance, holds) for triple in triples]
        self.keep(self.graph.observe_facts(Origin(self.record_id), facts, vertices))

    def thing(self, vertex_id, name="", at=None, kind=VertexKind.OBJECT, caption="", second=0, map_id="map"):
        stamp_ns = int(second * SECOND)
        name = name or vertex_id.rpartition("_")[0] or vertex_id
        return Vertex(vertex_id, kind, name, caption, at, map_id, "s1", stamp_ns, stamp_ns, self.record_id + 1)

    def place(self, vertex_id):
        place = self.graph.place_of(vertex_id)
        return f"{place.relation} {place.object_id}" if place else ""

    def story(self, vertex_id, graph=None):
        """What was known of it, as "since-until relation object" in seconds; those without length left out."""
        return [
            f"{span.stamp_ns // SECOND}-{'' if span.valid_to_ns is None else span.valid_to_ns // SECOND}"
            f" {span.relation} {span.object_id}"
            for span in (graph or self.graph).history(vertex_id)
            if span.subject_id == vertex_id and span.valid_to_ns != span.stamp_ns
        ]

    def outline(self, graph=None):
        """All that the graph knows, to be compared."""
        graph = graph or self.graph
        return [*graph.vertices(), *graph.triples(), *(graph.history(v.vertex_id) for v in graph.vertices())]


@pytest.fixture
def told():
    return Told()


@pytest.fixture(scope="session")
def told_with():
    return Told
