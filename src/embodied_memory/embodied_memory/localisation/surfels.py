"""A depth image as small planar patches, and what earlier views saw of walls and furniture as surfels made of
them.

A plane is linear in inverse depth, 1 / z = a p + b q + c, where the noise of disparity is the same everywhere
(Khoshelham and Oude Elberink, "Accuracy and resolution of Kinect depth data", 2012, section 3.2): every pixel
counts alike in a fit. A surfel is a small disc with a normal, one for each cell and side of a wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.senses import RegistrationConfig
from embodied_memory.geometry.compiled import compiled
from embodied_memory.observation import CameraIntrinsics

Array = NDArray[np.float64]

_COLUMNS = 40
"""Patches across an image."""
_SAMPLES = 8
"""Pixels along a side of a patch that are looked at."""
_NEAR_M, _LEAST_COSINE = 0.15, 0.12
_LEAST_NOISE = 5e-4
_EDGE = 4.0
"""A patch whose residual is this many times that of the others spans an edge."""


@dataclass(frozen=True, eq=False)
class Patches:
    """N patches in some frame.

    points, normals: (N, 3), normals towards the camera. deviations: (N,) of a point along its normal, metres;
    tilts: (N,) of a normal, rad.
    noise: deviation of one pixel's depth at one metre, metres; it grows with the square of the depth.
    """

    points: Array
    normals: Array
    deviations: Array
    tilts: Array
    noise: float

    def __len__(self) -> int:
        return len(self.points)

    def seen_from(self, target_T_source: Array) -> Patches:
        """The same patches in another frame. target_T_source: (4, 4) rigid."""
        rotation = target_T_source[:3, :3].T
        points = self.points @ rotation + target_T_source[:3, 3]
        return Patches(points, self.normals @ rotation, self.deviations, self.tilts, self.noise)

    def where(self, chosen: NDArray[np.bool_]) -> Patches:
        """Those that a mask (N,) chooses."""
        points, normals, deviations, tilts = (row[chosen] for row in _rows(self))
        return Patches(points, normals, deviations, tilts, self.noise)


def depth_patches(depth: NDArray[np.float32], camera: CameraIntrinsics, max_range_m: float) -> Patches:
    """The patches of a depth image, in the optical frame. Empty blocks, edges and grazing surfaces have none."""
    size = max(4, camera.width // _COLUMNS)
    step = max(1, size // _SAMPLES)
    pinhole = (camera.fx, camera.fy, camera.cx, camera.cy)
    rows = np.empty(((depth.shape[0] // size) * (depth.shape[1] // size), 7))
    fitted = rows[: fit_blocks(depth, pinhole, size, step, (_NEAR_M, max_range_m), rows)]
    noise = max(float(np.median(fitted[:, 5])), _LEAST_NOISE) if len(fitted) else _LEAST_NOISE
    return _as_patches(fitted[fitted[:, 5] < _EDGE * noise], noise, size / np.sqrt(camera.fx * camera.fy))


def _as_patches(rows: Array, noise: float, width: float) -> Patches:
    """Of rows p, q, 1 / z there, a, b, residual, number of pixels. width: of a block, as p and q are counted."""
    p, q, inverse, a, b, _, count = rows.T
    plane = np.stack([a, b, inverse - a * p - b * q], axis=1)
    steepness = np.linalg.norm(plane, axis=1)
    rays = np.stack([p, q, np.ones(len(p))], axis=1)
    cosines = inverse / (steepness * np.linalg.norm(rays, axis=1))
    deviations = noise / (np.sqrt(count) * inverse * steepness)
    tilts = noise / (np.sqrt(count / 12.0) * width * steepness)
    patches = Patches(rays / inverse[:, None], -plane / steepness[:, None], deviations, tilts, noise)
    return patches.where(cosines > _LEAST_COSINE)


def together(several: Sequence[Patches]) -> Patches:
    """The patches of views in the same frame, at least one, as if they were one view."""
    if len(several) == 1:
        return several[0]
    parts = zip(*(_rows(one) for one in several), strict=True)
    points, normals, deviations, tilts = (np.concatenate(part) for part in parts)
    return Patches(points, normals, deviations, tilts, several[-1].noise)


def _rows(patches: Patches) -> tuple[Array, Array, Array, Array]:
    return patches.points, patches.normals, patches.deviations, patches.tilts


@compiled
def fit_blocks(
    depth: NDArray[np.float32],
    pinhole: tuple[float, float, float, float],
    size: int,
    step: int,
    ranges: tuple[float, float],
    rows: Array,
) -> int:
    """Fit a plane to every block of size by size pixels, every step-th of them; returns how many rows were filled.

    rows: (M, 7) p, q of a block's middle, inverse depth there, its slopes a and b, residual, number of pixels.
    Pixels off by more than 2.5 residuals are left out of the next of three fits: salt, pepper and thin things.
    """
    fx, fy, cx, cy = pinhole
    least = max(8, ((size - 1) // step + 1) ** 2 // 2)
    inverse = np.empty((size, size), np.float32)
    filled = 0
    for top in range(0, depth.shape[0] - size + 1, size):
        for left in range(0, depth.shape[1] - size + 1, size):
            for v in range(0, size, step):
                for u in range(0, size, step):
                    z = depth[top + v, left + u]
                    inverse[v, u] = np.float32(1.0) / z if z > ranges[0] and z < ranges[1] else np.float32(-1.0)
            plane = (0.0, 0.0, 0.0, 1e9, 1)
            for _ in range(3):
                plane = _fit_block(inverse, step, 1.0 / fx, 1.0 / fy, plane)
                if plane[4] < least or plane[2] < 1e-3:
                    break
            if plane[4] >= least and plane[2] >= 1e-3:
                rows[filled, 0] = (left + 0.5 * (size - 1) - cx) / fx
                rows[filled, 1] = (top + 0.5 * (size - 1) - cy) / fy
                rows[filled, 2], rows[filled, 3], rows[filled, 4] = plane[2], plane[0], plane[1]
                rows[filled, 5], rows[filled, 6] = plane[3], plane[4]
                filled += 1
    return filled


@compiled
def _fit_block(
    inverse: NDArray[np.float32], step: int, du: float, dv: float, before: tuple[float, float, float, float, int]
) -> tuple[float, float, float, float, int]:
    """(a, b, c, residual, number of pixels) of the plane through a block's inverse depths that fit the one before."""
    a, b, c, residual, _ = before
    middle, limit = 0.5 * (inverse.shape[0] - 1), 2.5 * residual + 1e-6
    count, p1, q1, d1 = 0, 0.0, 0.0, 0.0
    pp, pq, qq, dp, dq, dd = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for v in range(0, inverse.shape[0], step):
        q = (v - middle) * dv
        for u in range(0, inverse.shape[1], step):
            d, p = float(inverse[v, u]), (u - middle) * du
            if d < 0.0 or abs(d - a * p - b * q - c) > limit:
                continue
            count, p1, q1, d1 = count + 1, p1 + p, q1 + q, d1 + d
            pp, pq, qq, dp, dq, dd = pp + p * p, pq + p * q, qq + q * q, dp + d * p, dq + d * q, dd + d * d
    share = 1.0 / max(count, 1)
    p1, q1, d1 = p1 * share, q1 * share, d1 * share
    pp, pq, qq = pp * share - p1 * p1, pq * share - p1 * q1, qq * share - q1 * q1
    dp, dq, dd = dp * share - d1 * p1, dq * share - d1 * q1, dd * share - d1 * d1
    determinant = pp * qq - pq * pq
    if determinant <= 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0
    a, b = (dp * qq - dq * pq) / determinant, (dq * pp - dp * pq) / determinant
    spread = max(dd - a * dp - b * dq, 0.0) * count / max(count - 3, 1)
    return a, b, d1 - a * p1 - b * q1, np.sqrt(spread), count


