"""The history tree, kept up with the log and forgotten from, beside recording."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable

from embodied_memory.config import MemoryConfig
from embodied_memory.event import EventKind
from embodied_memory.memory import event_log
from embodied_memory.memory.database import Database
from embodied_memory.memory.episodic import bank_rows
from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingPlan, never
from embodied_memory.memory.episodic.forgetting.schedule import ForgettingSchedule
from embodied_memory.memory.episodic.history_tree.tree_record import GoalTracker, TreeRecord, record_of_event
from embodied_memory.memory.event_log import FORGOTTEN, INSTANT, LogRecord
from embodied_memory.memory.stores import Stores

_GOALS_BEFORE = 64
"""Starts and ends of goals before the first record to be read: what the robot was at then is among them."""
_GOAL_KINDS = (
    EventKind.INSTRUCTION_STARTED, EventKind.INSTRUCTION_ENDED, EventKind.GOAL_STARTED, EventKind.GOAL_ENDED,
    EventKind.SKILL_STARTED, EventKind.SKILL_ENDED,
)  # fmt: skip


class HistoryKeeper:
    """`build` and `forget` are for a thread of their own; recording and answering go on meanwhile.

    Only reading what is new and writing what was computed hold the memory's lock. `resting` is held all the while:
    who takes it, always before the memory's lock, may change the tree in another way.
    """

    def __init__(self, database: Database, lock: threading.RLock, config: MemoryConfig) -> None:
        self._database, self._lock, self._robot = database, lock, config.belief.robot
        self._schedule = ForgettingSchedule(config.forgetting)
        self.resting = threading.RLock()

    def keep(self, stores: Stores) -> None:
        """Go on with these stores."""
        self._stores = stores
        self._goals: GoalTracker | None = None

    def keep_up(self, now_ns: int) -> int:
        """Take in the next batch; with nothing to take in, forget if it is due. Returns how many records were taken.

        New records come first: forgetting stops at the next node when some arrive, and goes on later.
        """
        built = self.build()
        tree = self._stores.tree
        if not built and self._schedule.due(now_ns, tree.snapshot().root.last_ns, tree.last_forgetting_ns):
            self.forget(now_ns, self._is_behind)
        return built

    def _is_behind(self) -> bool:
        with self._lock, self._database.reading() as connection:
            return bool(event_log.after(connection, self._stores.tree.snapshot().last_record_id, 1))

    def build(self, limit: int = 500) -> int:
        """Take up to `limit` records that are not in the tree yet; how many those were. Raises DatabaseError."""
        with self.resting:
            try:
                return self._build(limit)
            except BaseException:
                self._goals = None  # it followed records that are to be read again
                raise

    def forget(self, now_ns: int, stop: Callable[[], bool] = never) -> ForgettingPlan:
        """Forget what has expired and matters to nobody; the plan that was carried out. Raises DatabaseError.

        What only the raw observation told goes from the database: views, thumbnails, sightings. Events stay.
        """
        with self.resting:
            plan = self._stores.tree.forget(now_ns, stop)
            with self._lock:
                with self._database.transaction() as connection:
                    self._stores.tree.write(connection, plan)
                    _drop_raw(connection, plan)
                self._stores.tree.adopt(plan)
                self._stores.bank.remove(plan.record_ids)
        return plan

    def take_again(self, record_ids: Iterable[int]) -> None:
        """Records that were taken out of the tree go into it once more, as they are now. Raises DatabaseError."""
        with self.resting, self._lock:
            with self._database.reading() as connection:
                self._goals = self._goals_at(connection, 0)
                records = [self._tree_record(connection, one) for one in event_log.of_ids(connection, record_ids)]
            self._goals = None
            changes = self._stores.tree.grow(records)
            with self._database.transaction() as connection:
                self._stores.tree.write(connection, changes)
            self._stores.tree.adopt(changes)

    def _build(self, limit: int) -> int:
        with self._lock, self._database.reading() as connection:
            records = self._read(connection, limit)
        if not records:
            return 0
        changes = self._stores.tree.grow(records)
        with self._lock:
            with self._database.transaction() as connection:
                self._stores.tree.write(connection, changes)
            self._stores.tree.adopt(changes)
        return len(records)

    def _read(self, connection: sqlite3.Connection, limit: int) -> list[TreeRecord]:
        last = self._stores.tree.snapshot().last_record_id
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
        return record_of_event(record.record_id, event, self._goals.follow(event), self._robot)

    def _instant(self, connection: sqlite3.Connection, record: LogRecord, goals: GoalTracker) -> TreeRecord:
        keys = connection.execute("SELECT object_key FROM sighting WHERE record_id = ?", (record.record_id,))
        states = self._stores.objects.asserted_in(key for (key,) in keys)
        where = connection.execute("SELECT x, y, z FROM instant WHERE record_id = ?", (record.record_id,)).fetchone()
        return TreeRecord(
            record.record_id, record.stamp_ns, INSTANT, record.summary, self._stores.view.room_at(where),
            record.actor, tuple(state.object_id for state in states if state.category != "person"),
            tuple(state.caption or state.object_id for state in states if state.category == "person"),
            goals.goals, has_detail=True,
        )  # fmt: skip


def _drop_raw(connection: sqlite3.Connection, plan: ForgettingPlan) -> None:
    bank_rows.delete_entries(connection, plan.record_ids)
    connection.executemany("DELETE FROM sighting WHERE record_id = ?", [(one,) for one in plan.record_ids])
    connection.executemany(
        "UPDATE event_log SET summary = ? WHERE record_id = ? AND kind = ?",
        [(FORGOTTEN, one, INSTANT) for one in plan.forgotten_record_ids],
    )
