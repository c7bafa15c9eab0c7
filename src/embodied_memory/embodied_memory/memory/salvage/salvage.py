"""Getting everything readable out of a damaged memory, into an export in which all stores agree."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.episodic.history_tree.word_index import words_of_history
from embodied_memory.memory.file.database import Database, DatabaseError
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.personal.personal_store import PersonalStore
from embodied_memory.memory.salvage.mending import index_words, last_record, mend_beliefs, mend_personal, mend_rows
from embodied_memory.memory.salvage.readable_rows import Damages, copy_readable
from embodied_memory.memory.verification.finding import Finding

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder

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
