"""The part of space that one depth image looks at, in the coordinates of the voxel grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import VoxelMapConfig
from embodied_memory.observation import InvalidObservationError, Observation

_EDGE = 1e-4  # keeps points on the last row or column inside the pooled image


def check_pose(map_T_camera: NDArray[np.float64]) -> None:
    """Raise InvalidObservationError for a matrix that is no rigid motion."""
    rotation = map_T_camera[:3, :3]
    rigid = np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-3) and np.linalg.det(rotation) > 0
    if not rigid or not np.allclose(map_T_camera[3], [0, 0, 0, 1]):
        raise InvalidObservationError("map_T_camera is not a rigid motion: its rotation is not orthonormal")


class Frustum:
    """A camera's view down to a depth. "Corner" below is the grid's outer corner, in cells from map zero."""

    def __init__(self, observation: Observation, depth_m: float, config: VoxelMapConfig) -> None:
        self._intrinsics = observation.intrinsics
        self._map_T_camera = observation.map_T_camera.astype(np.float64)
        self._depth_m = depth_m
        self._config = config

    def floor_bounds(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(low, high) cells in x and y, counted from map zero, high exclusive, that hold the frustum."""
        c, size = self._intrinsics, self._config.resolution_m
        u = (np.array([0, c.width, c.width, 0]) - 0.5 - c.cx) / c.fx
        v = (np.array([0, 0, c.height, c.height]) - 0.5 - c.cy) / c.fy
        rays = np.stack([u, v, np.ones(4)]) * self._depth_m
        centre = self._map_T_camera[:2, 3:]
        corners = np.hstack([centre, self._map_T_camera[:2, :3] @ rays + centre])
        reach = self._config.max_range_m
        low = np.maximum(corners.min(axis=1), centre[:, 0] - reach)
        high = np.minimum(corners.max(axis=1), centre[:, 0] + reach)
        return np.floor(low / size).astype(np.int64) - 1, np.floor(high / size).astype(np.int64) + 2

    def grid_T_camera(self, corner: NDArray[np.float64]) -> NDArray[np.float64]:
        """(3, 4): camera metres to cells."""
        matrix = self._map_T_camera[:3] / self._config.resolution_m
        matrix[:, 3] -= corner
        return matrix

    def columns(self, corner: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(origin, steps): (3,) projection of the centre of cell [0, 0, 0] and (3, 3) change for each axis.

        A projection is (u z, v z, z), with u and v in blocks of the pooled depth, from 0 at its border.
        """
        c, block = self._intrinsics, 2 * self._config.stride_px
        pinhole = np.array([[c.fx, 0, c.cx + 0.5], [0, c.fy, c.cy + 0.5], [0, 0, block]]) / block
        projection = pinhole @ self._map_T_camera[:3, :3].T
        first = (corner + 0.5) * self._config.resolution_m - self._map_T_camera[:3, 3]
        return projection @ first, np.ascontiguousarray((projection * self._config.resolution_m).T)

    def planes(self, pooled_shape: tuple[int, ...]) -> NDArray[np.float64]:
        """(6, 4): a projection with its 1 is in view where every row times it is 0 or more."""
        rows, columns = pooled_shape
        near, far = self._config.min_depth_m, self._depth_m
        return np.array(
            [
                [0, 0, 1, -near],
                [0, 0, -1, far],
                [1, 0, 0, 0],
                [-1, 0, columns - _EDGE, 0],
                [0, 1, 0, 0],
                [0, -1, rows - _EDGE, 0],
            ],
            np.float64,
        )
