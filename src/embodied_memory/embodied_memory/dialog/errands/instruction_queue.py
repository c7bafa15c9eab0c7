"""What people asked for and is not done yet: one instruction at a time, the rest in the order it was asked for; and
what the robot says of it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.words.first_person import in_second_person, in_third_person

_PLEASE = re.compile(r"[\s,]+(?:please|(?:would|will|could|can) you\b[^.!?;]*)$", re.I)
""" "bring me the mug, would you"."""
_MAY_HAVE = re.compile(r"^(?:can|could|may|might) (?:i|we) (?:please |just )?(?:have|get) ", re.I)
""" "can i have the mug"."""


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


def agreed(standing: Standing, deed: str, current: Assignment | None, speaker: str) -> str:
    """deed: in the words of the robot ("bring you the mug"); current: what it is doing."""
    if standing is Standing.NOW:
        return f"All right: {deed}."
    if standing is Standing.LATER:
        whose = "you" if current is None or current.speaker == speaker else current.speaker
        return f"All right, next: {deed}. First I finish what {whose} asked for."
    if standing is Standing.KNOWN:
        is_on_it = current is not None and current.speaker == speaker
        return "I am on it." if is_on_it else "I have not forgotten it: it comes next."
    return "I am busy, and enough waits already: ask me again when some of it is done."


def deed_of(instruction: str) -> str:
    """What was asked of the robot, as it says that itself: "bring you the mug"."""
    asked = _MAY_HAVE.sub("bring me ", bare_request(_PLEASE.sub("", instruction.rstrip(".!? "))))
    return in_second_person(asked[:1].lower() + asked[1:])


def in_name_of(asker: str, instruction: str) -> str:
    """What somebody asked for, as others ask for it for them: "bring me the mug" -> "bring Tom the mug"."""
    return in_third_person(bare_request(instruction.rstrip(".!? ")), asker)


def in_order(waiting: Sequence[Assignment]) -> str:
    """What is still to come, for everybody's ears: "bring Tom the mug; open the fridge"; "" if nothing is."""
    return "; ".join(in_third_person(_PLEASE.sub("", one.instruction.rstrip(".!? ")), one.speaker) for one in waiting)
