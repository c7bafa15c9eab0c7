"""The last-seen state of one object, what one instant changes about the objects, and their rows.

People are among the things that are seen: who has a name is known by it, wherever and by whatever track.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from embodied_memory.evidence import ASSERTED_FROM
from embodied_memory.scene_graph import Attributes, Labels, SpatialRelation, is_person


@lru_cache(maxsize=4096)
def name_of_person(category: str, caption: str) -> str:
    """The name that a caption gives somebody; "" for things, for "a tall man", and for nobody in particular.

    A name is all in words that begin with a capital letter, without an article.
    """
    words = caption.split()
    is_name = bool(words) and all(word[:1].isupper() for word in words) and words[0] not in ("A", "An", "The")
    return " ".join(words) if is_name and is_person(category) and not is_person(caption) else ""


class Carried(NamedTuple):
    """What earlier sessions add to what the tracker of the latest one says (`earlier_sessions`).

    log_odds: of existence; labels: as they were known when the session met the thing.
    """

    log_odds: float
    labels: Labels


class ObjectState(NamedTuple):
    """An object as it was last seen. key: its row in the database. Metres in map, nanoseconds.

    A tuple, as are relations: every view makes one for each thing in it, and these are made fastest.

    times_missed: how often in a row its place was looked at from near without seeing it; of what perception doubts as
    often as contradicts it, as soon as what surely was there is not asserted any more. existence: how likely there is
    such a thing, surest: how likely it ever was; labels: what it may be, the first is its category, empty if nothing
    else; deviation_m: how far its sides may be wrong.
    """

    key: int
    object_id: str
    map_id: str
    category: str
    caption: str
    attributes: Attributes
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    score: float
    first_seen_ns: int
    last_seen_ns: int
    times_seen: int
    times_missed: int
    record_id: int
    existence: float = 1.0
    surest: float = 1.0
    labels: Labels = ()
    carried: Carried | None = None
    deviation_m: float = 0.0

    @property
    def is_asserted(self) -> bool:
        """Whether memory says that there is such a thing; else there may be."""
        return self.existence >= ASSERTED_FROM

    @property
    def is_plain(self) -> bool:
        """Whether perception never doubted it: it exists and is what it is called."""
        return self.existence >= 1.0 and not self.labels


class StoredRelation(NamedTuple):
    """A relation between two remembered objects, by their keys, as it was last seen."""

    subject: int
    relation: SpatialRelation
    object: int
    stamp_ns: int
    record_id: int

    @property
    def identity(self) -> tuple[int, SpatialRelation, int]:
        """What it is about, whenever it was seen."""
        return (self.subject, self.relation, self.object)


@dataclass(frozen=True)
class ObjectChanges:
    """What one instant changes. Computed first, then written in the record's transaction, then adopted."""

    record_id: int = 0
    stamp_ns: int = 0
    states: dict[int, ObjectState] = field(default_factory=dict)
    tracks: dict[tuple[str, str], int] = field(default_factory=dict)
    facts: list[tuple[int, str, str]] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    outdated: list[StoredRelation] = field(default_factory=list)
    relations: list[StoredRelation] = field(default_factory=list)
    sightings: list[tuple[int, float, float, float, float]] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)
    """Track id -> the id by which events had told of it before it was first seen."""
    merged: dict[int, int] = field(default_factory=dict)
    """Key of what turned out to be another thing -> the key of that one, which goes on."""
    renamed: dict[str, str] = field(default_factory=dict)
    """The same by their ids."""


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


def write_objects(connection: sqlite3.Connection, changes: ObjectChanges) -> None:
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


def load_objects(connection: sqlite3.Connection) -> ObjectChanges:
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
