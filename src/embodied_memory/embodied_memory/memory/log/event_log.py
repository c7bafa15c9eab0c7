"""The append-only log of everything recorded, instants and events in one sequence of record ids.

With an event of an instruction goes who asked for it, and what was done (MEMENTO, B.2). The sentences of events
are found by their words: a full-text index (SQLite's FTS5, external content, Porter stems) that holds no text
of its own. Instants are left out of it: views are found by the memory bank.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

import numpy as np

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.evidence import Evidence
from embodied_memory.memory.spatial import map_correction
from embodied_memory.memory.spatial.map_correction import moved_points, moved_yaw
from embodied_memory.scene_graph import SceneGraphInstant
from embodied_memory.words.wording.words import bare_words, content_stems

INSTANT = "instant"
"""The kind of a record that is a scene-graph instant; all other kinds are those of `EventKind`."""

FORGOTTEN = ""
"""The summary of an instant of which it is forgotten what it showed."""
ERASED = "(erased)"
"""What a text becomes whose words were those of a person who wished them erased."""

_SAME_POSE = 1e-6
"""Metres and radians: more than moving a pose from map to map may round off, less than anything measured."""

_COLUMNS = "record_id, stamp_ns, kind, summary, provenance, succeeded, actor, place"


@dataclass(frozen=True)
class LogRecord:
    """One row of the log."""

    record_id: int
    stamp_ns: int
    kind: str
    summary: str
    provenance: Provenance
    succeeded: bool | None
    actor: str
    place: str

    def as_evidence(self) -> Evidence:
        """What an answer cites."""
        return Evidence(self.record_id, self.stamp_ns, self.kind, self.summary, self.provenance)


def append_instant(connection: sqlite3.Connection, instant: SceneGraphInstant, summary: str) -> int:
    """Returns the new record id."""
    row = (instant.stamp_ns, INSTANT, instant.observer, summary, "", Provenance.OBSERVED.value, None)
    return _append(connection, (*row, instant.map_id, instant.session_id))


def find_instant(connection: sqlite3.Connection, instant: SceneGraphInstant, summary: str) -> int | None:
    """The record id of this very instant if it was recorded already, also if what it showed was forgotten since.

    Its pose is as it was measured; that of the record has moved with each correction of the map since then.
    """
    rows = connection.execute(
        "SELECT record_id, map_id, x, y, z, yaw FROM event_log JOIN instant USING (record_id) WHERE stamp_ns = ?"
        " AND kind = ? AND actor = ? AND session_id = ? AND summary IN (?, ?, ?) ORDER BY record_id",
        (instant.stamp_ns, INSTANT, instant.observer, instant.session_id, summary, FORGOTTEN, ERASED),
    ).fetchall()
    for record_id, map_id, *pose in rows:
        x, y, z, yaw = _corrected_pose(connection, instant, map_id, record_id)
        turned = abs(math.remainder(yaw - pose[3], math.tau))
        if math.dist((x, y, z), pose[:3]) <= _SAME_POSE and turned <= _SAME_POSE:
            return int(record_id)
    return None


def _corrected_pose(
    connection: sqlite3.Connection, instant: SceneGraphInstant, map_id: str, record_id: int
) -> tuple[float, float, float, float]:
    """Where the instant's pose is now if it is this record. Metres and radians."""
    position, yaw = instant.robot_position, instant.robot_yaw
    for correction in map_correction.corrections_that_moved(connection, map_id, record_id, instant.stamp_ns):
        x, y, z = moved_points(np.array([position]), correction.map_t_map)[0].tolist()
        position, yaw = (x, y, z), moved_yaw(yaw, correction.map_t_map)
    return (*position, yaw)


def find_event(connection: sqlite3.Connection, event: Event) -> int | None:
    """The record id of this very event if it was recorded already."""
    row = connection.execute(
        "SELECT record_id FROM event_log WHERE stamp_ns = ? AND kind = ? AND actor = ? AND summary = ?",
        (event.stamp_ns, event.kind.value, event.actor, event.text),
    ).fetchone()
    return None if row is None else int(row[0])


