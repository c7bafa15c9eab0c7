"""What keeps a memory in order: building its history, forgetting, verifying, compacting, carrying it elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.memory.episodic.forgetting import forgetting_log
from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingEntry, ForgettingPlan, never
from embodied_memory.memory.open_memory import OpenMemory


class Maintenance(OpenMemory):
    """The part of `Memory` for its keeper."""

    def build_history(self, limit: int = 500) -> int:
        """Take up to `limit` new records into the history tree, and say how many it were.

        To be called beside recording, by one thread; questions read the last finished tree meanwhile.
        """
        return self._history.build(limit)

    def keep_up(self, now_ns: int) -> int:
        """What is to be done beside recording, a piece at a time: build, and forget at night or when idle.

        By the thread that builds the history. Returns how many records were taken into the tree.
        """
        return self._history.keep_up(now_ns)

    def forget(self, now_ns: int, stop: Callable[[], bool] = never) -> ForgettingPlan:
        """Forget what has expired and matters to nobody (H2-EMV, section 4.1). stop: asked again and again.

        By the thread that builds the history. What was decided, and why, is in the forgetting log.
        """
        return self._history.forget(now_ns, stop)

    def forgetting_log(self, count: int = 20) -> list[ForgettingEntry]:
        """The latest decisions of forgetting with their reasons, the newest first."""
        with self._lock, self._database.reading() as connection:
            return forgetting_log.latest(connection, max(0, count))

    def verify(self) -> None:
        """Check every page of the file. Raises DatabaseError if it is damaged."""
        with self._lock:
            self._database.verify()
