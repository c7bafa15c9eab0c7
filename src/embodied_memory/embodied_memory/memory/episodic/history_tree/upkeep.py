"""Building and forgetting beside ingestion, in a thread of their own (H2-EMV, section 4.3)."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable

from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingPlan
from embodied_memory.memory.episodic.forgetting.schedule import ForgettingSchedule
from embodied_memory.memory.episodic.history_tree.history_tree import HistoryTree
from embodied_memory.memory.episodic.history_tree.tree import TreeChanges
from embodied_memory.memory.episodic.history_tree.tree_record import TreeRecord

Commit = Callable[["TreeChanges | ForgettingPlan"], None]
"""Writes to the database in one transaction and then lets the tree adopt it. Raises if it could not."""


class TreeUpkeep:
    """Takes records without waiting; builds the tree from all that waits; forgets when it is due and nothing waits.

    New records come first: forgetting stops at the next node when some arrive, and goes on later. An error of the
    commit ends the thread; `error` then says which, and the records it had are still in the log to be read again.
    """

    def __init__(
        self,
        tree: HistoryTree,
        schedule: ForgettingSchedule,
        commit: Commit,
        now_ns: Callable[[], int],
        look_every_s: float = 1.0,
        batch: int = 200,
    ) -> None:
        self._tree, self._schedule, self._commit, self._now_ns = tree, schedule, commit, now_ns
        self._look_every_s, self._batch = look_every_s, batch
        self._waiting: deque[TreeRecord] = deque()
        self._changed = threading.Condition()
        self._stopping = False
        self._busy = False
        self._last_record_ns = tree.snapshot().root.last_ns
        self._thread = threading.Thread(target=self._run, name="history-tree", daemon=True)
        self.error: Exception | None = None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def put(self, records: Iterable[TreeRecord]) -> None:
        """Hand over records; they are in the tree soon."""
        with self._changed:
            self._waiting.extend(records)
            self._changed.notify_all()

    def wait_until_built(self, timeout_s: float) -> bool:
        """Wait until nothing waits any more. False if it took too long or the thread has ended."""
        with self._changed:
            done = self._changed.wait_for(lambda: self.error or (not self._waiting and not self._busy), timeout_s)
            return bool(done) and self.error is None

    def stop(self) -> None:
        """Finish the batch in hand and end. What still waits is in the log."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while self._step():
                pass
        except Exception as error:
            # Whatever a store or a model raises must not vanish with the thread.
            self.error = error
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()

    def _step(self) -> bool:
        """One batch, or one forgetting if it is due. False when it is over."""
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._stopping or self._waiting, self._look_every_s)
            if self._stopping:
                return False
            records = [self._waiting.popleft() for _ in range(min(self._batch, len(self._waiting)))]
            self._busy = True
        if records:
            self._last_record_ns = max(self._last_record_ns, *(record.stamp_ns for record in records))
            self._commit(self._tree.grow(records))
        elif self._schedule.due(self._now_ns(), self._last_record_ns, self._tree.last_forgetting_ns):
            self._commit(self._tree.forget(self._now_ns(), self._is_needed))
        return True

    def _is_needed(self) -> bool:
        return self._stopping or bool(self._waiting)
