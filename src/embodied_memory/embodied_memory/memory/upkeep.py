"""What keeps a memory in order: building its history, forgetting, verifying, compacting, carrying it elsewhere.

A memory is carried away as one file, with which another memory may begin.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.memory.episodic.forgetting import forgetting_log
from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingEntry, ForgettingPlan, never
from embodied_memory.memory.episodic.history_tree.explorer import OnStep, TreeExploration, ignore_step
from embodied_memory.memory.file.clock_correction import future_records, set_back
from embodied_memory.memory.file.database import Database, DatabaseError
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.history_keeping import HistoryKeeper
from embodied_memory.memory.language_keeping import LanguageKeeper
from embodied_memory.memory.reasoning import Reasoning
from embodied_memory.memory.record_checks import RecordClock, storable
from embodied_memory.memory.verification.recomputed import (
    Progress,
    can_replay_beliefs,
    check_beliefs_by_replay,
    check_held,
    check_personal,
)
from embodied_memory.memory.verification.references import Finding
from embodied_memory.memory.verification.verify_rows import check_rows

_RENEWED_AT_ONCE = 50
"""A tenth of a second."""


@dataclass(frozen=True)
class Compaction:
    """Sizes in bytes. is_complete: False if another program had the file open, so that its log stays as it is."""

    before: int
    after: int
    is_complete: bool


class Upkeep:
    """`Memory.upkeep`: for its keeper."""

    def __init__(self, file: MemoryFile, clock: RecordClock, reasoning: Reasoning) -> None:
        self._file, self._clock, self._reasoning = file, clock, reasoning
        self._history = HistoryKeeper(file)
        self._language = LanguageKeeper(file, reasoning)

    def build_history(self, limit: int = 500) -> int:
        """Take up to `limit` new records into the history tree, and say how many it were.

        To be called beside recording, by one thread; questions read the last finished tree meanwhile.
        """
        with self._file.whole_tree():
            return self._history.build(limit)

    def keep_up(self, now_ns: int) -> int:
        """What is to be done beside recording, a piece at a time: build, and forget at night or when idle.

        What another model embedded, as one of an earlier version, is embedded anew. A language model, if there is
        one, reads the next utterance and tells the next episode that has ended.
        By the thread that builds the history. Returns how many records were taken into the tree.
        """
        with self._file.whole_tree():
            built = self._history.keep_up(now_ns)
        self._renew_vectors()
        self.read_by_language()
        return built

    def _renew_vectors(self) -> None:
        """Of some pieces of evidence, where they are of another model."""
        with self._file.lock:
            if self._file.stores.pieces.are_outdated:
                with self._file.commit() as commit:
                    self._file.stores.renew_pieces(commit, _RENEWED_AT_ONCE)

    def read_by_language(self) -> int:
        """Let the language model read the next utterance and tell the next ended episode; how many that were.

        By one thread, beside recording. 0 if nothing is left, or the model gave no reply: then it is tried again.
        """
        return self._language.keep_up()

    def forget(self, now_ns: int, stop: Callable[[], bool] = never) -> ForgettingPlan:
        """Forget what has expired and matters to nobody (H2-EMV, section 4.1). stop: asked again and again.

        By the thread that builds the history. What was decided, and why, is in the forgetting log.
        """
        with self._file.whole_tree():
            return self._history.forget(now_ns, stop)

    def explore_history(
        self,
        question: str,
        records: int = 5,
        on_step: OnStep = ignore_step,
        stop: Callable[[], bool] = never,
        asker: str = "",
    ) -> TreeExploration:
        """Look through the last finished history tree, step by step (H2-EMV: expand and search). Holds nobody up.

        asker: the person who is told of it, and has use for the best of the leaves; "" for nobody.
        """
        with self._file.whole_tree():
            found = self._file.stores.tree.explore(storable(question), records, on_step=on_step, stop=stop)
        if asker:
            with self._file.lock:
                self._file.stores.uses.cite(found.record_ids[:1], self._clock.now_ns())
        return found

    def forgetting_log(self, count: int = 20) -> list[ForgettingEntry]:
        """The latest decisions of forgetting with their reasons, the newest first."""
        with self._file.reading() as connection:
            return forgetting_log.latest(connection, max(0, count))

    def verify(self, progress: Progress = lambda record_id: None) -> tuple[Finding, ...]:
        """Whether stores, log and file agree: everything found wrong, with what to do about it.

        Checked are every page; that every row finds the record, object, episode ... that it tells of; that the
        newest fact is the current one; that the history tree is whole, in order, outlived by no child and covers
        the log; that what is held in memory is what the file says; that personal memories are what the words in
        the log teach; and, where nothing was seen or erased, that all events replayed give the same beliefs,
        commitments and episodes. progress: told how far the replay is. Raises DatabaseError if the file is damaged.
        """
        with self._file.tree_at_rest, self._file.lock:
            self._file.database.verify()
            with self._file.reading() as connection:
                found = [*check_rows(connection), *self._check_stores(connection)]
                if can_replay_beliefs(connection):
                    found += check_beliefs_by_replay(connection, self._file.config.belief, progress)
        return tuple(found)

    def _check_stores(self, connection: sqlite3.Connection) -> Iterator[Finding]:
        file = self._file
        yield from check_held(connection, file.stores, file.embedder, file.config, file.stores.latest_stamp_ns)
        yield from check_personal(connection, file.stores.personal, file.config.belief.robot)
        if now_ns := self._clock.overtaken_ns:
            ahead = future_records(connection, now_ns)
            remedy = "if the clock is right, set them back with `embodied-memory memory restamp`"
            yield Finding("event_log", max(ahead), f"{len(ahead)} records are of after now, this the last", remedy)

    def restamp(self, now_ns: int) -> int:
        """Set back what was recorded of after now, by a clock that was ahead; how many records those were.

        All by one span, so that the last of them was now. Raises DatabaseError, with everything as it was.
        """
        with self._file.tree_at_rest, self._file.lock:
            with self._file.commit() as commit:
                ahead, tree = future_records(commit.connection, now_ns), self._file.stores.tree
                built = tree.snapshot().last_record_id
                tree.write(commit.connection, tree.erase(ahead))
                set_back(commit.connection, now_ns)
            self._file.load()
            again = sorted(one for one in ahead if one <= built)
            self._reasoning.offline(lambda: self._history.take_again(again))
        return len(ahead)

    def compact(self) -> Compaction:
        """Rewrite the file as small as can be, without anything that was deleted. Raises DatabaseError."""
        with self._file.tree_at_rest, self._file.lock:
            before = self._file.database.size()
            is_complete = self._file.scrub()
            return Compaction(before, self._file.database.size(), is_complete)

    def export(self, path: Path | str) -> None:
        """Write everything to a new file, which is a memory itself. Recording waits. Raises DatabaseError."""
        with self._file.lock:
            export_to(self._file.database, Path(path))

    def import_(self, path: Path | str) -> None:
        """Take over everything of an exported memory; this one must be empty. Raises DatabaseError."""
        with self._file.tree_at_rest, self._file.lock:
            import_from(self._file.database, Path(path))
            self._file.load()


def export_to(database: Database, path: Path) -> None:
    """Write everything, as of now, to a new file; what was deleted is not in it. It appears only when it is whole.

    Raises DatabaseError, also if there is such a file already.
    """
    if path.exists():
        raise DatabaseError(f"{path} exists already: give another name or remove it first")
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        with database.reading() as connection:
            if connection.in_transaction:  # of a reader (`Database.settle`); copying begins one of its own
                connection.execute("COMMIT")
            connection.execute("VACUUM INTO ?", (str(unfinished),))
        with closing(Database(unfinished, read_only=True)) as written:
            written.verify()
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.rename(path)
    except OSError as error:
        raise DatabaseError(f"{path}: {error.strerror}: check that its folder exists and may be written") from error
    finally:
        unfinished.unlink(missing_ok=True)


def import_from(database: Database, path: Path) -> None:
    """Take over all of an exported memory. Raises DatabaseError if this one is not empty, or that one is damaged."""
    with database.reading() as connection:
        records = connection.execute("SELECT count(*) FROM event_log").fetchone()[0]
    if records:
        raise DatabaseError(f"{database.path} has {records} records already: import into a new memory")
    with closing(Database(path, read_only=True)) as exported:
        exported.verify()
        with database.reading() as connection:
            exported.connection.backup(connection)
