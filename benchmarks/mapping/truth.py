"""What the map should say, from exact depth: which voxels hold a surface, and which are empty."""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np
from scipy import ndimage

from embodied_memory.config import FrontierConfig, VoxelMapConfig

_NEAREST_M = 0.1
_INWARDS_M = 1e-3  # a surface on the border of two voxels belongs to the one behind it


def record_truth(folder: Path) -> None:
    """Write truly_occupied.npy and truly_free.npy, (N, 3) centres of voxels, from the exact depth of the sequence,
    and truly_free_floor.npy, (N, L, 3): columns of voxels where a robot can stand, as high as what could block it.
    """
    config = VoxelMapConfig()
    camera, poses = np.load(folder / "camera.npy"), np.load(folder / "poses.npy")
    size = config.resolution_m
    low = np.floor((poses[:, :2, 3].min(axis=0) - config.max_range_m) / size).astype(int)
    high = np.ceil((poses[:, :2, 3].max(axis=0) + config.max_range_m) / size).astype(int)
    origin = np.array([*(low * size), config.min_height_m])
    levels = round((config.max_height_m - config.min_height_m) / size)
    truth = SceneTruth(origin, (*(high - low).tolist(), levels), config)
    for depth, pose in zip(np.load(folder / "depths_exact.npy", mmap_mode="r"), poses, strict=True):
        truth.add(np.array(depth), pose, camera)
    for name, voxels in (("occupied", truth.occupied), ("free", truth.free)):
        np.save(folder / f"truly_{name}.npy", origin + (np.argwhere(voxels) + 0.5) * size)
    np.save(folder / "truly_free_floor.npy", _free_floor(truth, origin, config))


def _free_floor(truth: SceneTruth, origin: np.ndarray, config: VoxelMapConfig) -> np.ndarray:
    """(N, L, 3) centres: the slice's voxel is free, and nothing blocks within the robot's radius."""
    frontier, size = FrontierConfig(), config.resolution_m
    low, high, at = (
        round((height - config.min_height_m) / size)
        for height in (frontier.obstacle_low_m, frontier.obstacle_high_m, frontier.slice_height_m)
    )
    blocks = truth.occupied[:, :, low:high].any(axis=2)
    clear = ndimage.distance_transform_edt(~blocks) * size > frontier.robot_radius_m
    columns = np.argwhere(clear & truth.free[:, :, at]).astype(float)
    levels = np.arange(low, high, dtype=float)
    index = np.dstack(
        [*(np.tile(axis[:, None], len(levels)) for axis in columns.T), np.tile(levels, (len(columns), 1))]
    )
    return np.asarray(origin + (index + 0.5) * size)


class SceneTruth:
    """Truth on a grid of voxels, from every pixel at full resolution within range.

    A voxel is occupied if any pixel's surface point lies in it. It is free if it is not occupied and the ray
    of a pixel (every fourth, sampled four times a voxel) crosses it more than 0.1 m in front of what it hits.
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
    turn = np.ascontiguousarray(pose[:3, :3]) @ inverse
    x0, y0, z0 = pose[0, 3] - origin[0], pose[1, 3] - origin[1], pose[2, 3] - origin[2]
    for v in range(depth.shape[0]):
        for u in range(depth.shape[1]):
            z = float(depth[v, u])
            if not (z >= _NEAREST_M and z < np.inf):
                continue
            x_ray = (turn[0, 0] * u + turn[0, 1] * v + turn[0, 2]) / size
            y_ray = (turn[1, 0] * u + turn[1, 1] * v + turn[1, 2]) / size
            z_ray = (turn[2, 0] * u + turn[2, 1] * v + turn[2, 2]) / size
            length = size * np.sqrt(x_ray * x_ray + y_ray * y_ray + z_ray * z_ray)
            if z * length <= reach:
                t = z + _INWARDS_M
                _set(occupied, x0 / size + t * x_ray, y0 / size + t * y_ray, z0 / size + t * z_ray)
            if u % 4 == 0 and v % 4 == 0:
                stop = min(z - size / length, reach / length)
                for t in np.arange(_NEAREST_M, stop, size / length / 4):
                    _set(crossed, x0 / size + t * x_ray, y0 / size + t * y_ray, z0 / size + t * z_ray)


@numba.njit(cache=True)
def _set(voxels, x, y, z):  # type: ignore[no-untyped-def]
    i, j, k = int(np.floor(x)), int(np.floor(y)), int(np.floor(z))
    if 0 <= i < voxels.shape[0] and 0 <= j < voxels.shape[1] and 0 <= k < voxels.shape[2]:
        voxels[i, j, k] = True
