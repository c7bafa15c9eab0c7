"""Searching for goals.

"LMEE" is "Explore with Long-term Memory" (section given); "3D-Mem" its public GOAT-Bench configuration.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ExplorerConfig:
    """Searching for goals (LMEE, sections 4, 5 and 14)."""

    policy: str = "semantic"
    """semantic | nearest | random | language (over a language model; semantic where it is of no use)"""
    success_distance_m: float = 1.0
    hand_reach_m: float = 1.2
    """Of the robot that does tasks: what lies too far back for the success distance is had from here."""
    max_steps_per_goal: int = 50
    step_distance_m: float = 1.0
    views_per_step: int = 3
    """Views that the robot takes at every stop, 60 degrees apart (LMEE, section 14): the search waits for them."""
    turns_at_stops: bool = False
    """The robot has to turn for these views: its camera is fixed, and sees only ahead."""
    senses_timeout_s: float = 2.0
    """While it drives, the robot stops when one of its senses has been silent for so long (real time)."""
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
    camera_height_m: float = 1.5
    """Of the eye above the floor."""
    view_up_deg: float = 20.0
    """What is higher above the camera than this angle is out of its view from near: seeing it on the way must do."""
    things_half_life_min: float = 120.0
    """After so long, every second place that was seen is taken to have changed: then it is worth a second look."""
    people_half_life_min: float = 5.0
    """The same, where somebody is looked for."""
    good_match: float = 0.6
    """A remembered object at least this similar to the goal is gone to, and as likely there."""
    least_claim: float = 0.5
    """What was gone to is said to be found if it is at least this likely what the goal means."""
    least_closer_look: float = 0.1
    """What is at least this likely the goal, and less than a good match, is looked at from near before giving up."""
    seed: int = 0


@dataclass(frozen=True)
class PlannerCriticConfig:
    """Planning from beliefs with a critic before every step (STMA, section 4.3 and appendix A.2)."""

    policy: str = "plan"
    """plan: several calls at a time, by rules, or over a language model where there is one | react: a thought and one
    call at a time, over a language model (ReAct, as in MEMENTO)"""
    history_records: int = 25
    """Newest steps that are kept word for word (STMA, appendix A.2)."""
    max_replans: int = 3
    """Plans made anew for one action after the critic objected; then what the rules hold for safe is done."""
    max_remarks: int = 100
    """So many remarks of the critic are kept for those who watch."""
