"""What an actor may do at a moment: the steps of the scripts that the stage performs."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from embodied_memory.skill import Skill, SkillOutcome


@dataclass(frozen=True)
class Meaning:
    """What an utterance or activity means. It belongs to the truth of a trace; memory gets the words alone.

    intent: such as "report", "promise" or "activity". subject: an entity, task or activity; attribute and value:
    the claimed state or preference; person: whom it concerns, or who said it first; due_ns: when it is due;
    activity: during which a preference holds.
    """

    intent: str
    subject: str = ""
    attribute: str = ""
    value: str = ""
    person: str = ""
    due_ns: int = 0
    activity: str = ""


@dataclass(frozen=True)
class Do:
    """A skill, which the executor checks."""

    skill: Skill


@dataclass(frozen=True)
class Say:
    """Words, heard by all in the room. speaker: who says them if not the actor: somebody who was asked."""

    text: str
    meaning: Meaning
    speaker: str = ""


@dataclass(frozen=True)
class Spend:
    """Time with something, seen by all in the room. ids: what is used for it."""

    text: str
    meaning: Meaning
    entity_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class LeaveHome:
    """Out of the door, with what is held."""


@dataclass(frozen=True)
class ComeHome:
    """In at the door."""


@dataclass(frozen=True)
class Look:
    """The robot looks about in its room. samples: how many places it reports that are as it knew them."""

    samples: int = 1


@dataclass(frozen=True)
class Wait:
    """Nothing that can be seen."""


Act = Do | Say | Spend | LeaveHome | ComeHome | Look | Wait


@dataclass(frozen=True)
class Step:
    """An act and how long it takes, seconds."""

    act: Act
    seconds: float = 20.0


Script = Generator[Step, SkillOutcome, None]
"""What an actor makes of a beat: yields steps, is sent what became of each."""
