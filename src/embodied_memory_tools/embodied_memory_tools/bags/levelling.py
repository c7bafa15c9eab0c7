"""Finds which way is up and where the floor is from the surfaces that depth images show.

Up is the mean of those surface normals that lie near a guess, with the cone around it made ever narrower, as in
Gupta, Arbelaez and Malik, "Perceptual organization and recognition of indoor scenes from RGB-D images" (2013).
Normals are those of small patches. A plane is linear in inverse depth over the image, and there the noise of depth
cameras, which grows with the square of the distance, is the same everywhere: a plain least-squares fit is not drawn
towards the camera by it, as differences of neighbouring points are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics, Observation

Array = NDArray[np.float64]

_CONES_DEG = (25.0, 15.0, 10.0, 10.0)
_SEARCH_DEG, _DIRECTIONS = 40.0, 1200
"""How far around the guess up is searched for, among so many directions all over the sphere."""
_NEAR_DEG = 8.0
_COLUMNS, _PATCH, _STEP = 80, 10, 5
"""Points across an image, across a patch, and from one patch to the next."""
_RANGE_M = (0.3, 5.0)
_LEAST_MEASURED = 0.6
_ROUGH = 0.004
"""1/m: how far inverse depth may be from a plane, besides its noise; more is an edge between surfaces."""
_FEWEST_PATCHES = 30
_BIN_M = 0.05
_LEAST_SHARE = 0.05
"""The floor is the lowest level that has at least this share of all level surface."""


@dataclass(frozen=True, eq=False)
class Surfaces:
    """points and normals (N, 3) of surfaces in the world of the views; normals point to the camera that saw them."""

    points: Array
    normals: Array

    @staticmethod
    def of(views: list[Observation]) -> Surfaces:
        """Of the patches of every view that lie on one surface."""
        found = [_patches(view.depth, view.intrinsics) for view in views]
        rough = np.concatenate([residuals for _, _, residuals in found]) if found else np.zeros(0)
        limit = 2 * float(np.median(rough)) + _ROUGH if len(rough) else 0.0
        points, normals = [np.zeros((0, 3))], [np.zeros((0, 3))]
        for view, (places, directions, residuals) in zip(views, found, strict=True):
            flat = residuals < limit
            turn, origin = view.map_T_camera[:3, :3], view.map_T_camera[:3, 3]
            points.append(places[flat] @ turn.T + origin)
            normals.append(directions[flat] @ turn.T)
        return Surfaces(np.concatenate(points), np.concatenate(normals))

    def up(self, guess: Array) -> Array | None:
        """(3,) the direction near the guess that most surfaces face; None where too few are level."""
        if len(self.normals) < _FEWEST_PATCHES:
            return None
        up = _commonest(self.normals, guess)
        toward = self.normals * np.where(self.normals @ up < 0, -1.0, 1.0)[:, None]
        for cone in _CONES_DEG:
            near = toward[toward @ up > np.cos(np.radians(cone))]
            if len(near) < _FEWEST_PATCHES:
                return None
            up = near.mean(axis=0)
            up = up / np.linalg.norm(up)
        return np.asarray(up, np.float64)

    def facing(self, up: Array) -> int:
        """How many surfaces face that way."""
        return int((self.normals @ up > np.cos(np.radians(_NEAR_DEG))).sum())

    def floor_height(self, up: Array) -> float | None:
        """How high the lowest surface that faces up lies along up, metres; None if there is none."""
        level = self.points[self.normals @ up > np.cos(np.radians(2 * _NEAR_DEG))]
        heights = (level if len(level) >= _FEWEST_PATCHES // 3 else self.points) @ up
        if not len(heights):
            return None
        bins = np.floor(heights / _BIN_M).astype(int)
        numbers, counts = np.unique(bins, return_counts=True)
        enough = numbers[counts >= _LEAST_SHARE * len(heights)]
        lowest = (enough[0] if len(enough) else numbers[0]) * _BIN_M
        near = (heights > lowest - 1.5 * _BIN_M) & (heights < lowest + 2.5 * _BIN_M)
        return float(np.median(heights[near]))


def _patches(depth: NDArray[np.float32], camera: CameraIntrinsics) -> tuple[Array, Array, Array]:
    """Middles (N, 3) and unit normals (N, 3), towards the camera, of patches in its optical frame; their roughness.

    1 / z = a x + b y + c with x and y as the pixel's direction is a plane whose normal is (a, b, c).
    """
    stride = max(1, camera.width // _COLUMNS)
    z = depth[::stride, ::stride].astype(np.float64)
    if min(z.shape) < _PATCH:
        return np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0)
    known = np.isfinite(z) & (z > _RANGE_M[0]) & (z < _RANGE_M[1])
    v, u = np.mgrid[0 : z.shape[0], 0 : z.shape[1]] * float(stride)
    values = {
        "weight": known.astype(np.float64),
        "inverse": np.where(known, 1 / np.where(known, z, 1), 0.0),
        "x": (u - camera.cx) / camera.fx,
        "y": (v - camera.cy) / camera.fy,
    }
    cut = {name: _windows(value) for name, value in values.items()}
    enough = cut["weight"].mean(axis=1) >= _LEAST_MEASURED
    weight, inverse, x, y = (cut[name][enough] for name in ("weight", "inverse", "x", "y"))
    rays = np.stack([x, y, np.ones_like(x)], axis=-1)
    squares = np.einsum("np,npi,npj->nij", weight, rays, rays) + 1e-9 * np.eye(3)
    plane = np.linalg.solve(squares, np.einsum("np,npi,np->ni", weight, rays, inverse)[..., None])[..., 0]
    off = weight * (inverse - np.einsum("npi,ni->np", rays, plane))
    residual = np.sqrt((off**2).sum(axis=1) / weight.sum(axis=1))
    middle = np.einsum("np,npi->ni", weight, rays) / weight.sum(axis=1)[:, None]
    ahead = np.einsum("ni,ni->n", middle, plane)
    good = ahead > 1 / (2 * _RANGE_M[1])
    normals = -plane[good] / np.linalg.norm(plane[good], axis=1, keepdims=True)
    return middle[good] / ahead[good][:, None], normals, residual[good]


def _windows(values: Array) -> Array:
    """(patches, points of a patch)."""
    windows = sliding_window_view(values, (_PATCH, _PATCH))[::_STEP, ::_STEP]
    return np.ascontiguousarray(windows).reshape(-1, _PATCH * _PATCH)


def _commonest(normals: Array, guess: Array) -> Array:
    """Of many directions near the guess the one that most normals have; what faces down (a ceiling) counts half."""
    turns = np.arange(_DIRECTIONS) + 0.5
    z, angle = 1 - 2 * turns / _DIRECTIONS, np.pi * (1 + 5**0.5) * turns
    radius = np.sqrt(1 - z * z)
    directions = np.stack([radius * np.cos(angle), radius * np.sin(angle), z], axis=-1)
    directions = np.concatenate([guess[None], directions[directions @ guess > np.cos(np.radians(_SEARCH_DEG))]])
    cosines, near = normals @ directions.T, np.cos(np.radians(_NEAR_DEG))
    return np.asarray(directions[((cosines > near) + 0.5 * (cosines < -near)).sum(axis=0).argmax()], np.float64)
