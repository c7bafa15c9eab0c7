"""When to forget: every night, and when nothing happens (H2-EMV, section 4.3)."""

from __future__ import annotations

from embodied_memory.config import ForgettingConfig
from embodied_memory.memory.episodic.forgetting.lifetimes import SECOND

_DAY_NS = 86_400 * SECOND
_HOUR_NS = 3_600 * SECOND


class ForgettingSchedule:
    """Pure: says whether forgetting is due, from three stamps."""

    def __init__(self, config: ForgettingConfig) -> None:
        self._config = config

    def due(self, now_ns: int, last_record_ns: int, last_run_ns: int) -> bool:
        """last_record_ns: of the newest record; last_run_ns: of the last finished forgetting; 0 for never.

        Forgetting that was interrupted does not count as a run. A clock that jumped back makes nothing due.
        """
        if not self._config.enabled or last_record_ns == 0 or now_ns <= last_run_ns:
            return False
        return self._is_night(now_ns, last_run_ns) or self._is_idle(now_ns, last_record_ns, last_run_ns)

    def _is_night(self, now_ns: int, last_run_ns: int) -> bool:
        """Whether the hour of the night has struck since the last run."""
        if self._config.nightly_at_h < 0:
            return False
        shift = round((self._config.utc_offset_h - self._config.nightly_at_h) * _HOUR_NS)
        return (now_ns + shift) // _DAY_NS > (last_run_ns + shift) // _DAY_NS

    def _is_idle(self, now_ns: int, last_record_ns: int, last_run_ns: int) -> bool:
        if self._config.idle_interval_s <= 0 or last_run_ns >= last_record_ns + self._config.idle_after_s * SECOND:
            return False
        idle = now_ns - last_record_ns >= self._config.idle_after_s * SECOND
        return idle and now_ns - last_run_ns >= self._config.idle_interval_s * SECOND
