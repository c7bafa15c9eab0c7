"""A depth image as small planar patches.

A plane is linear in inverse depth: 1 / z = a p + b q + c for a pixel at p = (u - cx) / fx, q = (v - cy) / fy. The
noise of cameras that measure disparity grows with the square of the depth (Khoshelham and Oude Elberink, "Accuracy
and resolution of Kinect depth data", 2012, section 3.2), so that it is the same everywhere in inverse depth: every
pixel counts alike in a linear fit, and the residual is the sensor's deviation at one metre.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