SIDES = 4
"""Surfels of one cell face east, north, west and south."""
_MARGIN_CELLS = 20
_LEAST_DEVIATION_M, _LEAST_TILT_RAD = 0.003, 0.02
"""However often it was seen: so much a surfel stays ready to move, and so much is it bent."""
STEEP = 0.6
"""The greatest upward part of the normal of a patch that tells where the robot stands."""


class SurfelMap:
    """Surfels in a grid over map. `points`, `normals` (N, 3) and `deviations` (N,) are views of what is kept."""

    def __init__(self, config: RegistrationConfig) -> None:
        self._config = config
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        levels = int(np.ceil((self._config.max_height_m - self._config.min_height_m) / self._config.voxel_m))
        self.origin = np.array([0.0, 0.0, self._config.min_height_m])
        self.cells: NDArray[np.int32] = np.full((0, 0, levels, SIDES), -1, np.int32)
        self._rows = np.zeros((1024, 8))
        self._stamps = np.zeros(1024, np.int64)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def rows(self) -> Array:
        """(N, 8) point, normal, weights of both: one over the variance along the normal, and of its tilt."""
        return self._rows[: self._count]

    def useful(self, patches: Patches) -> Patches:
        """Those patches of map that stand upright at a height that is kept."""
        heights = patches.points[:, 2]
        high = (heights > self._config.min_height_m) & (heights < self._config.max_height_m)
        return patches.where(high & (np.abs(patches.normals[:, 2]) < STEEP))

    def add(self, patches: Patches, stamp_ns: int) -> None:
        """Average patches of map into their surfels, or make new ones."""
        chosen = self.useful(patches)
        if not len(chosen):
            return
        weights = 1.0 / (chosen.deviations**2 + _LEAST_DEVIATION_M**2)
        firmness = 1.0 / (chosen.tilts**2 + _LEAST_TILT_RAD**2)
        rows = np.column_stack([chosen.points, chosen.normals, weights, firmness])
        self._insert(rows, np.full(len(chosen), stamp_ns))

    def move(self, map_T_map: Array, since_ns: int) -> None:
        """Move the surfels that were first seen at since_ns or later. map_T_map: (4, 4) rigid."""
        rows, stamps = self.rows.copy(), self._stamps[: self._count].copy()
        late = stamps >= since_ns
        rows[late, :3] = rows[late, :3] @ map_T_map[:3, :3].T + map_T_map[:3, 3]
        rows[late, 3:6] = rows[late, 3:6] @ map_T_map[:3, :3].T
        self.clear()
        if len(rows):
            self._insert(rows, stamps)

    def _insert(self, rows: Array, stamps: NDArray[np.int64]) -> None:
        near = np.abs(rows[:, :2]).max(axis=1) < self._config.max_extent_m / 2
        rows, stamps = rows[near], stamps[near]
        if not len(rows):
            return
        self._cover(rows[:, :2].min(axis=0), rows[:, :2].max(axis=0))
        while self._count + len(rows) > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
            self._stamps = np.concatenate([self._stamps, np.zeros_like(self._stamps)])
        greatest = (1.0 / _LEAST_DEVIATION_M**2, 1.0 / _LEAST_TILT_RAD**2)
        place = (self.origin, self._config.voxel_m, greatest)
        self._count = _merge(rows, stamps, place, self.cells, self._rows, self._stamps, self._count)

    def _cover(self, low: Array, high: Array) -> None:
        """Grow the grid so that it holds these corners, with room to spare."""
        size, shape = self._config.voxel_m, np.array(self.cells.shape[:2])
        first = np.floor((low - self.origin[:2]) / size).astype(int)
        last = np.floor((high - self.origin[:2]) / size).astype(int)
        if (first >= 0).all() and (last < shape).all():
            return
        if not shape.all():
            self.origin[:2] = size * np.floor(low / size)
            first, last, shape = np.zeros(2, int), last - first, np.zeros(2, int)
        before = np.where(first < 0, _MARGIN_CELLS - first, 0)
        after = np.where(last >= shape, last - shape + 1 + _MARGIN_CELLS, 0)
        pads = [(int(before[0]), int(after[0])), (int(before[1]), int(after[1])), (0, 0), (0, 0)]
        self.cells = np.pad(self.cells, pads, constant_values=-1)
        self.origin[:2] -= size * before


