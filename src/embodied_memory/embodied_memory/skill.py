"""The skills of the WorldLines action space (section 10) and what became of one that was executed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SkillName(str, Enum):
    """The eight skills."""

    NAVIGATE_TO = "navigate_to"
    INSPECT = "inspect"
    PICK = "pick"
    PLACE = "place"
    OPEN = "open"
    CLOSE = "close"
    SET_DEVICE_STATE = "set_device_state"
    HANDOFF = "handoff"


@dataclass(frozen=True)
class Skill:
    """A skill to execute. target_id: the entity acted on (for place: where to; for handoff: the receiver).

    relation: "on" or "in", for place. setting and value: for set_device_state. target_category, target_position: for
    who knows the target by ids of their own, what it is and where it is believed to be (metres, in map).
    """

    name: SkillName
    actor: str
    target_id: str
    relation: str = ""
    setting: str = ""
    value: str = ""
    target_category: str = ""
    target_position: tuple[float, float, float] | None = None


class SkillError(str, Enum):
    """Why the executor refused. NONE when it did not."""

    NONE = "none"
    UNKNOWN_ACTOR = "unknown actor"
    UNKNOWN_TARGET = "unknown target"
    NOT_REACHABLE = "not reachable"
    TOO_FAR = "too far"
    HANDS_FULL = "hands full"
    HANDS_EMPTY = "hands empty"
    NOT_MOVABLE = "not movable"
    NOT_OPENABLE = "not openable"
    ALREADY_OPEN = "already open"
    ALREADY_CLOSED = "already closed"
    CLOSED = "closed"
    NOT_A_RECEPTACLE = "not a receptacle"
    NO_ROOM = "no room"
    NOT_A_DEVICE = "not a device"
    UNKNOWN_SETTING = "unknown setting"
    INVALID_VALUE = "invalid value"
    HELD_BY_OTHER = "held by other"
    RECEIVER_HANDS_FULL = "receiver's hands full"
    CANCELED = "canceled"


@dataclass(frozen=True)
class SkillOutcome:
    """What became of a skill. message is a plain sentence that names the reason of a refusal."""

    succeeded: bool
    error: SkillError
    message: str
    changed_ids: tuple[str, ...] = ()
