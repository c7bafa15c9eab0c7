"""What keeps a memory in order: building its history, forgetting, verifying, compacting, carrying it elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.evidence import Evidence
from embodied_memory.memory import event_log
from embodied_memory.memory.clock_correction import future_records, set_back
from embodied_memory.memory.episodic.forgetting import forgetting_log
from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingEntry, ForgettingPlan, never
from embodied_memory.memory.episodic.history_tree.exploration import TreeExploration
from embodied_memory.memory.episodic.history_tree.explorer import OnStep, ignore_step
from embodied_memory.memory.open_memory import OpenMemory
from embodied_memory.memory.portable import export_to, import_from
from embodied_memory.memory.record_checks import storable
from embodied_memory.memory.verification.finding import Finding
from embodied_memory.memory.verification.held import check_held
from embodied_memory.memory.verification.replay import (
    Progress,
    can_replay_beliefs,
    check_beliefs_by_replay,
    check_personal,
)
from embodied_memory.memory.verification.verify_rows import check_rows

_RENEWED_AT_ONCE = 50
"""A tenth of a second."""


@dataclass(frozen=True)
class Compaction:
    """Sizes in bytes. is_complete: False if another program had the file open, so that its log stays as it is."""

    before: int
    after: int
    is_complete: bool


class Maintenance(OpenMemory):
    """The part of `Memory` for its keeper."""

    def build_history(self, limit: int = 500) -> int:
        """Take up to `limit` new records into the history tree, and say how many it were.

        To be called beside recording, by one thread; questions read the last finished tree meanwhile.
        """
        with self._whole_tree():
            return self._history.build(limit)

    def keep_up(self, now_ns: int) -> int:
        """What is to be done beside recording, a piece at a time: build, and forget at night or when idle.

        What another model embedded, as one of an earlier version, is embedded anew. A language model, if there is
        one, reads the next utterance and tells the next episode that has ended.
        By the thread that builds the history. Returns how many records were taken into the tree.
        """
        with self._whole_tree():
            built = self._history.keep_up(now_ns)
        self._renew_vectors()
        self.read_by_language()
        return built

    def _renew_vectors(self) -> None:
        """Of some pieces of evidence, where they are of another model."""
        with self._lock:
            if self._stores.pieces.are_outdated:
                with self._database.transaction() as connection:
                    self._stores.renew_pieces(connection, _RENEWED_AT_ONCE)

    def read_by_language(self) -> int:
        """Let the language model read the next utterance and tell the next ended episode; how many that were.

        By one thread, beside recording. 0 if nothing is left, or the model gave no reply: then it is tried again.
        """
        return self._language.keep_up()

    def forget(self, now_ns: int, stop: Callable[[], bool] = never) -> ForgettingPlan:
        """Forget what has expired and matters to nobody (H2-EMV, section 4.1). stop: asked again and again.

        By the thread that builds the history. What was decided, and why, is in the forgetting log.
        """
        with self._whole_tree():
            return self._history.forget(now_ns, stop)

    def explore_history(
        self,
        question: str,
        records: int = 5,
        on_step: OnStep = ignore_step,
        stop: Callable[[], bool] = never,
    ) -> TreeExploration:
        """Look through the last finished history tree, step by step (H2-EMV: expand and search). Holds nobody up."""
        with self._whole_tree():
            return self._stores.tree.explore(storable(question), records, on_step=on_step, stop=stop)

    def evidence_of(self, record_ids: Iterable[int]) -> tuple[Evidence, ...]:
        """These records as they are cited, in this order, without those that are gone."""
        with self._lock, self._database.reading() as connection:
            return tuple(record.as_evidence() for record in event_log.of_ids(connection, record_ids))

    def forgetting_log(self, count: int = 20) -> list[ForgettingEntry]:
        """The latest decisions of forgetting with their reasons, the newest first."""
        with self._lock, self._database.reading() as connection:
            return forgetting_log.latest(connection, max(0, count))

    def verify(self, progress: Progress = lambda record_id: None) -> tuple[Finding, ...]:
        """Whether stores, log and file agree: everything found wrong, with what to do about it.

        Checked are every page; that every row finds the record, object, episode ... that it tells of; that the
        newest fact is the current one; that the history tree is whole, in order, outlived by no child and covers
        the log; that what is held in memory is what the file says; that personal memories are what the words in
        the log teach; and, where nothing was seen or erased, that all events replayed give the same beliefs,
        commitments and episodes. progress: told how far the replay is. Raises DatabaseError if the file is damaged.
        """
        with self._history.resting, self._lock:
            self._database.verify()
            with self._database.reading() as connection:
                found = [*check_rows(connection), *self._check_stores(connection)]
                if can_replay_beliefs(connection):
                    found += check_beliefs_by_replay(connection, self._config.belief, progress)
        return tuple(found)

    def _check_stores(self, connection: sqlite3.Connection) -> Iterator[Finding]:
        yield from check_held(connection, self._stores, self._embedder, self._config, self._latest_stamp_ns)
        yield from check_personal(connection, self._stores.personal, self._config.belief.robot)
        now_ns = self._clock() if self._clock else 0
        if now_ns and self._is_ahead(now_ns):
            ahead = future_records(connection, now_ns)
            remedy = "if the clock is right, set them back with `embodied-memory memory restamp`"
            yield Finding("event_log", max(ahead), f"{len(ahead)} records are of after now, this the last", remedy)

    def restamp(self, now_ns: int) -> int:
        """Set back what was recorded of after now, by a clock that was ahead; how many records those were.

        All by one span, so that the last of them was now. Raises DatabaseError, with everything as it was.
        """
        with self._history.resting, self._lock:
            with self._database.transaction() as connection:
                ahead = future_records(connection, now_ns)
                built = self._stores.tree.snapshot().last_record_id
                self._stores.tree.write(connection, self._stores.tree.erase(ahead))
                set_back(connection, now_ns)
            self._load()
            again = sorted(one for one in ahead if one <= built)
            self._reasoning.offline(lambda: self._history.take_again(again))
        return len(ahead)

    def compact(self) -> Compaction:
        """Rewrite the file as small as can be, without anything that was deleted. Raises DatabaseError."""
        with self._history.resting, self._lock:
            before = self._database.size()
            is_complete = self._scrub()
            return Compaction(before, self._database.size(), is_complete)

    def export(self, path: Path | str) -> None:
        """Write everything to a new file, which is a memory itself. Recording waits. Raises DatabaseError."""
        with self._lock:
            export_to(self._database, Path(path))

    def import_(self, path: Path | str) -> None:
        """Take over everything of an exported memory; this one must be empty. Raises DatabaseError."""
        with self._history.resting, self._lock:
            import_from(self._database, Path(path))
            self._load()
