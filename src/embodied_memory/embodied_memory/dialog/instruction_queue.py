"""What people asked for and is not done yet: one instruction at a time, the rest in the order it was asked for."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Assignment:
    """instruction: as the planner gets it. speaker: who asked for it, and whose permissions count."""

    instruction: str
    speaker: str


class Standing(Enum):
    """What becomes of an instruction that is given. KNOWN: it is being done, or waits, already. FULL: not taken."""

    NOW = "now"
    LATER = "later"
    KNOWN = "known"
    FULL = "full"


class InstructionQueue:
    """current: what the planner has; None while it has nothing."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting: deque[Assignment] = deque()
        self.current: Assignment | None = None

    @property
    def waiting(self) -> tuple[Assignment, ...]:
        """What comes after the current one, in order."""
        return tuple(self._waiting)

    def give(self, assignment: Assignment, first: bool = False) -> Standing:
        """first: goes before all that waits, as what somebody was asked back about does."""
        if assignment == self.current or assignment in self._waiting:
            return Standing.KNOWN
        if self.current is None:
            self.current = assignment
            return Standing.NOW
        if len(self._waiting) >= self._most_waiting:
            return Standing.FULL
        self._waiting.insert(0 if first else len(self._waiting), assignment)
        return Standing.LATER

    def end(self, assignment: Assignment) -> None:
        """The planner is done with it. What was dropped since counts for nothing."""
        if assignment == self.current:
            self.current = None

    def withdraw(self, instruction: str, speaker: str) -> bool:
        """Somebody takes back what they asked for last; returns whether it was being done already."""
        taken_back = Assignment(instruction, speaker)
        is_current = taken_back == self.current
        if is_current:
            self.current = None
        elif taken_back in self._waiting:
            self._waiting.remove(taken_back)
        return is_current

    def take_next(self) -> Assignment | None:
        """What is to begin now, if nothing is being done and something waits."""
        if self.current is not None or not self._waiting:
            return None
        self.current = self._waiting.popleft()
        return self.current

    def drop_all(self) -> tuple[Assignment, ...]:
        """Somebody wants it all to stop. Returns what waited."""
        dropped = self.waiting
        self._waiting.clear()
        self.current = None
        return dropped
