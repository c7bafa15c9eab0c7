"""Where a robot's base stands."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
"""(x, y) on the floor of map, metres."""


@dataclass(frozen=True)
class Pose2D:
    """Where the robot's base stands in map. Metres and radians."""

    x: float
    y: float
    yaw: float
