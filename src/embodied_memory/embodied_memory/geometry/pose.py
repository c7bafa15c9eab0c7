"""Where a robot's base stands, and what was written into the map at a pose that turned out to be wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
"""(x, y) on the floor of map, metres."""


@dataclass(frozen=True)
class Pose2D:
    """Where the robot's base stands in map, or any other rigid motion on the floor. Metres and radians."""

    x: float
    y: float
    yaw: float

    def then(self, other: Pose2D) -> Pose2D:
        """a_T_b.then(b_T_c) is a_T_c."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        yaw = math.remainder(self.yaw + other.yaw, 2 * math.pi)
        return Pose2D(self.x + cos * other.x - sin * other.y, self.y + sin * other.x + cos * other.y, yaw)

    def inverse(self) -> Pose2D:
        """a_T_b becomes b_T_a."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        return Pose2D(-cos * self.x - sin * self.y, sin * self.x - cos * self.y, -self.yaw)


STANDING = Pose2D(0.0, 0.0, 0.0)
"""No motion."""


Array = NDArray[np.float64]

ALWAYS_NS = 0
"""Before any view: a revision since then moves the whole map."""


@dataclass(frozen=True, eq=False)
class MapRevision:
    """What was written of views of since_ns to until_ns belongs at map_T_map times where it was written.

    map_T_map: (4, 4) rigid, about the vertical and along the floor, metres.
    """

    since_ns: int
    until_ns: int
    map_T_map: Array

    @property
    def is_whole(self) -> bool:
        """Whether all that was ever written moves."""
        return self.since_ns <= ALWAYS_NS

    def covers(self, stamp_ns: int) -> bool:
        """Whether what was written of a view of that stamp moves."""
        return self.since_ns <= stamp_ns <= self.until_ns

    def moved(self, points: Array) -> Array:
        """(N, 3) points as they were written -> where they belong."""
        return np.asarray(points @ self.map_T_map[:3, :3].T + self.map_T_map[:3, 3], np.float64)
