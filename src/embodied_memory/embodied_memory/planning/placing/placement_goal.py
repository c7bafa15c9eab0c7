"""What an instruction asks for: things that are to be put somewhere, in order (MEMENTO, section 3: g = {(o, l)})."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Relation(str, Enum):
    """How a thing is to be there. ROOM: anywhere in that room."""

    ON = "on"
    WITHIN = "within"
    FLOOR = "floor"
    ROOM = "room"


@dataclass(frozen=True)
class ThingPhrase:
    """A thing in words. text: as named; description: what else is said of its looks; ordinal: 0, 1, ... of several
    things of the same words; source: words for where it is now, "" if not said, and no part of what it is.
    """

    text: str
    description: str = ""
    ordinal: int = 0
    source: str = field(default="", compare=False)

    @property
    def looks(self) -> str:
        """Everything that tells it from others of its kind."""
        return f"{self.text} {self.description}".strip()


@dataclass(frozen=True)
class PlacePhrase:
    """A place in words. place_id: if it is known which one is meant; is_other: not where the thing is now."""

    text: str
    place_id: str = ""
    is_other: bool = False


@dataclass(frozen=True)
class PlacementGoal:
    """One thing to one place. beside: what it is to be next to, if anything."""

    thing: ThingPhrase
    place: PlacePhrase
    relation: Relation = Relation.ON
    beside: ThingPhrase | None = None
