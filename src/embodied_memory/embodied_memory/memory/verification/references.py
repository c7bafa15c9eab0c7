"""Every row that tells of a record, an object, an episode ... must find it.

One thing that is wrong with a memory is a `Finding`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from embodied_memory.memory.log.event_log import INSTANT

_MOST = 20
"""So many findings of one kind are told one by one."""
_NOT_RECORDS = ("event_log", "history_progress")
"""history_progress says how far the tree was built; that very record may be gone."""
PARENTS = (
    ("event_observer", "record_id", "event_log", f"kind != '{INSTANT}'"),
    ("event_object", "record_id", "event_log", f"kind != '{INSTANT}'"),
    ("event_change", "record_id", "event_log", f"kind != '{INSTANT}'"),
    ("event_instruction", "record_id", "event_log", f"kind != '{INSTANT}'"),
    ("instant", "record_id", "event_log", f"kind = '{INSTANT}'"),
    ("sighting", "record_id", "instant", "1"),
    ("sighting", "object_key", "object", "1"),
    ("bank_entry", "record_id", "instant", "1"),
    ("thumbnail", "record_id", "bank_entry", "1"),
    ("track", "object_key", "object", "1"),
    ("state_fact", "object_key", "object", "1"),
    ("object_place", "object_key", "object", "1"),
    ("relation", "object_key", "object", "1"),
    ("belief_standing", "fact_id", "belief_fact", "1"),
    ("reported_word", "statement_id", "reported_statement", "1"),
    ("commitment_record", "commitment_id", "commitment", "1"),
    ("commitment", "commitment_id", "commitment_record", "1"),
    ("episode_record", "episode_id", "episode", "1"),
    ("episode_card", "episode_id", "episode", "1"),
    ("episode_atom", "episode_id", "episode", "1"),
    ("personal_knowledge", "record_id", "personal_memory", "1"),
    ("personal_vector", "record_id", "personal_memory", "1"),
    ("personal_word", "record_id", "personal_memory", "1"),
    ("rule_change", "revision_id", "rule_revision", "1"),
)
"""(table, column, the table that must have it, and of what sort it must be there)."""


def check_references(connection: sqlite3.Connection) -> Iterator[Finding]:
    """All columns called record_id or ..._record_id against the log, and those between tables."""
    for table, column in record_columns(connection):
        yield from _dangling(connection, table, column, "event_log", "record_id", "1")
    for table, column, parent, sort in PARENTS:
        yield from _dangling(connection, table, column, parent, column, sort)
    yield from _dangling(connection, "relation", "subject_key", "object", "object_key", "1")
    yield from _dangling(connection, "object", "goes_on_as", "object", "object_key", "goes_on_as IS NULL")
    for end in ("subject_id", "object_id"):
        yield from _dangling(connection, "knowledge_edge", end, "knowledge_vertex", "vertex_id", "1")
    yield from _atoms(connection)


def record_columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """(table, column) of all that names a record of the log."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for table in (name for (name,) in tables if name not in _NOT_RECORDS):
        for _, column, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            if column == "record_id" or column.endswith("_record_id"):
                yield table, column


def check_objects(connection: sqlite3.Connection) -> Iterator[Finding]:
    """An object was last seen at the time of the record that it names."""
    rows = connection.execute(
        "SELECT object_id, record_id FROM object JOIN event_log USING (record_id)"
        " WHERE stamp_ns != last_seen_ns LIMIT ?",
        (_MOST,),
    )
    for object_id, record_id in rows:
        yield Finding("object", record_id, f"{object_id} was last seen at another time than its record says")


def _dangling(
    connection: sqlite3.Connection, table: str, column: str, parent: str, key: str, sort: str
) -> Iterator[Finding]:
    # Names of tables and columns come from the schema and from the constants above; 0 stands for no record.
    rows = connection.execute(
        f'SELECT DISTINCT "{column}" FROM "{table}" WHERE "{column}" > 0'
        f' AND "{column}" NOT IN (SELECT "{key}" FROM "{parent}" WHERE {sort}) LIMIT ?',
        (_MOST,),
    )
    for (number,) in rows.fetchall():
        record_id = number if column.endswith("record_id") else 0
        yield Finding(table, record_id, f"{column} {number} is not in {parent}")


def _atoms(connection: sqlite3.Connection) -> Iterator[Finding]:
    known = {number for (number,) in connection.execute("SELECT record_id FROM event_log")}
    for episode_id, records in connection.execute("SELECT episode_id, record_ids FROM episode_atom"):
        for number in map(int, records.split()):
            if number not in known:
                yield Finding("episode_atom", number, f"episode {episode_id} rests on a record that is not there")


RESTORE = "restore the memory from an export made before"
REOPEN = "close the memory and open it again: what the file says counts"


@dataclass(frozen=True)
class Finding:
    """store: the table or store; record_id: of the log, 0 if it is not about one; remedy: what to do."""

    store: str
    record_id: int
    problem: str
    remedy: str = RESTORE

    def __str__(self) -> str:
        record = f", record {self.record_id}" if self.record_id else ""
        return f"{self.store}{record}: {self.problem}; {self.remedy}"
