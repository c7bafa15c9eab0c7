"""What the robot knows of a home, as far as skills need it: things, furniture and rooms (MEMENTO, appendix B.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from embodied_memory.memory.wording.words import split_words

_OPENABLE = frozenset(
    split_words(
        "cabinet cupboard fridge refrigerator wardrobe drawer dresser oven microwave dishwasher chest closet locker"
        " nightstand box washer machine freezer safe"
    )
)


@dataclass(frozen=True)
class KnownObject:
    """A thing that can be moved. category: plain words, as "stuffed toy"; place: id of what it is on or in, "" if
    unknown or held; room: id, "" if unknown; first_place, first_room: where it was when it became known;
    caption: what it looks like, "" if not known yet.
    """

    object_id: str
    category: str
    place: str = ""
    room: str = ""
    caption: str = ""
    first_place: str = ""
    first_room: str = ""

    @property
    def whereabouts(self) -> str:
        """ "table_1 in kitchen_1", "in kitchen_1"; "" if nothing is known of it."""
        return f"{self.place} in {self.room}".strip() if self.room else self.place


@dataclass(frozen=True)
class KnownReceptacle:
    """A piece of furniture, or the floor of a room, that things can be put on or in. category: plain words."""

    receptacle_id: str
    category: str
    room: str = ""


class KnownHome(Protocol):
    """The memory that skills and planners read. Only what was observed: never the truth of a simulator."""

    def objects(self) -> tuple[KnownObject, ...]:
        """The things that were seen, in the order in which they became known."""

    def receptacles(self) -> tuple[KnownReceptacle, ...]:
        """The furniture that is known."""

    def rooms(self) -> tuple[str, ...]:
        """The ids of the rooms that are known."""

    def unexplored(self) -> tuple[str, ...]:
        """The rooms where the robot has not looked around."""

    def held(self) -> str:
        """The id of what the robot holds, "" if nothing."""


def opens(category: str) -> bool:
    """Whether furniture of that kind has an inside that can be shut: "in" it is no place on top of it."""
    return not _OPENABLE.isdisjoint(split_words(category))


def plain_words(entity_id: str) -> str:
    """ "stuffed_toy_1" -> "stuffed toy"; "laundryroom_2" -> "laundryroom"."""
    head, _, number = entity_id.rpartition("_")
    return (head if number.isdigit() and head else entity_id).replace("_", " ").strip()
