"""An actor's day: beats wait for their time, one script runs at a time, step after step."""

from __future__ import annotations

import heapq

from embodied_memory.skill import SkillOutcome
from household.residents.acts import Script, Step
from household.residents.beat import Beat

NEVER_NS = 1 << 62


class Timeline:
    """What an actor does next, and when."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Beat]] = []
        self._count = 0
        self._script: Script | None = None
        self._free_ns = 0
        self._outcome: SkillOutcome | None = None
        self.beat: Beat | None = None

    @property
    def next_ns(self) -> int:
        """When the actor does something next."""
        if self._script is not None:
            return self._free_ns
        return max(self._free_ns, self._waiting[0][0]) if self._waiting else NEVER_NS

    def add(self, beat: Beat) -> None:
        """A beat to begin at its time, or as soon as the actor is free after it."""
        self._count += 1
        heapq.heappush(self._waiting, (beat.stamp_ns, self._count, beat))

    def is_due(self, now_ns: int) -> bool:
        """Whether another beat waits already."""
        return bool(self._waiting) and self._waiting[0][0] <= now_ns

    def next_beat(self) -> Beat | None:
        """The next beat if none is running; the caller begins it with a script or drops it."""
        if self._script is not None or not self._waiting:
            return None
        return heapq.heappop(self._waiting)[2]

    def begin(self, beat: Beat, script: Script) -> None:
        """Run a script from now on."""
        self.beat, self._script, self._outcome = beat, script, None

    def next_step(self) -> Step | None:
        """The script's next step, or None if it has ended."""
        if self._script is None:
            return None
        try:
            return next(self._script) if self._outcome is None else self._script.send(self._outcome)
        except StopIteration:
            self._script = None
            return None

    def done(self, now_ns: int, step: Step, outcome: SkillOutcome) -> None:
        """A step was performed; the actor is busy with it for a while."""
        self._outcome, self._free_ns = outcome, now_ns + int(step.seconds * 1e9)
