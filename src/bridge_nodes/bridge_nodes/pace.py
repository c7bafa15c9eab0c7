"""Simulated time: it passes with what the robot does, not with the wall."""

from __future__ import annotations

import time


class Pace:
    """The simulated clock. real_time_factor: simulated seconds a second; 0: as fast as this machine can.

    time_scale: so many seconds pass for everybody while the robot does what takes it one; may be set at any time.
    """

    def __init__(self, real_time_factor: float, start_ns: int = 0) -> None:
        """start_ns: what the clock begins with; 0: the time of this machine."""
        self._factor = real_time_factor
        self.time_scale = 1.0
        self.stamp_ns = start_ns or time.time_ns()

    def advance(self, seconds: float) -> int:
        """Let the robot have some seconds; returns the new time in nanoseconds."""
        self.stamp_ns += int(seconds * self.time_scale * 1e9)
        if self._factor > 0:
            time.sleep(seconds / self._factor)
        return self.stamp_ns
