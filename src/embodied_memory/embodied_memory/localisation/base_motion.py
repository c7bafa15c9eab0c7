"""How the base is said to have moved from one view to the next, and whether a robot can."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import MotionConfig
from embodied_memory.localisation.planar import planar, step_between
from embodied_memory.observation import Observation

Array = NDArray[np.float64]

_FARTHEST_CAMERA_M = 1.5
"""A camera farther from its base than this is not on it: only the pose of the camera is known."""


@dataclass(frozen=True, eq=False)
class BaseMotion:
    """From the last view to this one. step: (3,) in the frame of the base as it was, metres and rad.

    stood_still: it is said not to have moved. jumped: no robot can have driven that in the time.
    """

    step: Array
    stood_still: bool
    jumped: bool


def base_pose(observation: Observation) -> Array:
    """(3,) of the base, or of the camera where no base is told."""
    base, camera = observation.map_T_base, observation.map_T_camera
    if math.hypot(*(camera[:2, 3] - base[:2, 3])) <= _FARTHEST_CAMERA_M:
        return planar(base)
    right = camera[:2, 0]
    return np.array([camera[0, 3], camera[1, 3], math.atan2(right[0], -right[1])])


def motion_between(start: Array, end: Array, seconds: float, config: MotionConfig) -> BaseMotion:
    """Of two believed poses (3,) and the time between their stamps."""
    step = step_between(start, end)
    way, turn = math.hypot(step[0], step[1]), abs(float(step[2]))
    still = way < config.still_m and turn < math.radians(config.still_deg)
    seconds = max(seconds, 0.0)
    too_far = way > config.top_speed_m_s * seconds + config.jump_margin_m
    too_much = turn > math.radians(config.turn_rate_deg_s * seconds + config.jump_margin_deg)
    return BaseMotion(step, still, too_far or too_much)
