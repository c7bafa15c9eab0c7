"""What is to be done until the meal is eaten, as known or assumed: the problem that the search solves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Place:
    """Where a thing lies. holder: the furniture it is on or in, "" for the floor."""

    room: str
    holder: str = ""


@dataclass(frozen=True)
class Passage:
    """A way from a room to another. commands: what walks it but for opening the door; cost: turns, likewise.

    unlock: what has to be done before the door can be opened.
    A way that is only assumed costs as many turns as it is believed to take; its commands are the first step of it.
    """

    goal: str
    commands: tuple[str, ...]
    door: str = ""
    cost: int = 1
    is_assumed: bool = False
    unlock: tuple[str, ...] = ()


@dataclass(frozen=True)
class FoodTask:
    """An ingredient. place: None while it is carried. cut: the verb, cook: the appliance, "" if it needs none."""

    name: str
    place: Place | None = None
    cut: str = ""
    cook: str = ""


@dataclass(frozen=True)
class CookingTask:
    """passages: from every room. appliances: the room of each. carried: things of no use, that may be dropped.

    knife: None while it is carried. closed: doors and containers. capacity: things that can be carried at once.
    """

    room: str
    kitchen: str
    passages: Mapping[str, tuple[Passage, ...]]
    foods: tuple[FoodTask, ...]
    appliances: Mapping[str, str]
    capacity: int
    knife: Place | None = None
    knife_name: str = "knife"
    closed: frozenset[str] = frozenset()
    carried: tuple[str, ...] = ()
    serve: tuple[str, ...] = ("prepare meal", "eat meal")
    assumed: frozenset[str] = field(default_factory=frozenset)
    """Names of things whose place is only assumed."""
