"""Where a robot's base stands."""

from __future__ import annotations

import math
from dataclasses import dataclass

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