@compiled
def _merge(
    rows: Array,
    stamps: NDArray[np.int64],
    place: tuple[Array, float, tuple[float, float]],
    cells: NDArray[np.int32],
    kept: Array,
    kept_stamps: NDArray[np.int64],
    count: int,
) -> int:
    """Average each row into the surfel of its cell and side; returns how many surfels there are. place: the origin
    of the grid, the side of a cell, the greatest weights of a surfel. kept, kept_stamps: changed."""
    origin, size, greatest = place
    for i in range(rows.shape[0]):
        x, y = int((rows[i, 0] - origin[0]) / size), int((rows[i, 1] - origin[1]) / size)
        z = int((rows[i, 2] - origin[2]) / size)
        if z < 0 or z >= cells.shape[2]:
            continue
        side = int(np.floor(np.arctan2(rows[i, 4], rows[i, 3]) / (np.pi / 2) + 0.5)) % SIDES
        at = cells[x, y, z, side]
        if at < 0:
            cells[x, y, z, side] = count
            kept[count], kept_stamps[count] = rows[i], stamps[i]
            count += 1
            continue
        share = rows[i, 6] / (kept[at, 6] + rows[i, 6])
        turn = rows[i, 7] / (kept[at, 7] + rows[i, 7])
        for k in range(3):
            kept[at, k] += share * (rows[i, k] - kept[at, k])
            kept[at, k + 3] += turn * (rows[i, k + 3] - kept[at, k + 3])
        length = np.sqrt(kept[at, 3] ** 2 + kept[at, 4] ** 2 + kept[at, 5] ** 2)
        for k in range(3, 6):
            kept[at, k] /= max(length, 1e-9)
        for k in range(2):
            kept[at, 6 + k] = min(kept[at, 6 + k] + rows[i, 6 + k], greatest[k])
    return count
