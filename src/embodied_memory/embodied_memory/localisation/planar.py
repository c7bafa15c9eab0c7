"""Poses on the floor as three numbers (x, y, yaw), metres and rad, and how they follow one another.

How the base is said to have moved from one view to the next, and whether a robot can.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.senses import MotionConfig
from embodied_memory.observation import Observation

Array = NDArray[np.float64]


def planar(matrix: Array) -> Array:
    """(3,) of a (4, 4): where its origin stands, and where its x axis points."""
    return np.array([matrix[0, 3], matrix[1, 3], math.atan2(matrix[1, 0], matrix[0, 0])])


def spatial(pose: Array) -> Array:
    """(4, 4) on the floor of a pose (3,)."""
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    return np.array([[cos, -sin, 0.0, pose[0]], [sin, cos, 0.0, pose[1]], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])


def moved(pose: Array, step: Array) -> Array:
    """The pose after a step in its own frame: a_T_b, b_T_c -> a_T_c."""
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    x, y = cos * step[0] - sin * step[1], sin * step[0] + cos * step[1]
    return np.array([pose[0] + x, pose[1] + y, wrapped(pose[2] + step[2])])


def step_between(start: Array, end: Array) -> Array:
    """The step in the frame of the start that leads to the end: a_T_b, a_T_c -> b_T_c."""
    cos, sin = math.cos(start[2]), math.sin(start[2])
    x, y = end[0] - start[0], end[1] - start[1]
    return np.array([cos * x + sin * y, cos * y - sin * x, wrapped(end[2] - start[2])])


def inverse(pose: Array) -> Array:
    """a_T_b -> b_T_a."""
    return step_between(pose, np.zeros(3))


def wrapped(angle: float) -> float:
    """Between -pi and pi."""
    return math.remainder(angle, 2 * math.pi)


def carried(covariance: Array, step: Array) -> Array:
    """(3, 3) covariance of a pose in its own frame, after it took a step: an error of yaw moves what lies ahead."""
    cos, sin = math.cos(step[2]), math.sin(step[2])
    turn = np.array([[cos, sin], [-sin, cos]])
    jacobian = np.eye(3)
    jacobian[:2, :2] = turn
    jacobian[:2, 2] = turn @ np.array([-step[1], step[0]])
    return np.asarray(jacobian @ covariance @ jacobian.T)


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
