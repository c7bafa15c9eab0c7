"""What the map should say, from exact depth: which voxels hold a surface, and which are empty."""

from __future__ import annotations

import numba
import numpy as np

from embodied_memory.config import VoxelMapConfig

_INWARDS_M = 1e-3  # a surface on the border of two voxels belongs to the one behind it


class SceneTruth:
    """Truth on the voxels that the map covers, from every pixel at full resolution within range.

    A voxel is occupied if any pixel's surface point lies in it. It is free if it is not occupied and a
    pixel's ray crosses it (sampled four times a voxel) more than one voxel in front of what it hits.
    """

    def __init__(self, origin: np.ndarray, shape: tuple[int, ...], config: VoxelMapConfig) -> None:
        self._origin = origin
        self._config = config
        self.occupied = np.zeros(shape, np.bool_)
        self.crossed = np.zeros(shape, np.bool_)

    def add(self, depth: np.ndarray, pose: np.ndarray, camera: np.ndarray) -> None:
        """Add a frame: (H, W) float32 depth, (4, 4) map_T_camera, (3, 3) camera matrix."""
        inverse = np.linalg.inv(camera)
        size = self._config.resolution_m
        _mark(depth, pose, inverse, self._origin, size, self._config.max_range_m, self.occupied, self.crossed)

    @property
    def free(self) -> np.ndarray:
        return self.crossed & ~self.occupied


@numba.njit(cache=True)
def _mark(depth, pose, inverse, origin, size, reach, occupied, crossed):  # type: ignore[no-untyped-def]
    rotation, centre = pose[:3, :3].copy(), pose[:3, 3].copy()
    for v in range(depth.shape[0]):
        for u in range(depth.shape[1]):
            z = float(depth[v, u])
            if not (0.1 <= z < np.inf):
                continue
            ray = rotation @ (inverse @ np.array([float(u), float(v), 1.0]))
            length = np.sqrt(np.sum(ray * ray))
            if z * length <= reach:
                _set(occupied, centre + (z + _INWARDS_M) * ray, origin, size)
            if u % 2 or v % 2:
                continue
            stop = min(z - size / length, reach / length)
            step = size / 4 / length
            t = 0.1
            while t < stop:
                _set(crossed, centre + t * ray, origin, size)
                t += step


@numba.njit(cache=True)
def _set(voxels, point, origin, size):  # type: ignore[no-untyped-def]
    i = int(np.floor((point[0] - origin[0]) / size))
    j = int(np.floor((point[1] - origin[1]) / size))
    k = int(np.floor((point[2] - origin[2]) / size))
    if 0 <= i < voxels.shape[0] and 0 <= j < voxels.shape[1] and 0 <= k < voxels.shape[2]:
        voxels[i, j, k] = True
