"""Objects, tracks, facts and relations as rows of the database."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from embodied_memory.memory.spatial.object_state import Carried, ObjectChanges, ObjectState, StoredRelation
from embodied_memory.scene_graph import Labels, SpatialRelation

DOUBT_TABLES: tuple[str, ...] = (
    "ALTER TABLE object ADD COLUMN existence REAL NOT NULL DEFAULT 1.0",
    # The highest that its existence ever was: what was there and is gone is not what never was.
    "ALTER TABLE object ADD COLUMN surest REAL NOT NULL DEFAULT 1.0",
    # JSON: [[category, probability], ...]; '' where it is nothing else than its category.
    "ALTER TABLE object ADD COLUMN labels TEXT NOT NULL DEFAULT ''",
    # JSON: [log odds, labels] of before the session it was seen in last; '' if nothing was in doubt.
    "ALTER TABLE object ADD COLUMN carried TEXT NOT NULL DEFAULT ''",
    # The object that this one turned out to be; what rows tell of this key, they tell of that one.
    "ALTER TABLE object ADD COLUMN goes_on_as INTEGER",
)
"""How likely an object exists, what it may be, and which of two that are one goes on."""
DEVIATION_TABLES: tuple[str, ...] = (
    # Metres by which its sides may be wrong.
    "ALTER TABLE object ADD COLUMN deviation_m REAL NOT NULL DEFAULT 0.0",
)

_COLUMNS = (
    "object_key, object_id, map_id, category, caption, x, y, z, size_x, size_y, size_z, score, first_seen_ns,"
    " last_seen_ns, times_seen, times_missed, record_id, existence, surest, labels, carried, deviation_m"
)
_WHOLE = f"SELECT {_COLUMNS} FROM object"
_UPSERT = (
    f"INSERT INTO object ({_COLUMNS}) VALUES ({', '.join('?' * 22)}) ON CONFLICT (object_key) DO"
    " UPDATE SET map_id = excluded.map_id, category = excluded.category, caption = excluded.caption,"
    " x = excluded.x, y = excluded.y, z = excluded.z, size_x = excluded.size_x, size_y = excluded.size_y,"
    " size_z = excluded.size_z, score = excluded.score, first_seen_ns = excluded.first_seen_ns,"
    " last_seen_ns = excluded.last_seen_ns, times_seen = excluded.times_seen,"
    " times_missed = excluded.times_missed, record_id = excluded.record_id, existence = excluded.existence,"
    " surest = excluded.surest, labels = excluded.labels, carried = excluded.carried,"
    " deviation_m = excluded.deviation_m"
)


def write(connection: sqlite3.Connection, changes: ObjectChanges) -> None:
    """All changes of one record. The caller holds the transaction."""
    for statement, rows in _written(changes):
        if rows:
            connection.executemany(statement, rows)


def _written(changes: ObjectChanges) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """(SQL, its rows), in an order that references allow."""
    record_id, stamp_ns = changes.record_id, changes.stamp_ns
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
        [(new.subject, new.relation.value, new.object, new.stamp_ns, new.record_id) for new in changes.relations],
    )
    yield (
        "UPDATE object SET goes_on_as = ?1 WHERE object_key = ?2 OR goes_on_as = ?2",
        [(kept, gone) for gone, kept in changes.merged.items()],
    )


def load(connection: sqlite3.Connection) -> ObjectChanges:
    """Everything known, as one great change."""
    facts: dict[int, dict[str, str]] = defaultdict(dict)
    for key, name, value in connection.execute("SELECT object_key, name, value FROM state_fact ORDER BY fact_id"):
        facts[key][name] = value
    states = (_state(row, facts[row[0]]) for row in connection.execute(f"{_WHOLE} ORDER BY object_key"))
    tracks = connection.execute("SELECT session_id, track_id, object_key FROM track")
    relations = connection.execute("SELECT * FROM relation")
    return ObjectChanges(
        states={state.key: state for state in states},
        tracks={(session, track): key for session, track, key in tracks},
        relations=[
            StoredRelation(subject, SpatialRelation(relation), other, stamp_ns, record_id)
            for subject, relation, other, stamp_ns, record_id in relations
        ],
        merged=dict(connection.execute("SELECT object_key, goes_on_as FROM object WHERE goes_on_as IS NOT NULL")),
    )


def _state(row: tuple[Any, ...], facts: dict[str, str]) -> ObjectState:
    key, object_id, map_id, category, caption, x, y, z, size_x, size_y, size_z, *rest, labels, carried, off = row
    attributes = tuple(sorted((name, value) for name, value in facts.items() if value))
    doubts = (_labels(json.loads(labels)) if labels else (), _carried(carried), off)
    places = ((x, y, z), (size_x, size_y, size_z))
    return ObjectState._make((key, object_id, map_id, category, caption, attributes, *places, *rest, *doubts))


def _row(state: ObjectState) -> tuple[object, ...]:
    """The fields in their order; the attributes are rows of their own."""
    key, object_id, map_id, category, caption, _, position, size, *rest, labels, carried, off = state
    doubts = (json.dumps(labels) if labels else "", json.dumps(carried) if carried else "", off)
    return (key, object_id, map_id, category, caption, *position, *size, *rest, *doubts)


def _labels(told: list[tuple[str, float]]) -> Labels:
    return tuple((name, float(probability)) for name, probability in told)


def _carried(text: str) -> Carried | None:
    if not text:
        return None
    log_odds, labels = json.loads(text)
    return Carried(float(log_odds), _labels(labels))