def append_event(connection: sqlite3.Connection, event: Event) -> int:
    """Returns the new record id."""
    succeeded = None if event.succeeded is None else int(event.succeeded)
    row = (event.stamp_ns, event.kind.value, event.actor, event.text, event.place, event.provenance.value)
    record_id = _append(connection, (*row, succeeded, "", ""))
    index_words(connection, record_id, event.text)
    connection.executemany("INSERT INTO event_observer VALUES (?, ?, ?)", _numbered(record_id, event.observers))
    connection.executemany(
        "INSERT INTO event_object VALUES (?, ?, ?, ?)",
        [
            (record_id, ordinal, name, caption)
            for ordinal, (name, caption) in enumerate(
                zip_longest(event.object_ids, event.object_captions, fillvalue="")
            )
        ],
    )
    connection.executemany(
        "INSERT INTO event_change VALUES (?, ?, ?, ?, ?)",
        [
            (record_id, ordinal, change.entity_id, change.attribute, change.value)
            for ordinal, change in enumerate(event.changes)
        ],
    )
    add_instruction(connection, record_id, event)
    return record_id


def read_event(connection: sqlite3.Connection, record: LogRecord) -> Event:
    """The event of a record as it was recorded. Raises ValueError for an instant."""
    captions = _names(connection, "SELECT caption FROM event_object WHERE record_id = ? ORDER BY ordinal", record)
    return Event(
        record.stamp_ns,
        EventKind(record.kind),
        record.actor,
        record.summary,
        _names(connection, "SELECT object_id FROM event_object WHERE record_id = ? ORDER BY ordinal", record),
        record.place,
        _names(connection, "SELECT observer FROM event_observer WHERE record_id = ? ORDER BY ordinal", record),
        record.provenance,
        record.succeeded,
        tuple(
            StateChange(*row)
            for row in connection.execute(
                "SELECT entity_id, attribute, value FROM event_change WHERE record_id = ? ORDER BY ordinal",
                (record.record_id,),
            )
        ),
        captions if any(captions) else (),
        *read_instruction(connection, record.record_id),
    )


def after(connection: sqlite3.Connection, record_id: int, limit: int) -> list[LogRecord]:
    """The records next in the log after this one."""
    return _select(connection, "WHERE record_id > ? ORDER BY record_id LIMIT ?", (record_id, limit))


def latest(connection: sqlite3.Connection, count: int) -> list[LogRecord]:
    """The last records written, newest first."""
    return _select(connection, "ORDER BY record_id DESC LIMIT ?", (count,))


def of_ids(connection: sqlite3.Connection, record_ids: Iterable[int]) -> list[LogRecord]:
    """These records, in the order asked for, without those that are gone."""
    wanted = list(dict.fromkeys(record_ids))
    found = {
        record.record_id: record
        for record_id in wanted
        for record in _select(connection, "WHERE record_id = ?", (record_id,))
    }
    return [found[record_id] for record_id in wanted if record_id in found]


def of_kinds(
    connection: sqlite3.Connection, kinds: Sequence[EventKind], since_ns: int, until_ns: int, limit: int
) -> list[LogRecord]:
    """Events of these kinds with since_ns <= stamp <= until_ns, the newest first."""
    marks = ", ".join("?" * len(kinds))
    return _select(
        connection,
        f"WHERE kind IN ({marks}) AND stamp_ns BETWEEN ? AND ? ORDER BY stamp_ns DESC, record_id DESC LIMIT ?",
        (*(kind.value for kind in kinds), since_ns, until_ns, limit),
    )


def of_kinds_until(
    connection: sqlite3.Connection, kinds: Sequence[EventKind], record_id: int, limit: int
) -> list[LogRecord]:
    """Events of these kinds up to this record, the last written first."""
    marks = ", ".join("?" * len(kinds))
    return _select(
        connection,
        f"WHERE kind IN ({marks}) AND record_id <= ? ORDER BY record_id DESC LIMIT ?",
        (*(kind.value for kind in kinds), record_id, limit),
    )


def latest_stamp_ns(connection: sqlite3.Connection) -> int:
    """The newest stamp ever recorded, 0 if there is none."""
    return int(connection.execute("SELECT coalesce(max(stamp_ns), 0) FROM event_log").fetchone()[0])


