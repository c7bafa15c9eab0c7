"""Small steps along a path, and where the robot wanted to go and did not move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from embodied_memory.geometry.pose import Point, Pose2D


def step_along(path: Sequence[Point], step_distance_m: float, face: Point) -> Pose2D:
    """The pose after at most step_distance_m of the path, looking along it, or at `face` from its end.

    path: at least one (x, y), beginning where the robot is.
    """
    left = step_distance_m
    here = path[0]
    for ahead in path[1:]:
        length = math.dist(here, ahead)
        if length > left:
            share = left / length
            stop = (here[0] + share * (ahead[0] - here[0]), here[1] + share * (ahead[1] - here[1]))
            return Pose2D(*stop, heading(here, ahead))
        left -= length
        here = ahead
    return Pose2D(*here, heading(here, face))


def ahead_on(path: Sequence[Point], distance_m: float) -> Point:
    """The point of a path so far from where it begins, its end if it is shorter."""
    pose = step_along(path, distance_m, path[-1])
    return (pose.x, pose.y)


def heading(origin: Point, target: Point) -> float:
    """The yaw, radians, that looks from one point to another."""
    return math.atan2(target[1] - origin[1], target[0] - origin[0])


def path_length(path: Sequence[Point]) -> float:
    """Metres."""
    return sum(math.dist(a, b) for a, b in pairwise(path))


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
