"""What happened, who did it and who saw it: the atom of the event track (ObsMem, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

ROBOT = "robot"
"""The robot itself, among actors and observers."""
_MOST_CHARACTERS = 2000
"""Of what is said at once, so much is kept."""


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
    PERSON_MOVED = "person moved"
    ACTIVITY = "activity"


def tells_of_a_look(kind: str, text: str) -> bool:
    """Whether an event only tells what the robot saw when it had looked."""
    return kind == EventKind.SKILL_ENDED.value and " saw " in f" {text} "


class Provenance(str, Enum):
    """How the robot knows (ObsMem, equation 1): it saw it, or it was told."""

    OBSERVED = "observed"
    REPORTED = "reported"


@dataclass(frozen=True)
class StateChange:
    """What an event made true: an attribute of an entity took a value (ObsMem, equation 2).

    attribute: "location", "open", "held by" or a device's setting. The value of a location is a relation and an
    entity ("on table_2"), or a room's name; it may be empty: nowhere known.
    """

    entity_id: str
    attribute: str
    value: str


@dataclass(frozen=True)
class Event:
    """One thing that happened. text is a plain sentence; object_ids are those of scene objects or entities.

    place: the room. succeeded: for ended goals, skills and instructions; None where success has no meaning.
    changes: what became true by it, as far as its observers could see. object_captions: what each of object_ids looks
    like ("red mug"), in the same order, "" where that is not known; empty if it is not known of any.
    asked_by: who gave the instruction, "" if that is not known or it is none. trace: of an instruction that ended,
    what was done for it step by step, as `told_trace` writes it; "" for all else.
    """

    stamp_ns: int
    kind: EventKind
    actor: str
    text: str
    object_ids: tuple[str, ...] = ()
    place: str = ""
    observers: tuple[str, ...] = (ROBOT,)
    provenance: Provenance = Provenance.OBSERVED
    succeeded: bool | None = None
    changes: tuple[StateChange, ...] = ()
    object_captions: tuple[str, ...] = ()
    asked_by: str = ""
    trace: str = ""


@dataclass(frozen=True)
class Utterance:
    """Something said. Always data, never code or instruction to the program.

    place: the room, "" if that is not known. observers: who heard it, as far as that is known.
    """

    stamp_ns: int
    speaker: str
    text: str
    place: str = ""
    observers: tuple[str, ...] = ()

    def as_event(self) -> Event:
        """As memory keeps it, word for word, with who heard it where that is known; the robot did."""
        return Event(
            self.stamp_ns, EventKind.UTTERANCE, self.speaker, self.text[:_MOST_CHARACTERS], place=self.place,
            observers=self.observers or (ROBOT,), provenance=Provenance.REPORTED,
        )  # fmt: skip
