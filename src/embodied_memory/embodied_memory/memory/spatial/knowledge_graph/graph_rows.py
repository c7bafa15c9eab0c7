"""The knowledge graph as rows of the database: current and past edges in one table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import numpy as np

from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.graph_state import Feature, KnowledgeChanges
from embodied_memory.memory.spatial.knowledge_graph.triple import KnowledgeTriple
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind

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


def write(connection: sqlite3.Connection, changes: KnowledgeChanges, feature_model: str) -> None:
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