def _append(connection: sqlite3.Connection, row: tuple[object, ...]) -> int:
    cursor = connection.execute("INSERT INTO event_log VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _numbered(record_id: int, names: Sequence[str]) -> list[tuple[int, int, str]]:
    return [(record_id, ordinal, name) for ordinal, name in enumerate(names)]


def _select(connection: sqlite3.Connection, where: str, values: tuple[object, ...]) -> list[LogRecord]:
    # `where` is always one of the constants above: what comes from outside is in `values` alone.
    rows = connection.execute(f"SELECT {_COLUMNS} FROM event_log {where}", values)
    return [
        LogRecord(record_id, stamp, kind, summary, Provenance(provenance), _flag(succeeded), actor, place)
        for record_id, stamp, kind, summary, provenance, succeeded, actor, place in rows
    ]


def _names(connection: sqlite3.Connection, query: str, record: LogRecord) -> tuple[str, ...]:
    return tuple(name for (name,) in connection.execute(query, (record.record_id,)))


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)


INSTRUCTION_TABLES: tuple[str, ...] = (
    # Only events that have something of it. The trace is text as `told_trace` writes it, "" while it goes on.
    """CREATE TABLE event_instruction (
        record_id INTEGER PRIMARY KEY, asked_by TEXT NOT NULL, trace TEXT NOT NULL)""",
)


def add_instruction(connection: sqlite3.Connection, record_id: int, event: Event) -> None:
    """Keep it, if there is any, as part of the record's transaction."""
    if event.asked_by or event.trace:
        connection.execute("INSERT INTO event_instruction VALUES (?, ?, ?)", (record_id, event.asked_by, event.trace))


def read_instruction(connection: sqlite3.Connection, record_id: int) -> tuple[str, str]:
    """(asked_by, trace), "" for what is not known."""
    query = "SELECT asked_by, trace FROM event_instruction WHERE record_id = ?"
    asked_by, trace = connection.execute(query, (record_id,)).fetchone() or ("", "")
    return asked_by, trace


WORD_TABLES = (
    "CREATE VIRTUAL TABLE event_words USING fts5("
    "summary, content='event_log', content_rowid='record_id', detail=none, columnsize=0,"
    " tokenize='porter unicode61')",
    "CREATE INDEX event_object_entity ON event_object (object_id, record_id)",
)
_MOST_WORDS = 12


def index_words(connection: sqlite3.Connection, record_id: int, text: str) -> None:
    """Index an event, as part of its record's transaction."""
    connection.execute("INSERT INTO event_words (rowid, summary) VALUES (?, ?)", (record_id, text))


def unindex_words(connection: sqlite3.Connection, records: Iterable[tuple[int, str]]) -> None:
    """Take (record_id, text) out before the rows of the log go, and leave no byte of their words.

    FTS5 marks what is deleted and drops it when segments merge; merging all of them at once drops it now.
    """
    connection.executemany(
        "INSERT INTO event_words (event_words, rowid, summary) VALUES ('delete', ?, ?)", list(records)
    )
    connection.execute("INSERT INTO event_words (event_words) VALUES ('optimize')")


def search_words(connection: sqlite3.Connection, text: str, limit: int) -> list[tuple[int, float]]:
    """(record_id, share of the telling words that occur), most words first, then the newest."""
    words = _telling(text)
    if not words:
        return []
    found: dict[int, int] = {}
    for word in words:
        for (record_id,) in connection.execute(
            "SELECT rowid FROM event_words WHERE event_words MATCH ? ORDER BY rowid DESC LIMIT ?",
            (f'"{word}"', 400 * max(1, limit // 20)),
        ):
            found[record_id] = found.get(record_id, 0) + 1
    best = sorted(found.items(), key=lambda one: (-one[1], -one[0]))[:limit]
    return [(record_id, count / len(words)) for record_id, count in best]


def _telling(text: str) -> list[str]:
    """The content words, each as one token: the index, which keeps no positions, has no phrases."""
    words = bare_words(text)
    stems = content_stems(" ".join(words))
    telling = (word for word in dict.fromkeys(words) if content_stems(word) <= stems and not word.isdigit())
    return list(islice(telling, _MOST_WORDS))


def word_indexes(connection: sqlite3.Connection) -> list[str]:
    """The names of the tables that index words (FTS)."""
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
    )
    return [name for (name,) in rows]
