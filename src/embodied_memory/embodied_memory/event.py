"""What happened, who did it and who saw it: the atom of the event track (ObsMem, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class EventKind(str, Enum):
    """What sort of thing happened."""

    UTTERANCE = "utterance"
    INSTRUCTION_STARTED = "instruction started"
    INSTRUCTION_ENDED = "instruction ended"
    GOAL_STARTED = "goal started"
    GOAL_ENDED = "goal ended"
    SKILL_STARTED = "skill started"
    SKILL_ENDED = "skill ended"
    OBJECT_STATE_CHANGED = "object state changed"
    DEVICE_STATE_CHANGED = "device state changed"


class Provenance(str, Enum):
    """How the robot knows (ObsMem, equation 1): it saw it, or it was told."""

    OBSERVED = "observed"
    REPORTED = "reported"


@dataclass(frozen=True)
class Event:
    """One thing that happened. text is a plain sentence; object_ids are those of scene objects or entities.

    succeeded: for ended goals, skills and instructions; None where success has no meaning.
    """

    stamp_ns: int
    kind: EventKind
    actor: str
    text: str
    object_ids: tuple[str, ...] = ()
    place: str = ""
    observers: tuple[str, ...] = ("robot",)
    provenance: Provenance = Provenance.OBSERVED
    succeeded: bool | None = None


@dataclass(frozen=True)
class Utterance:
    """Something said. Always data, never code or instruction to the program."""

    stamp_ns: int
    speaker: str
    text: str
