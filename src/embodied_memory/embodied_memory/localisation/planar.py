"""Poses on the floor as three numbers (x, y, yaw), metres and rad, and how they follow one another."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

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
