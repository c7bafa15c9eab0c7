"""What a person means by things and how they do things: the two kinds of MEMENTO (section 3, appendix C.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class ObjectMeaning(str, Enum):
    """Why an object means something to a person (table 6). NAME is ours: what else it is called."""

    OWNERSHIP = "ownership"
    PREFERENCE = "preference"
    HISTORY = "history"
    GROUP = "group"
    NAME = "name"


class PatternKind(str, Enum):
    """What sort of pattern (table 7): a habit, or a way things should be arranged."""

    ROUTINE = "routine"
    ARRANGEMENT = "arrangement"


@dataclass(frozen=True)
class ObjectSemantics:
    """ "The vase was a gift from my best friend": a person's meaning of objects.

    objects: as named; statement: the sentence it was learned from.
    """

    person: str
    meaning: ObjectMeaning
    objects: tuple[str, ...]
    statement: str


@dataclass(frozen=True)
class UserPattern:
    """ "I keep the jug on the counter for breakfast": what a person does or wants, with what, where and when.

    purpose: the activity, time or mood it is for, "" if not said.
    """

    person: str
    kind: PatternKind
    objects: tuple[str, ...]
    places: tuple[str, ...]
    purpose: str
    statement: str


Knowledge: TypeAlias = ObjectSemantics | UserPattern
