"""The current knowledge graph in memory: vertices, current edges by subject, and who is linked to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.arrays.growing_array import GrowingArray
from embodied_memory.memory.spatial.knowledge_graph.adjacency import Adjacency, Rows
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import PLACE, Slot
from embodied_memory.memory.spatial.knowledge_graph.triple import KnowledgeTriple
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex

Feature = NDArray[np.float32]


@dataclass
class KnowledgeChanges:
    """What one record changes: new or changed vertices and edges by id, and the embeddings of new names.

    merged: the id of what turned out to be another vertex -> the id of that one, to which its past edges go.
    """

    vertices: dict[str, Vertex] = field(default_factory=dict)
    edges: dict[int, KnowledgeTriple] = field(default_factory=dict)
    names: dict[str, tuple[int, Feature]] = field(default_factory=dict)
    """words -> (record that brought them, (D,) embedding)"""
    merged: dict[str, str] = field(default_factory=dict)


class GraphState:
    """Changed by `adopt` alone."""

    def __init__(self) -> None:
        self.vertices: dict[str, Vertex] = {}
        self.ids: list[str] = []
        self.rows: dict[str, int] = {}
        self.adjacency = Adjacency()
        self._last_seen = GrowingArray(1, np.int64)  # of each vertex row
        self._slots: defaultdict[str, dict[Slot, KnowledgeTriple]] = defaultdict(dict)
        self._edges: dict[int, KnowledgeTriple] = {}

    def __len__(self) -> int:
        return len(self.vertices)

    def in_slot(self, slot: Slot) -> KnowledgeTriple | None:
        """The newest span of the slot, even if it says that nothing holds; None if nothing was ever said."""
        slots = self._slots.get(slot[0])
        return slots.get(slot) if slots else None

    def place_of(self, vertex_id: str) -> KnowledgeTriple | None:
        """The current place relation of an entity, None if its place is not known."""
        known = self.in_slot((vertex_id, PLACE, ""))
        return known if known is not None and known.holds else None

    def open_spans(self, vertex_id: str) -> list[KnowledgeTriple]:
        """The newest span of each slot that is about this vertex, also those that say that nothing holds."""
        own = list(self._slots.get(vertex_id, {}).values())
        others = (slots for subject, slots in self._slots.items() if subject != vertex_id)
        return own + [known for slots in others for slot, known in slots.items() if slot[2] == vertex_id]

    def triples_of(self, subject_id: str) -> list[KnowledgeTriple]:
        """All current edges from this subject, in the order they were made."""
        slots = self._slots.get(subject_id, {})
        return sorted((known for known in slots.values() if known.holds), key=lambda known: known.edge_id)

    def triples_at(self, vertex_id: str) -> list[KnowledgeTriple]:
        """All current edges from and to this entity."""
        if vertex_id not in self.rows:
            return []
        return [self._edges[int(key)] for key in self.adjacency.edges_at(self.rows[vertex_id])]

    def triples(self) -> list[KnowledgeTriple]:
        """All current edges."""
        return [self._edges[key] for key in sorted(self._edges)]

    def latest_seen(self, rows: Rows, count: int) -> Rows:
        """The `count` of these vertex rows that were seen last, newest first, then in the order they were met."""
        seen = self._last_seen.rows[rows, 0]
        if count < len(rows):
            least = np.partition(seen, len(rows) - count)[len(rows) - count]
            newer, equal = rows[seen > least], rows[seen == least]
            rows = np.concatenate((newer, np.partition(equal, count - len(newer) - 1)[: count - len(newer)]))
            seen = self._last_seen.rows[rows, 0]
        return rows[np.lexsort((rows, -seen))]

    def adopt(self, vertices: Iterable[Vertex], edges: Iterable[KnowledgeTriple]) -> None:
        """Take over vertices and edges, new or changed."""
        self._adopt_vertices(vertices)
        for edge in edges:
            self._adopt_edge(edge)

    def retire(self, vertex_id: str) -> None:
        """What turned out to be another vertex has no edges any more, and is none; its row stays empty."""
        for known in self.triples_at(vertex_id):
            self._edges.pop(known.edge_id)
            self.adjacency.remove(known.edge_id)
        self._slots.pop(vertex_id, None)
        for slots in self._slots.values():
            for slot in [slot for slot in slots if slot[2] == vertex_id]:
                slots.pop(slot)
        self.vertices.pop(vertex_id, None)

    def load(self, vertices: Iterable[Vertex], edges: Iterable[KnowledgeTriple]) -> None:
        """Everything at once, into an empty graph. edges: those without an end."""
        self._adopt_vertices(vertices)
        keys, ends = [], []
        for edge in edges:
            self._slots[edge.subject_id][edge.slot] = edge
            if edge.holds:
                self._edges[edge.edge_id] = edge
                keys.append(edge.edge_id)
                ends.append((self.rows[edge.subject_id], self.rows[edge.object_id]))
        self.adjacency.add_all(np.array(keys, np.int64), np.array(ends, np.int32).reshape(-1, 2))

    def _adopt_vertices(self, vertices: Iterable[Vertex]) -> None:
        for vertex in vertices:
            if vertex.vertex_id not in self.vertices:
                self.rows[vertex.vertex_id] = len(self.ids)
                self.ids.append(vertex.vertex_id)
                self._last_seen.append(np.array((vertex.last_seen_ns,), np.int64))
            self.vertices[vertex.vertex_id] = vertex
            self._last_seen.rows[self.rows[vertex.vertex_id], 0] = vertex.last_seen_ns
        self.adjacency.add_vertices(len(self.ids) - self.adjacency.vertices)

    def _adopt_edge(self, edge: KnowledgeTriple) -> None:
        if edge.is_current:
            self._slots[edge.subject_id][edge.slot] = edge
        if edge.is_current and edge.holds:
            if edge.edge_id not in self._edges:
                self.adjacency.add(edge.edge_id, self.rows[edge.subject_id], self.rows[edge.object_id])
            self._edges[edge.edge_id] = edge
        elif self._edges.pop(edge.edge_id, None) is not None:
            self.adjacency.remove(edge.edge_id)
