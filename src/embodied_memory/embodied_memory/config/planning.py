"""Searching for goals.

"LMEE" is "Explore with Long-term Memory" (section given); "3D-Mem" its public GOAT-Bench configuration.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ExplorerConfig:
    """Searching for goals (LMEE, sections 4, 5 and 14)."""

    policy: str = "semantic"
    """semantic | nearest | random"""
    success_distance_m: float = 1.0
    max_steps_per_goal: int = 50
    step_distance_m: float = 1.0
    views_per_step: int = 3
    """Views that the robot takes at every stop, 60 degrees apart (LMEE, section 14): the search waits for them."""
    stop_margin_m: float = 0.2
    """The robot stops this much closer than the success distance: maps are not exact."""
    least_stop_margin_m: float = 0.04
    """Where furniture keeps the robot from coming that close, this margin must do."""
    places_before_rejection: int = 3
    """Places from which a remembered object is looked for in vain before the robot doubts memory."""
    sight_range_m: float = 4.5
    """From this near a look notices most of what stands on the floor."""
    sight_angle_deg: float = 240.0
    """How much of the way around one look covers: three views of 120 degrees, 60 degrees apart."""
    good_match: float = 0.6
    """A remembered object at least this similar to the goal is gone to."""
    seed: int = 0
