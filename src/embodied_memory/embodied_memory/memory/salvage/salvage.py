"""Getting everything readable out of a damaged memory, into an export in which all stores agree.

After rows were lost: what rested on them goes, and what the log gives is taken from it again.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from embodied_memory.config import BeliefConfig, MemoryConfig
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.episodic.tree.word_index import words_of_history
from embodied_memory.memory.file.database import Database, DatabaseError
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.personal import personal_rows
from embodied_memory.memory.personal.personal_store import PersonalStore
from embodied_memory.memory.salvage.readable_rows import Damages, copy_readable
from embodied_memory.memory.verification.recomputed import (
    REPLAYED,
    can_replay_beliefs,
    check_personal,
    replayed_beliefs,
)
from embodied_memory.memory.verification.references import PARENTS, Finding, record_columns

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder

_STAYS = frozenset({"object", "knowledge_vertex", "knowledge_name", "belief_entity", "rule_revision"})
"""What is known without the record that told of it last; 0 stands for no record."""
_TREE = ("history_node", "history_progress")
_TOLD = frozenset({"event_log", "event_observer", "event_object", "event_change", "instant", "language_reading"})
_BELIEFS = (*REPLAYED, "episode_card", "episode_atom")
_CONFIRMED_BY_ITSELF = (
    "UPDATE belief_fact SET confirmed_ns = stamp_ns, confirmed_record_id = record_id"
    " WHERE confirmed_record_id NOT IN (SELECT record_id FROM event_log)",
    "UPDATE knowledge_edge SET confirmed_ns = valid_from_ns, confirmed_record_id = record_id"
    " WHERE confirmed_record_id NOT IN (SELECT record_id FROM event_log)",
)
_ALSO = (
    "DELETE FROM commitment WHERE commitment_id NOT IN"
    " (SELECT commitment_id FROM commitment_record WHERE ordinal = 0)",
    "DELETE FROM relation WHERE subject_key NOT IN (SELECT object_key FROM object)",
    # What turned out to be an object that is lost is all that is left of it.
    "UPDATE object SET goes_on_as = NULL WHERE goes_on_as NOT IN"
    " (SELECT object_key FROM object WHERE goes_on_as IS NULL)",
    "DELETE FROM knowledge_edge WHERE subject_id NOT IN (SELECT vertex_id FROM knowledge_vertex)"
    " OR object_id NOT IN (SELECT vertex_id FROM knowledge_vertex)",
    "UPDATE personal_memory SET corrects = NULL WHERE corrects NOT IN (SELECT record_id FROM event_log)",
)


def last_record(connection: sqlite3.Connection) -> int:
    """The greatest id of a record that anything tells of, 0 if nothing does."""
    told = [("sqlite_sequence", "seq"), ("event_log", "record_id"), *record_columns(connection)]
    return max(
        int(connection.execute(f'SELECT coalesce(max("{column}"), 0) FROM "{table}"').fetchone()[0])
        for table, column in told
    )


def mend_rows(connection: sqlite3.Connection, damages: Damages) -> list[int]:
    """Drop what rests on lost rows, until all rows find what they tell of; the records that had to go as well.

    A view whose pose is lost is no record. The caller holds the transaction.
    """
    broken = f"kind = '{INSTANT}' AND record_id NOT IN (SELECT record_id FROM instant)"
    gone = [one for (one,) in connection.execute(f"SELECT record_id FROM event_log WHERE {broken}")]
    connection.execute(f"DELETE FROM event_log WHERE {broken}")
    while _drop_orphans(connection):
        pass
    _mend_atoms(connection)
    if damages.keys() & {"event_log", "instant", *_TREE}:
        for table in _TREE:
            connection.execute(f"DELETE FROM {table}")
    return gone


def _drop_orphans(connection: sqlite3.Connection) -> int:
    """How many rows were changed."""
    before = connection.total_changes
    for statement in _CONFIRMED_BY_ITSELF:
        connection.execute(statement)
    for table, column in record_columns(connection):
        lost = f'"{column}" > 0 AND "{column}" NOT IN (SELECT record_id FROM event_log)'
        change = f'UPDATE "{table}" SET "{column}" = 0' if table in _STAYS else f'DELETE FROM "{table}"'
        connection.execute(f"{change} WHERE {lost}")
    for table, column, parent, sort in PARENTS:
        found = f'SELECT "{column}" FROM {parent} WHERE {sort}'
        connection.execute(f'DELETE FROM {table} WHERE "{column}" > 0 AND "{column}" NOT IN ({found})')
    for statement in _ALSO:
        connection.execute(statement)
    return connection.total_changes - before


def _mend_atoms(connection: sqlite3.Connection) -> None:
    """What an episode tells rests on several records: those that are left."""
    known = {number for (number,) in connection.execute("SELECT record_id FROM event_log")}
    rows = connection.execute("SELECT DISTINCT record_ids FROM episode_atom").fetchall()
    for (told,) in rows:
        left = " ".join(one for one in told.split() if int(one) in known)
        if left != told:
            connection.execute("UPDATE OR REPLACE episode_atom SET record_ids = ? WHERE record_ids = ?", (left, told))
    connection.execute("DELETE FROM episode_atom WHERE record_ids = ''")


def mend_beliefs(connection: sqlite3.Connection, damages: Damages, config: BeliefConfig) -> None:
    """Where the log alone made them, it makes them again; otherwise what is left of them is settled anew.

    The caller holds the transaction.
    """
    if not damages.keys() & {*_TOLD, *_BELIEFS}:
        return
    if not can_replay_beliefs(connection):
        BeliefTracks(connection, config).mend(connection)
        return
    fresh = replayed_beliefs(connection, config, lambda record_id: None)
    for table in _BELIEFS:
        connection.execute(f"DELETE FROM {table}")
        rows = fresh.execute(f"SELECT * FROM {table}").fetchall()
        if rows:
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    fresh.close()


def mend_personal(connection: sqlite3.Connection, store: PersonalStore, robot: str) -> None:
    """What is not what the words in the log teach is learned from them again. The caller holds the transaction."""
    wrong = [finding.record_id for finding in check_personal(connection, store, robot)]
    personal_rows.delete_memories(connection, wrong)
    for record_id in wrong:
        (record,) = event_log.of_ids(connection, (record_id,))
        learned = store.observe_event(record_id, event_log.read_event(connection, record), robot)
        store.write(connection, replace(learned, removed=()))


def index_words(connection: sqlite3.Connection) -> None:
    """The indexes of words, which were not copied. The caller holds the transaction, the newest tables are there."""
    rows = connection.execute("SELECT record_id, summary FROM event_log WHERE kind != ?", (INSTANT,)).fetchall()
    for record_id, summary in rows:
        event_log.index_words(connection, record_id, summary)
    connection.execute("DELETE FROM history_words")
    connection.execute(
        "INSERT INTO history_words (rowid, words) SELECT node_id, words_of_history(summary, content)"
        " FROM history_node WHERE NOT forgotten"
    )


_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Salvage:
    """records: how many were read. lost: ranges of the ids of those that were not, first and last.

    damaged_pages: table -> how many pages or long rows of it could not be read. findings: what `verify` says of
    the export.
    """

    records: int
    lost: tuple[tuple[int, int], ...]
    damaged_pages: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing was lost."""
        return not self.damaged_pages and not self.findings


