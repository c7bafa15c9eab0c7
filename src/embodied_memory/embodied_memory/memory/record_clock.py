"""The time it is for a memory, and what it makes of a clock that jumps."""

from __future__ import annotations

import logging
from collections.abc import Callable

from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.record_checks import check_not_ahead

_LOG = logging.getLogger(__name__)

Clock = Callable[[], int]
"""The time it is now, in nanoseconds since the epoch."""


class RecordClock:
    """clock: of the robot, 0 while unknown; stamps ahead of it are refused. Without one none are."""

    def __init__(self, file: MemoryFile, clock: Clock | None) -> None:
        self._file, self._clock = file, clock
        self._said_ahead = False

    def now_ns(self, now_ns: int | None = None) -> int:
        """The time asked about; if none is given the latest stamp, or the clock where that is of the future."""
        if now_ns is not None:
            return now_ns
        return self.overtaken_ns or self._file.stores.latest_stamp_ns

    @property
    def overtaken_ns(self) -> int:
        """What the clock shows if the memory has records of after that; 0 if it has none, or nobody knows."""
        clock_ns = self._clock() if self._clock else 0
        return clock_ns if clock_ns and self._ahead_s(clock_ns) > self._file.config.max_ahead_of_clock_s else 0

    def check(self, stamp_ns: int) -> None:
        """Refuse what comes from the future; say once if what was recorded before does. Raises InvalidRecordError."""
        clock_ns = self._clock() if self._clock else 0
        if not clock_ns:
            return
        check_not_ahead(stamp_ns, clock_ns, self._file.config.max_ahead_of_clock_s)
        if not self._said_ahead and self.overtaken_ns:
            self._said_ahead = True
            _LOG.error(
                "the memory has records of %.0f s after now: the clock jumped. If it is right now, set them back with"
                " `embodied-memory memory restamp`; what is recorded until then is kept with its stamps",
                self._ahead_s(clock_ns),
            )

    def _ahead_s(self, clock_ns: int) -> float:
        return (self._file.stores.latest_stamp_ns - clock_ns) / 1e9
