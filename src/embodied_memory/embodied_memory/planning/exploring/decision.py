"""What the robot does next in a search, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point, Pose2D


class Phase(str, Enum):
    """Where the search for a goal stands."""

    EXPLORING = "exploring"
    APPROACHING = "approaching"
    FOUND = "found"
    GIVEN_UP = "given up"


@dataclass(frozen=True)
class SearchDecision:
    """What to do next. pose: where to drive, None when the search is over. path: in map, metres.

    certainty: of something found, that it is what the goal means, 0 to 1.
    """

    phase: Phase
    reason: str
    pose: Pose2D | None = None
    path: tuple[Point, ...] = ()
    target: RememberedObject | None = None
    frontier_scores: dict[int, float] = field(default_factory=dict)
    certainty: float = 1.0


def describe(thing: RememberedObject) -> str:
    """A noun phrase for an object: its caption, or its category."""
    return thing.caption or f"a {thing.category}"
