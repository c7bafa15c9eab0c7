"""What one observation text tells, as typed objects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

DIRECTIONS = ("north", "south", "east", "west")
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
FLOOR = ""
"""The place of what lies in a room on nothing."""


class GameDeed(str, Enum):
    """What a message says was done just now."""

    TOOK = "took"
    DROPPED = "dropped"
    PLACED = "placed"
    OPENED = "opened"
    CLOSED = "closed"
    UNLOCKED = "unlocked"
    LOCKED = "locked"
    COOKED = "cooked"
    CUT = "cut"
    BURNED = "burned"
    PREPARED = "prepared"
    ATE = "ate"
    REFUSED = "refused"


class GameEnding(str, Enum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"


@dataclass(frozen=True)
class GameMessage:
    """thing: which it was done to; state: what that is now ("diced"), or why not; place: where it was put."""

    deed: GameDeed
    thing: str = ""
    state: str = ""
    place: str = ""


@dataclass(frozen=True)
class Exit:
    """A way out of a room. door: its name, "" if there is none."""

    direction: str
    door: str = ""
    is_open: bool = True


@dataclass(frozen=True)
class SeenThing:
    """A thing without its states, and these: ("red potato", on "counter", {"raw"}). place: FLOOR if on nothing."""

    name: str
    place: str = FLOOR
    states: frozenset[str] = frozenset()


@dataclass(frozen=True)
class RoomView:
    """A room as it is described on entering or looking. closed, open, locked: containers said to be so."""

    name: str
    exits: tuple[Exit, ...] = ()
    things: tuple[SeenThing, ...] = ()
    fixtures: tuple[str, ...] = ()
    closed: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    locked: frozenset[str] = frozenset()


@dataclass(frozen=True)
class RecipeStep:
    """One direction of the recipe: ("dice", "carrot"); its thing is "" where the whole is meant ("prepare meal")."""

    verb: str
    thing: str = ""


@dataclass(frozen=True)
class Recipe:
    """What a cookbook says."""

    ingredients: tuple[str, ...]
    steps: tuple[RecipeStep, ...] = ()


@dataclass(frozen=True)
class GameReading:
    """All that one text tells; what it does not tell is None or empty. inventory: () if nothing is carried."""

    room: RoomView | None = None
    message: GameMessage | None = None
    inventory: tuple[SeenThing, ...] | None = None
    revealed: tuple[SeenThing, ...] = ()
    recipe: Recipe | None = None
    ending: GameEnding | None = None
