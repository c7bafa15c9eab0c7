"""The current knowledge graph in memory: vertices, current edges by subject, and who is linked to whom.

In the database current and past edges are rows of one table.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.adjacency import Adjacency, Rows
from embodied_memory.memory.spatial.knowledge_graph.triple import PLACE, KnowledgeTriple, Slot
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind
from embodied_memory.memory.store.vector_index import GrowingArray

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


TABLES = (
    """CREATE TABLE knowledge_vertex (
        vertex_id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, caption TEXT NOT NULL,
        x REAL, y REAL, z REAL, map_id TEXT NOT NULL, session_id TEXT NOT NULL,
        first_seen_ns INTEGER NOT NULL, last_seen_ns INTEGER NOT NULL, record_id INTEGER NOT NULL)""",
    "CREATE INDEX knowledge_vertex_record ON knowledge_vertex (record_id)",
    # holds = 0: from valid_from_ns on it was known not to hold; valid_to_ns is NULL for what is current.
    """CREATE TABLE knowledge_edge (
        edge_id INTEGER PRIMARY KEY,
        subject_id TEXT NOT NULL, relation TEXT NOT NULL, object_id TEXT NOT NULL,
        valid_from_ns INTEGER NOT NULL, record_id INTEGER NOT NULL, provenance TEXT NOT NULL,
        map_id TEXT NOT NULL, session_id TEXT NOT NULL,
        confirmed_ns INTEGER NOT NULL, confirmed_record_id INTEGER NOT NULL,
        valid_to_ns INTEGER, holds INTEGER NOT NULL)""",
    "CREATE INDEX knowledge_edge_subject ON knowledge_edge (subject_id, valid_from_ns)",
    "CREATE INDEX knowledge_edge_object ON knowledge_edge (object_id, valid_from_ns)",
    "CREATE INDEX knowledge_edge_record ON knowledge_edge (record_id)",
    "CREATE INDEX knowledge_edge_confirmed ON knowledge_edge (confirmed_record_id)",
    "CREATE INDEX knowledge_edge_current ON knowledge_edge (edge_id) WHERE valid_to_ns IS NULL",
    # Embeddings of the words that entities are searched by: little-endian float32.
    """CREATE TABLE knowledge_name (
        words TEXT PRIMARY KEY, feature_model TEXT NOT NULL, feature BLOB NOT NULL,
        record_id INTEGER NOT NULL)""",
    "CREATE INDEX knowledge_name_record ON knowledge_name (record_id)",
)

_VERTEX_UPSERT = (
    "INSERT INTO knowledge_vertex VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (vertex_id) DO UPDATE SET"
    " kind = excluded.kind, name = excluded.name, caption = excluded.caption, x = excluded.x, y = excluded.y,"
    " z = excluded.z, map_id = excluded.map_id, session_id = excluded.session_id,"
    " first_seen_ns = excluded.first_seen_ns, last_seen_ns = excluded.last_seen_ns, record_id = excluded.record_id"
)
_EDGE_UPSERT = (
    "INSERT INTO knowledge_edge VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (edge_id) DO UPDATE SET"
    " valid_from_ns = excluded.valid_from_ns, record_id = excluded.record_id, confirmed_ns = excluded.confirmed_ns,"
    " confirmed_record_id = excluded.confirmed_record_id, valid_to_ns = excluded.valid_to_ns"
)
_PROVENANCE = {each.value: each for each in Provenance}
_OLDEST_FIRST = "ORDER BY valid_from_ns, valid_to_ns IS NULL, valid_to_ns, edge_id"


def write_graph(connection: sqlite3.Connection, changes: KnowledgeChanges, feature_model: str) -> None:
    """All changes of one record. The caller holds the transaction."""
    if changes.vertices:
        connection.executemany(_VERTEX_UPSERT, [_vertex_row(vertex) for vertex in changes.vertices.values()])
    if changes.edges:
        connection.executemany(_EDGE_UPSERT, [_edge_row(edge) for edge in changes.edges.values()])
    for gone, kept in changes.merged.items():
        for end in ("subject_id", "object_id"):
            connection.execute(f"UPDATE knowledge_edge SET {end} = ? WHERE {end} = ?", (kept, gone))
        connection.execute("DELETE FROM knowledge_vertex WHERE vertex_id = ?", (gone,))
    if not changes.names:
        return
    connection.executemany(
        "INSERT OR REPLACE INTO knowledge_name VALUES (?, ?, ?, ?)",
        [
            (words, feature_model, feature.astype("<f4").tobytes(), record_id)
            for words, (record_id, feature) in changes.names.items()
        ],
    )


def load_vertices(connection: sqlite3.Connection) -> Iterator[Vertex]:
    """All, in the order they were first met."""
    for row in connection.execute("SELECT * FROM knowledge_vertex ORDER BY rowid"):
        yield _vertex(row)


def load_current(connection: sqlite3.Connection) -> Iterator[KnowledgeTriple]:
    """Every span without an end, also those that say that nothing holds."""
    for row in connection.execute("SELECT * FROM knowledge_edge WHERE valid_to_ns IS NULL ORDER BY edge_id"):
        yield _edge(row)


def load_names(connection: sqlite3.Connection, feature_model: str) -> dict[str, Feature]:
    """Words and their embeddings, of this model alone."""
    rows = connection.execute("SELECT words, feature FROM knowledge_name WHERE feature_model = ?", (feature_model,))
    return {words: np.frombuffer(feature, "<f4").astype(np.float32) for words, feature in rows}


def last_edge_id(connection: sqlite3.Connection) -> int:
    """0 if there is none."""
    return int(connection.execute("SELECT coalesce(max(edge_id), 0) FROM knowledge_edge").fetchone()[0])


def spans_of(connection: sqlite3.Connection, subject_id: str) -> list[KnowledgeTriple]:
    """All that was ever known of this subject, oldest first."""
    rows = connection.execute(f"SELECT * FROM knowledge_edge WHERE subject_id = ? {_OLDEST_FIRST}", (subject_id,))
    return [_edge(row) for row in rows]


def spans_about(connection: sqlite3.Connection, vertex_id: str) -> list[KnowledgeTriple]:
    """All edges there ever were from or to this entity, oldest first."""
    rows = connection.execute(
        f"SELECT * FROM knowledge_edge WHERE (subject_id = ? OR object_id = ?) AND holds = 1 {_OLDEST_FIRST}",
        (vertex_id, vertex_id),
    )
    return [_edge(row) for row in rows]


def _vertex(row: tuple[Any, ...]) -> Vertex:
    vertex_id, kind, name, caption, x, y, z, *rest = row
    return Vertex(vertex_id, VertexKind(kind), name, caption, None if x is None else (x, y, z), *rest)


def _vertex_row(vertex: Vertex) -> tuple[object, ...]:
    position = vertex.position or (None, None, None)
    named = (vertex.vertex_id, vertex.kind.value, vertex.name, vertex.caption)
    seen = (vertex.map_id, vertex.session_id, vertex.first_seen_ns, vertex.last_seen_ns, vertex.record_id)
    return (*named, *position, *seen)


def _edge(row: tuple[Any, ...]) -> KnowledgeTriple:
    values = list(row)
    values[6], values[12] = _PROVENANCE[row[6]], bool(row[12])
    return KnowledgeTriple(*values)


def _edge_row(edge: KnowledgeTriple) -> tuple[object, ...]:
    named = (edge.edge_id, *edge.spoken, edge.stamp_ns, edge.record_id, edge.provenance.value)
    known = (edge.map_id, edge.session_id, edge.confirmed_ns, edge.confirmed_record_id)
    return (*named, *known, edge.valid_to_ns, int(edge.holds))
