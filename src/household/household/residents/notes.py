"""What one day leaves to the next (WorldLines, section 3.2): carry-forward notes."""

from __future__ import annotations

from dataclasses import dataclass, field

from household.residents.resident import Preference


@dataclass(frozen=True)
class Misplaced:
    """A thing that somebody left where it does not belong, or could not find there."""

    thing_id: str
    person: str


@dataclass(frozen=True)
class Unresolved:
    """A promise that was neither kept nor cancelled."""

    person: str
    to: str
    task: str


@dataclass(frozen=True)
class Refusal:
    """An act that the executor did not allow: somebody's plan met a hand, a door or a full shelf."""

    person: str
    target_id: str
    reason: str


@dataclass(frozen=True)
class NewWish:
    """A preference that somebody spoke of: others heed it from now on."""

    person: str
    preference: Preference


@dataclass
class DayNotes:
    """Changed places and device states, changed preferences, unresolved plans and conflicts of a day."""

    misplaced: list[Misplaced] = field(default_factory=list)
    devices_left_on: list[str] = field(default_factory=list)
    wishes: list[NewWish] = field(default_factory=list)
    unresolved: list[Unresolved] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
