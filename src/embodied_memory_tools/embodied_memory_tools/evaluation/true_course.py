"""Where a simulated robot really was, whatever it took itself to be: what its searches are judged by."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise

from embodied_memory.planning.exploring.explorer import GoalOutcome
from embodied_memory.planning.exploring.ways import path_length

Point = tuple[float, float]


@dataclass(frozen=True)
class Leg:
    """The way of one search. length_m: from look to look."""

    start: Point
    end: Point
    length_m: float

    def really(self, outcome: GoalOutcome) -> GoalOutcome:
        """The outcome as it was in truth; what the robot claims and says stays."""
        start, end = (
            replace(pose, x=at[0], y=at[1]) for pose, at in ((outcome.start, self.start), (outcome.pose, self.end))
        )
        return replace(outcome, start=start, pose=end, path_length_m=self.length_m)


class TrueCourse:
    """Points (x, y) in map. trail: everywhere that it was, a step apart; legs: of the searches that have ended."""

    def __init__(self, start: Point) -> None:
        self.trail: list[Point] = [start]
        self.legs: list[Leg] = []
        self._looks: list[Point] = []

    @property
    def length_m(self) -> float:
        """Of the trail."""
        return path_length(self.trail)

    def moved(self, to: Point) -> None:
        """One step."""
        self.trail.append(to)

    def looked(self) -> None:
        """The robot looks around where it is."""
        self._looks.append(self.trail[-1])

    def search_started(self) -> None:
        """Its first look follows."""
        self._looks.clear()

    def search_ended(self) -> None:
        """After its last look."""
        looks = self._looks or self.trail[-1:]
        self.legs.append(Leg(looks[0], looks[-1], sum((math.dist(a, b) for a, b in pairwise(looks)), 0.0)))
