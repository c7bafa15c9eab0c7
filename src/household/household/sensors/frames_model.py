"""How far images and poses are out of step with each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FramesModel:
    """The default is in step. What stands still is not told apart from what is in step."""

    late_ms: float = 0.0
    """The pose that is told with a view is where the robot took itself to be so long before it."""
    depth_late_ms: float = 0.0
    """The depth is of so long before the colour."""
    lost_share: float = 0.0
    """Of all views, 0 to 1: they never come."""
