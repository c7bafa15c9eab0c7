"""Objects, tracks, facts and relations as rows of the database."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState, StoredRelation
from embodied_memory.scene_graph import SpatialRelation

_UPSERT = (
    "INSERT INTO object VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (object_key) DO"
    " UPDATE SET map_id = excluded.map_id, category = excluded.category, caption = excluded.caption,"
    " x = excluded.x, y = excluded.y, z = excluded.z, size_x = excluded.size_x, size_y = excluded.size_y,"
    " size_z = excluded.size_z, score = excluded.score, first_seen_ns = excluded.first_seen_ns,"
    " last_seen_ns = excluded.last_seen_ns, times_seen = excluded.times_seen,"
    " times_missed = excluded.times_missed, record_id = excluded.record_id"
)


def write(connection: sqlite3.Connection, record_id: int, stamp_ns: int, changes: ObjectChanges) -> None:
    """All changes of one record. The caller holds the transaction."""
    for statement, rows in _written(record_id, stamp_ns, changes):
        if rows:
            connection.executemany(statement, rows)


def _written(
    record_id: int, stamp_ns: int, changes: ObjectChanges
) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """(SQL, its rows), in an order that references allow."""
    yield _UPSERT, [_row(state) for state in changes.states.values()]
    yield (
        "INSERT INTO sighting VALUES (?, ?, ?, ?, ?, ?)",
        [(record_id, *sighting) for sighting in changes.sightings],
    )
    yield "INSERT OR REPLACE INTO track VALUES (?, ?, ?)", [(*track, key) for track, key in changes.tracks.items()]
    yield (
        "INSERT INTO state_fact VALUES (NULL, ?, ?, ?, ?, ?)",
        [(*fact, stamp_ns, record_id) for fact in changes.facts],
    )
    yield (
        "INSERT INTO object_place VALUES (?, ?, ?, ?, ?, ?)",
        [(key, record_id, stamp_ns, *changes.states[key].position) for key in changes.moved],
    )
    yield (
        "DELETE FROM relation WHERE subject_key = ? AND relation = ? AND object_key = ?",
        [(old.subject, old.relation.value, old.object) for old in changes.outdated],
    )
    yield (
        "INSERT OR REPLACE INTO relation VALUES (?, ?, ?, ?, ?)",
        [(new.subject, new.relation.value, new.object, new.stamp_ns, record_id) for new in changes.relations],
    )


def load(connection: sqlite3.Connection) -> ObjectChanges:
    """Everything known, as one great change."""
    facts: dict[int, dict[str, str]] = defaultdict(dict)
    for key, name, value in connection.execute("SELECT object_key, name, value FROM state_fact ORDER BY fact_id"):
        facts[key][name] = value
    states = (_state(row, facts[row[0]]) for row in connection.execute("SELECT * FROM object ORDER BY object_key"))
    tracks = connection.execute("SELECT session_id, track_id, object_key FROM track")
    relations = connection.execute("SELECT * FROM relation")
    return ObjectChanges(
        states={state.key: state for state in states},
        tracks={(session, track): key for session, track, key in tracks},
        relations=[
            StoredRelation(subject, SpatialRelation(relation), other, stamp_ns, record_id)
            for subject, relation, other, stamp_ns, record_id in relations
        ],
    )


def places_of(connection: sqlite3.Connection, object_key: int) -> list[tuple[int, tuple[float, float, float]]]:
    """(stamp, position) of every place the object was seen at, oldest first."""
    rows = connection.execute(
        "SELECT stamp_ns, x, y, z FROM object_place WHERE object_key = ? ORDER BY stamp_ns, record_id",
        (object_key,),
    )
    return [(stamp_ns, (x, y, z)) for stamp_ns, x, y, z in rows]


def _state(row: tuple[Any, ...], facts: dict[str, str]) -> ObjectState:
    key, object_id, map_id, category, caption, x, y, z, size_x, size_y, size_z, *rest = row
    attributes = tuple(sorted((name, value) for name, value in facts.items() if value))
    return ObjectState(
        key, object_id, map_id, category, caption, attributes, (x, y, z), (size_x, size_y, size_z), *rest
    )


def _row(state: ObjectState) -> tuple[object, ...]:
    """The fields in their order; the attributes are rows of their own."""
    key, object_id, map_id, category, caption, _, position, size, *rest = state
    return (key, object_id, map_id, category, caption, *position, *size, *rest)
