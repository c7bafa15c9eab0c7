"""Small steps along a path."""

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
