"""Notices where the robot wanted to go and did not move."""

from __future__ import annotations

import math
from collections.abc import Sequence

from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.planning.exploring.path_following import ahead_on

_STOOD_STILL_M = 0.05
_WANTED_M = 0.1
_SAME_PLACE_M = 0.3
_TRIES = 4
_BUMPED_M = 0.4


class Progress:
    """Compares each step with what it was meant to be. A way that did not begin time and again is blocked at its end:
    each time another way there may have been tried.

    bumps: where it could not drive on, (x, y) in map.
    """

    def __init__(self) -> None:
        self.blocked: list[Point] = []
        self.bumps: list[Point] = []
        self._left: Point | None = None
        self._wanted: Point | None = None
        self._path: Sequence[Point] = ()

    def leaving(self, at: Point, pose: Pose2D, path: Sequence[Point]) -> None:
        """The robot sets out for a pose on a path."""
        self._left, self._wanted, self._path = at, (pose.x, pose.y), path

    def arrived(self, at: Point) -> None:
        """The step is over."""
        if self._left is None or self._wanted is None:
            return
        if math.dist(self._left, at) < _STOOD_STILL_M and math.dist(self._left, self._wanted) > _WANTED_M:
            self.blocked.append(self._path[-1])
            self.bumps.append(ahead_on(self._path, _BUMPED_M))

    def is_blocked(self, place: Point) -> bool:
        """Whether the way there did not begin, and not just once: somebody may have stood in it."""
        return sum(math.dist(place, end) < _SAME_PLACE_M for end in self.blocked) >= _TRIES
