"""Memories move with their map when it is corrected: what was at p is at map_T_map * p afterwards."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.pose import Pose2D

Array = NDArray[np.float64]


def checked_transform(map_t_map: Array) -> Array:
    """The (4, 4) rigid transform as float64. Raises ValueError if it is none: not finite, or no pure rotation."""
    matrix = np.asarray(map_t_map, np.float64)
    if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
        raise ValueError("a correction of the map is a finite 4 x 4 matrix")
    rotation = matrix[:3, :3]
    is_rotation = np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-6) and np.linalg.det(rotation) > 0
    if not is_rotation or not np.allclose(matrix[3], (0, 0, 0, 1), atol=1e-9):
        raise ValueError("a correction of the map turns and moves it, and does nothing else")
    return matrix


def moved_points(points: Array, map_t_map: Array) -> Array:
    """(N, 3) points of the map as it was -> (N, 3) in the corrected one, metres."""
    return np.asarray(points @ map_t_map[:3, :3].T + map_t_map[:3, 3], np.float64)


def moved_pose(pose: Pose2D, map_t_map: Array) -> Pose2D:
    """A pose on the floor of the map as it was -> in the corrected one. The yaw turns with the x axis."""
    x, y, _ = moved_points(np.array([[pose.x, pose.y, 0.0]]), map_t_map)[0]
    ahead = map_t_map[:3, :3] @ np.array((math.cos(pose.yaw), math.sin(pose.yaw), 0.0))
    return Pose2D(float(x), float(y), math.atan2(ahead[1], ahead[0]))
