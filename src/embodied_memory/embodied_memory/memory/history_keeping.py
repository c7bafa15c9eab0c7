"""The history tree, kept up with the log and forgotten from, beside recording."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import replace

from embodied_memory.event import EventKind
from embodied_memory.memory.episodic import bank_entry
from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingPlan, never
from embodied_memory.memory.episodic.forgetting.lifetimes import ForgettingSchedule, LogLifetimes
from embodied_memory.memory.episodic.history_tree.content import GoalTracker, TreeRecord, record_of_event
from embodied_memory.memory.erasure.erase_forgotten import erase_forgotten, forgotten_for_good
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import FORGOTTEN, INSTANT, LogRecord

_GOALS_BEFORE = 64
"""Starts and ends of goals before the first record to be read: what the robot was at then is among them."""
_MOST_FREE = 0.25
"""With more of the file free after forgetting, it is rewritten; what is free is filled again anyway."""
_GOAL_KINDS = (
    EventKind.INSTRUCTION_STARTED, EventKind.INSTRUCTION_ENDED, EventKind.GOAL_STARTED, EventKind.GOAL_ENDED,
    EventKind.SKILL_STARTED, EventKind.SKILL_ENDED,
)  # fmt: skip


class HistoryKeeper:
    """`build` and `forget` are for a thread of their own; recording and answering go on meanwhile.

    Only reading what is new and writing what was computed hold the memory's lock; `tree_at_rest` is held throughout.
    """

    def __init__(self, file: MemoryFile) -> None:
        self._file, self._robot = file, file.config.belief.robot
        self._schedule = ForgettingSchedule(file.config.forgetting)
        self._log_lifetimes = LogLifetimes(file.config.forgetting)
        file.after_loading(self._begin)

    def _begin(self) -> None:
        self._goals: GoalTracker | None = None

    def keep_up(self, now_ns: int) -> int:
        """Take in the next batch; with nothing to take in, forget if it is due. Returns how many records were taken.

        New records come first: forgetting stops at the next node when some arrive, and goes on later.
        """
        built = self.build()
        tree = self._file.stores.tree
        if not built and self._schedule.due(now_ns, tree.snapshot().root.last_ns, tree.last_forgetting_ns):
            self.forget(now_ns, self._is_behind)
        return built

    def _is_behind(self) -> bool:
        with self._file.reading() as connection:
            return bool(event_log.after(connection, self._file.stores.tree.snapshot().last_record_id, 1))

    def build(self, limit: int = 500) -> int:
        """Take up to `limit` records that are not in the tree yet; how many those were. Raises DatabaseError."""
        with self._file.tree_at_rest:
            try:
                return self._build(limit)
            except BaseException:
                self._goals = None  # it followed records that are to be read again
                raise

    def forget(self, now_ns: int, stop: Callable[[], bool] = never) -> ForgettingPlan:
        """Forget what has expired and matters to nobody; the plan that was carried out. Raises DatabaseError.

        What only the raw observation told goes from the database: views, thumbnails, sightings. Records that left
        the tree go from log and stores when they have had their grace (`erase_forgotten`).
        """
        with self._file.tree_at_rest:
            with self._file.commit() as commit:
                commit.write(self._file.stores.uses, self._file.stores.uses.settled(now_ns))
            with self._file.lock:  # what is recorded meanwhile is used meanwhile
                used = self._file.stores.uses.kept()
            plan = self._file.stores.tree.forget(now_ns, stop, used)
            with self._file.commit() as commit:
                stores = self._file.stores
                commit.write(stores.tree, plan)
                _drop_raw(commit.connection, plan)
                commit.afterwards(lambda: stores.bank.remove(plan.record_ids))
            if plan.finished and plan.now_ns:
                self._forget_for_good(now_ns)
        return plan

    def _forget_for_good(self, now_ns: int) -> None:
        """In a transaction of its own: what an end between the two leaves is due at the next forgetting."""
        with self._file.lock:
            stores, lifetimes = self._file.stores, self._log_lifetimes
            with self._file.reading() as connection:
                gone = forgotten_for_good(connection, stores, lifetimes, now_ns)
            if not gone:
                return
            with self._file.commit() as commit:
                erase_forgotten(commit.connection, stores, gone, lifetimes.left_until_ns(now_ns), now_ns)
            self._file.load()
            self._file.database.delete_copies()
            if self._file.database.free_share() > _MOST_FREE:
                self._file.scrub()

    def take_again(self, record_ids: Iterable[int]) -> None:
        """Records that were taken out of the tree go into it once more, as they are now. Raises DatabaseError."""
        with self._file.tree_at_rest, self._file.commit() as commit:
            self._goals = self._goals_at(commit.connection, 0)
            taken = event_log.of_ids(commit.connection, record_ids)
            records = [self._tree_record(commit.connection, one) for one in taken]
            self._goals = None
            commit.write(self._file.stores.tree, self._file.stores.tree.grow(records))

    def _build(self, limit: int) -> int:
        with self._file.reading() as connection:
            records = self._read(connection, limit)
        if not records:
            return 0
        changes = self._file.stores.tree.grow(records)
        with self._file.commit() as commit:
            commit.write(self._file.stores.tree, changes)
        return len(records)

    def _read(self, connection: sqlite3.Connection, limit: int) -> list[TreeRecord]:
        last = self._file.stores.tree.snapshot().last_record_id
        if self._goals is None:
            self._goals = self._goals_at(connection, last)
        return [self._tree_record(connection, record) for record in event_log.after(connection, last, limit)]

    def _goals_at(self, connection: sqlite3.Connection, record_id: int) -> GoalTracker:
        """What the robot was at when this record was written."""
        tracker = GoalTracker(self._robot)
        for record in reversed(event_log.of_kinds_until(connection, _GOAL_KINDS, record_id, _GOALS_BEFORE)):
            tracker.follow(event_log.read_event(connection, record))
        return tracker

    def _tree_record(self, connection: sqlite3.Connection, record: LogRecord) -> TreeRecord:
        assert self._goals is not None
        if record.kind == INSTANT:
            return self._instant(connection, record, self._goals)
        event = event_log.read_event(connection, record)
        told = record_of_event(record.record_id, event, self._goals.follow(event), self._robot)
        return replace(told, interest=self._file.stores.uses.interest(record.record_id))

    def _instant(self, connection: sqlite3.Connection, record: LogRecord, goals: GoalTracker) -> TreeRecord:
        keys = connection.execute("SELECT object_key FROM sighting WHERE record_id = ?", (record.record_id,))
        states = self._file.stores.objects.asserted_in(key for (key,) in keys)
        where = connection.execute("SELECT x, y, z FROM instant WHERE record_id = ?", (record.record_id,)).fetchone()
        return TreeRecord(
            record.record_id, record.stamp_ns, INSTANT, record.summary, self._file.stores.view.room_at(where),
            record.actor, tuple(state.object_id for state in states if state.category != "person"),
            tuple(state.caption or state.object_id for state in states if state.category == "person"),
            goals.goals, has_detail=True,
        )  # fmt: skip


def _drop_raw(connection: sqlite3.Connection, plan: ForgettingPlan) -> None:
    bank_entry.delete_entries(connection, plan.record_ids)
    connection.executemany("DELETE FROM sighting WHERE record_id = ?", [(one,) for one in plan.record_ids])
    connection.executemany(
        "UPDATE event_log SET summary = ? WHERE record_id = ? AND kind = ?",
        [(FORGOTTEN, one, INSTANT) for one in plan.forgotten_record_ids],
    )
