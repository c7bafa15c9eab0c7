"""Simulated time: it passes with what the robot does, not with the wall."""

from __future__ import annotations

import time


class Pace:
    """The simulated clock. real_time_factor: simulated seconds a second; 0: as fast as this machine can."""

    def __init__(self, real_time_factor: float) -> None:
        self._factor = real_time_factor
        self.stamp_ns = time.time_ns()

    def advance(self, seconds: float) -> int:
        """Let time pass; returns the new time in nanoseconds."""
        self.stamp_ns += int(seconds * 1e9)
        if self._factor > 0:
            time.sleep(seconds / self._factor)
        return self.stamp_ns
