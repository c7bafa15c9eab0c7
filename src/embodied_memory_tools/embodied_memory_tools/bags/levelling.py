"""Finds which way is up and where the floor is from the surfaces that depth images show.

Up is the mean of those surface normals that lie near a guess, with the cone around it made ever narrower, as in
Gupta, Arbelaez and Malik, "Perceptual organization and recognition of indoor scenes from RGB-D images" (2013).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics

Array = NDArray[np.float64]

_CONES_DEG = (35.0, 25.0, 15.0, 10.0, 10.0)
_COLUMNS = 80
"""Points across an image: enough for its surfaces, few enough to be quick."""
_RANGE_M = (0.4, 5.0)
_FLOOR_THICKNESS_M = 0.15
_FEWEST_NORMALS = 200


def surface_points(depth: NDArray[np.float32], camera: CameraIntrinsics, world_T_camera: Array) -> Array:
    """(rows, columns, 3) points of a grid of pixels, NaN where depth is missing or out of 0.4 to 5 m."""
    stride = max(1, camera.width // _COLUMNS)
    v, u = np.mgrid[0 : camera.height : stride, 0 : camera.width : stride]
    z = depth[::stride, ::stride].astype(np.float64)
    z = np.where((z > _RANGE_M[0]) & (z < _RANGE_M[1]), z, np.nan)
    points = np.stack([(u - camera.cx) / camera.fx * z, (v - camera.cy) / camera.fy * z, z], axis=-1)
    return np.asarray(points @ world_T_camera[:3, :3].T + world_T_camera[:3, 3], np.float64)


def normals(points: Array) -> Array:
    """(N, 3) unit normals of neighbouring points, without those that span an edge between surfaces."""
    down = points[1:, :-1] - points[:-1, :-1]
    right = points[:-1, 1:] - points[:-1, :-1]
    crossed = np.cross(down, right)
    area = np.linalg.norm(crossed, axis=-1, keepdims=True)
    smooth = (area[..., 0] > 0) & (area[..., 0] < 0.02)
    return np.asarray((crossed / np.where(area > 0, area, 1))[smooth], np.float64)


def refined_up(surface_normals: Array, guess: Array) -> Array:
    """(3,) up; the guess itself where too few surfaces are level."""
    toward = surface_normals * np.sign(surface_normals @ guess)[:, None]
    up = guess
    for cone in _CONES_DEG:
        near = toward[toward @ up > np.cos(np.radians(cone))]
        if len(near) < _FEWEST_NORMALS:
            return guess
        up = near.mean(axis=0)
        up = up / np.linalg.norm(up)
    return np.asarray(up, np.float64)


def floor_height(points: Array, up: Array) -> float | None:
    """How high the lowest surface lies along up, metres; None if there are no points. points: (N, 3)."""
    heights = points @ up
    if not len(heights):
        return None
    lowest = float(np.percentile(heights, 1))
    return float(np.median(heights[np.abs(heights - lowest) < _FLOOR_THICKNESS_M]))
