"""What became of an instruction, or becomes of it now: what the robot says about its tasks rests on this."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from embodied_memory.evidence import Answer


class TaskStatus(str, Enum):
    """Where a task stands. UNCLEAR: two readings of the instruction remain; somebody has to say which is meant."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELED = "canceled"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Ambiguity:
    """phrase: words of the instruction that may mean several things; readings: what they may mean, the likeliest
    first; one alone, where nothing has that name and one thing may be meant. names_thing: it is known what is meant,
    but not which of several.
    """

    phrase: str
    readings: tuple[str, ...]
    names_thing: bool = False

    @property
    def question(self) -> str:
        """For whoever gave the instruction."""
        return f'{"Which one" if self.names_thing else "What"} do you mean by "{self.phrase}"?'


@dataclass(frozen=True)
class TaskReport:
    """doing: what is being done, or was last. reasons: why it did not succeed, the decisive one first.

    remarks: what the critic had against plans on the way. answers: to what was asked to be looked at, in order.
    """

    instruction: str
    speaker: str
    status: TaskStatus
    doing: str = ""
    summary: str = ""
    reasons: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    ambiguity: Ambiguity | None = None
    answers: tuple[Answer, ...] = ()
