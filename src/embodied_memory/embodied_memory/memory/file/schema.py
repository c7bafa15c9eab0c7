"""The tables of the memory's database, as the list of migrations that makes them.

The version of a database (`user_version`) is the number of migrations it went through. A released migration
is never edited; a change of the tables is a new one at the end.
"""

from __future__ import annotations

import sqlite3

from embodied_memory.memory.belief import belief_tracks
from embodied_memory.memory.belief.states import entity_alias
from embodied_memory.memory.episodic.forgetting import rule_book, use
from embodied_memory.memory.episodic.history_tree import history_tree
from embodied_memory.memory.episodic.tree.word_index import words_of_history
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.file import clock_correction, language_readings
from embodied_memory.memory.log import event_log
from embodied_memory.memory.personal import personal_rows
from embodied_memory.memory.retrieval.pieces import piece_rows
from embodied_memory.memory.spatial import certainty, map_correction, object_state
from embodied_memory.memory.spatial.knowledge_graph import knowledge_graph

APPLICATION_ID = 0x456D624D
"""Written into every memory ("EmbM"), so that another program's database is not taken for one."""

_FIRST = (
    # Append-only: everything recorded has one row here, and its id is what evidence cites.
    """CREATE TABLE event_log (
        record_id INTEGER PRIMARY KEY AUTOINCREMENT,
        stamp_ns INTEGER NOT NULL,
        kind TEXT NOT NULL,
        actor TEXT NOT NULL,
        summary TEXT NOT NULL,
        place TEXT NOT NULL,
        provenance TEXT NOT NULL,
        succeeded INTEGER,
        map_id TEXT NOT NULL,
        session_id TEXT NOT NULL)""",
    "CREATE INDEX event_log_kind_stamp ON event_log (kind, stamp_ns)",
    "CREATE INDEX event_log_stamp ON event_log (stamp_ns)",
    """CREATE TABLE event_observer (
        record_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, observer TEXT NOT NULL,
        PRIMARY KEY (record_id, ordinal)) WITHOUT ROWID""",
    """CREATE TABLE event_object (
        record_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, object_id TEXT NOT NULL,
        PRIMARY KEY (record_id, ordinal)) WITHOUT ROWID""",
    # Where the robot stood at an instant, and how like the bank its view was (NULL: the bank was empty).
    """CREATE TABLE instant (
        record_id INTEGER PRIMARY KEY,
        x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL, yaw REAL NOT NULL,
        bank_similarity REAL)""",
    """CREATE TABLE sighting (
        record_id INTEGER NOT NULL, object_key INTEGER NOT NULL,
        x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL, score REAL NOT NULL,
        PRIMARY KEY (record_id, object_key)) WITHOUT ROWID""",
    # The memory bank. Features are little-endian float32; tags are separated by line feeds.
    """CREATE TABLE bank_entry (
        record_id INTEGER PRIMARY KEY,
        text TEXT NOT NULL, tags TEXT NOT NULL, feature_model TEXT NOT NULL,
        text_feature BLOB NOT NULL, image_feature BLOB NOT NULL, forced INTEGER NOT NULL)""",
    "CREATE TABLE thumbnail (record_id INTEGER PRIMARY KEY, jpeg BLOB NOT NULL)",
    # Every object as it was last seen.
    """CREATE TABLE object (
        object_key INTEGER PRIMARY KEY,
        object_id TEXT NOT NULL UNIQUE,
        map_id TEXT NOT NULL, category TEXT NOT NULL, caption TEXT NOT NULL,
        x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
        size_x REAL NOT NULL, size_y REAL NOT NULL, size_z REAL NOT NULL,
        score REAL NOT NULL, first_seen_ns INTEGER NOT NULL, last_seen_ns INTEGER NOT NULL,
        times_seen INTEGER NOT NULL, times_missed INTEGER NOT NULL, record_id INTEGER NOT NULL)""",
    # Which of memory's objects a tracker's id of one session stands for.
    """CREATE TABLE track (
        session_id TEXT NOT NULL, track_id TEXT NOT NULL, object_key INTEGER NOT NULL,
        PRIMARY KEY (session_id, track_id)) WITHOUT ROWID""",
    # Attributes with their history: the newest row of a name is the current value, "" if it has none now.
    """CREATE TABLE state_fact (
        fact_id INTEGER PRIMARY KEY,
        object_key INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
        stamp_ns INTEGER NOT NULL, record_id INTEGER NOT NULL)""",
    "CREATE INDEX state_fact_object ON state_fact (object_key, name)",
    # Where an object has been: one row when it was first seen and one whenever it had moved.
    """CREATE TABLE object_place (
        object_key INTEGER NOT NULL, record_id INTEGER NOT NULL, stamp_ns INTEGER NOT NULL,
        x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
        PRIMARY KEY (object_key, record_id)) WITHOUT ROWID""",
    """CREATE TABLE relation (
        subject_key INTEGER NOT NULL, relation TEXT NOT NULL, object_key INTEGER NOT NULL,
        stamp_ns INTEGER NOT NULL, record_id INTEGER NOT NULL,
        PRIMARY KEY (subject_key, relation, object_key)) WITHOUT ROWID""",
    # The latest segmentation of the floor into rooms; cells are zlib-compressed int8.
    """CREATE TABLE room_map (
        only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
        stamp_ns INTEGER NOT NULL, origin_x REAL NOT NULL, origin_y REAL NOT NULL, resolution_m REAL NOT NULL,
        row_count INTEGER NOT NULL, column_count INTEGER NOT NULL, cells BLOB NOT NULL)""",
)

_LONG_TERM = (
    "ALTER TABLE bank_entry ADD COLUMN people TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE event_object ADD COLUMN caption TEXT NOT NULL DEFAULT ''",
    # What became true by an event: the log alone must give every store again.
    """CREATE TABLE event_change (
        record_id INTEGER NOT NULL, ordinal INTEGER NOT NULL,
        entity_id TEXT NOT NULL, attribute TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (record_id, ordinal)) WITHOUT ROWID""",
    *belief_tracks.TABLES,
    *history_tree.TABLES,
    *rule_book.TABLES,
    *personal_rows.TABLES,
    *knowledge_graph.TABLES,
    *event_log.WORD_TABLES,
    *erasure_log.TABLES,
    *clock_correction.TABLES,
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    _FIRST,
    _LONG_TERM,
    language_readings.TABLES,
    history_tree.STORED_TABLES,
    map_correction.TABLES,
    entity_alias.TABLES,
    event_log.INSTRUCTION_TABLES,
    (*object_state.DOUBT_TABLES, *certainty.VOCABULARY_TABLES),
    map_correction.SPAN,
    object_state.DEVIATION_TABLES,
    piece_rows.TABLES,
    piece_rows.SORT_TABLES,
    history_tree.LEFT_TABLES,
    use.TABLES,
    personal_rows.WORD_TABLES,
)
"""MIGRATIONS[n] takes a database of version n to version n + 1."""

_FUNCTIONS = {"words_of_history": words_of_history}
"""SQL functions of two arguments that migrations call."""


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """One step: a database of that version becomes one of the next. The caller holds the transaction."""
    for name, function in _FUNCTIONS.items():
        connection.create_function(name, 2, function, deterministic=True)
    for statement in MIGRATIONS[version]:
        connection.execute(statement)