def salvage(damaged: Path, exported: Path, embedder: Embedder, config: MemoryConfig | None = None) -> Salvage:
    """Write what can be read of a memory to a new file, which is a memory itself. Nothing may write to it meanwhile.

    What rested on lost rows goes with them; words, beliefs, personal memories and the history tree are made anew from
    the log as far as it gives them. Raises DatabaseError if nothing can be read.
    """
    config = config or MemoryConfig()
    if exported.exists():
        raise DatabaseError(f"{exported} exists already: give another name or remove it first")
    try:
        with tempfile.TemporaryDirectory(dir=exported.parent, prefix=f"{exported.name}.unfinished") as folder:
            copied, fresh = Path(folder) / "damaged.db", Path(folder) / "fresh.db"
            _copy_with_log(damaged, copied)
            damages = copy_readable(copied, fresh)
            lost = _mend(fresh, damages, embedder, config)
            with Memory(fresh, embedder, config) as memory:
                while damages and memory.upkeep.build_history():
                    pass
                findings = memory.upkeep.verify()
                records = memory.counts()["records"]
                memory.upkeep.export(exported)
    except OSError as error:
        raise DatabaseError(f"{error.filename}: {error.strerror}: check that it is there and may be read") from error
    except sqlite3.DatabaseError as error:
        raise DatabaseError(f"{damaged}: too little of it can be read ({error}): restore it from a copy") from error
    return Salvage(records, _ranges(lost), {table: len(found) for table, found in damages.items()}, findings)


def _copy_with_log(damaged: Path, copied: Path) -> None:
    """What is in the write-ahead log goes into the copy; the file itself is not touched."""
    shutil.copyfile(damaged, copied)
    log = damaged.with_name(f"{damaged.name}-wal")
    if log.exists():
        shutil.copyfile(log, copied.with_name(f"{copied.name}-wal"))
        try:
            with closing(sqlite3.connect(copied)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.DatabaseError as error:
            _LOG.warning("the write-ahead log could not be read (%s): the latest records may be missing", error)


def _mend(fresh: Path, damages: Damages, embedder: Embedder, config: MemoryConfig) -> set[int]:
    """The records that are lost."""
    with closing(Database(fresh)) as database:
        with database.transaction() as connection:
            last = last_record(connection)
            gone = mend_rows(connection, damages) if damages else []
            if damages:
                mend_beliefs(connection, damages, config.belief)
                mend_personal(connection, PersonalStore(connection, embedder), config.belief.robot)
            connection.create_function("words_of_history", 2, words_of_history, deterministic=True)
            index_words(connection)
        with database.reading() as connection:
            known = {number for (number,) in connection.execute("SELECT record_id FROM event_log")}
    missing = {
        number
        for damage in damages.get("event_log", ())
        for number in range(max(1, damage.after + 1), min(last, damage.until) + 1)
    }
    return (missing | set(gone)) - known


def _ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)
