"""Poses (x, y, yaw) on the floor: metres and radians."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Pose = tuple[float, float, float]


def compose(a_T_b: Pose, b_T_c: Pose) -> Pose:
    """a_T_c."""
    cos, sin = math.cos(a_T_b[2]), math.sin(a_T_b[2])
    x, y, yaw = b_T_c
    return a_T_b[0] + cos * x - sin * y, a_T_b[1] + sin * x + cos * y, wrapped(a_T_b[2] + yaw)


def inverse(a_T_b: Pose) -> Pose:
    """b_T_a."""
    cos, sin = math.cos(a_T_b[2]), math.sin(a_T_b[2])
    x, y, yaw = a_T_b
    return -cos * x - sin * y, sin * x - cos * y, -yaw


def between(one: Pose, other: Pose, share: float) -> Pose:
    """On the straight way; share 0: the one, 1: the other."""
    yaw = one[2] + share * math.remainder(other[2] - one[2], 2 * math.pi)
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]), wrapped(yaw)


def matrix_of(pose: Pose) -> NDArray[np.float64]:
    """(4, 4)."""
    x, y, yaw = pose
    cos, sin = math.cos(yaw), math.sin(yaw)
    return np.array([[cos, -sin, 0.0, x], [sin, cos, 0.0, y], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])


def covariance_of(deviation_m: float, deviation_rad: float) -> NDArray[np.float64]:
    """(6, 6) in the order x, y, z, roll, pitch, yaw; what does not vary on a floor is 0, as Nav2's amcl tells it."""
    return np.diag([deviation_m**2, deviation_m**2, 0.0, 0.0, 0.0, deviation_rad**2])


def wrapped(angle: float) -> float:
    """Within -pi and pi."""
    return math.remainder(angle, 2 * math.pi)
