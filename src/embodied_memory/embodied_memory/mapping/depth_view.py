"""One depth image and where it was taken, in the coordinates of the voxel grid, and where the robot stood
meanwhile: there is floor, seen or not. Depth that can be no depth, in the wrong unit or the same everywhere, is
said, not believed.
"""

from __future__ import annotations

import math
from copy import copy

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import VoxelMapConfig
from embodied_memory.mapping.grid import FREE, UNKNOWN, OccupancySlice
from embodied_memory.mapping.voxel_evidence import POOL
from embodied_memory.observation import InvalidObservationError, Observation

_EDGE = 1e-4  # keeps points on the last row or column inside the pooled image


class DepthView:
    """Every stride-th pixel of an observation's depth, with the intrinsics that go with it.

    "Corner" below is the grid's outer corner, in cells from map zero. Raises InvalidObservationError for a
    map_T_camera that is no rigid motion.
    """

    def __init__(self, observation: Observation, stride: int) -> None:
        self.depth: NDArray[np.float32] = np.ascontiguousarray(observation.depth[::stride, ::stride])
        c = observation.intrinsics
        self.pinhole = (c.fx / stride, c.fy / stride, c.cx / stride, c.cy / stride)
        self._map_T_camera = observation.map_T_camera.astype(np.float64)
        _check_rigid(self._map_T_camera)

    def moved(self, map_T_map: NDArray[np.float64]) -> DepthView:
        """The same view from elsewhere. map_T_map: (4, 4) rigid."""
        view = copy(self)
        view._map_T_camera = map_T_map @ self._map_T_camera
        return view

    @property
    def pooled_shape(self) -> tuple[int, int]:
        """Rows and columns of whole blocks of POOL by POOL pixels."""
        return self.depth.shape[0] // POOL, self.depth.shape[1] // POOL

    def floor_bounds(self, far: float, config: VoxelMapConfig) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(low, high) cells in x and y, from map zero, high exclusive, that hold the view down to a depth."""
        fx, fy, cx, cy = self.pinhole
        rows, columns = self.depth.shape
        u = (np.array([0, columns, columns, 0]) - 0.5 - cx) / fx
        v = (np.array([0, 0, rows, rows]) - 0.5 - cy) / fy
        rays = np.stack([u, v, np.ones(4)]) * (far + config.resolution_m)
        centre = self._map_T_camera[:2, 3:]
        corners = np.hstack([centre, self._map_T_camera[:2, :3] @ rays + centre])
        low = np.maximum(corners.min(axis=1), centre[:, 0] - config.max_range_m)
        high = np.minimum(corners.max(axis=1), centre[:, 0] + config.max_range_m)
        return (
            np.floor(low / config.resolution_m).astype(np.int64) - 1,
            np.floor(high / config.resolution_m).astype(np.int64) + 2,
        )

    def grid_T_camera(self, corner: NDArray[np.float64], resolution_m: float) -> NDArray[np.float64]:
        """(3, 4): camera metres to cells."""
        matrix = self._map_T_camera[:3] / resolution_m
        matrix[:, 3] -= corner
        return matrix

    def columns(
        self, corner: NDArray[np.float64], resolution_m: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(origin, steps): (3,) projection of the centre of cell [0, 0, 0] and (3, 3) change for each axis.

        A projection is (u z, v z, z), with u and v in blocks of POOL pixels from the image's border.
        """
        fx, fy, cx, cy = self.pinhole
        pinhole = np.array([[fx, 0, cx + 0.5], [0, fy, cy + 0.5], [0, 0, POOL]]) / POOL
        projection = pinhole @ self._map_T_camera[:3, :3].T
        first = (corner + 0.5) * resolution_m - self._map_T_camera[:3, 3]
        return projection @ first, np.ascontiguousarray((projection * resolution_m).T)

    def spread(self, resolution_m: float) -> float:
        """Half the diagonal of a cell one metre away, in blocks of POOL pixels."""
        return 0.5 * 3**0.5 * resolution_m * max(self.pinhole[:2]) / POOL

    def planes(self, near: float, far: float) -> NDArray[np.float64]:
        """(6, 4): a projection, followed by 1, is in view where every row times it is 0 or more."""
        rows, columns = self.pooled_shape
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


def _check_rigid(map_T_camera: NDArray[np.float64]) -> None:
    rotation = map_T_camera[:3, :3]
    skew = np.abs(rotation @ rotation.T - np.eye(3)).max()
    if skew > 1e-3 or np.linalg.det(rotation) < 0 or map_T_camera[3].tolist() != [0.0, 0.0, 0.0, 1.0]:
        raise InvalidObservationError("map_T_camera is not a rigid motion: its rotation is not orthonormal")


_FARTHEST_M = 100.0
"""No depth camera measures half of its pixels beyond this; in millimetres it is a decimetre."""
_NEAREST_M, _NEARLY_ALL = 0.02, 0.95
"""Nor does one measure nearer than this; a home in kilometres is all nearer."""
_SAMPLES = 32
"""Along each side of the image."""
_SAME, _ASLANT = 1e-3, math.sin(math.radians(10.0))
"""Depths that differ by less than this share are the same; an axis farther from level and upright is aslant."""


def check_unit(depth: NDArray[np.float32]) -> None:
    """Raise InvalidObservationError, with the likely unit, if depth (H, W) can hardly be metres.

    Pixels that are 0, negative or no finite number tell nothing; an image of nothing else passes.
    """
    some = _sampled(depth)
    if not some.size:
        return
    middle = float(np.median(some))
    if middle > _FARTHEST_M:
        raise InvalidObservationError(
            f"depth has a median of {middle:.0f}: these are millimetres, not metres; divide them by 1000"
        )
    if middle < _NEAREST_M and (some < _NEAREST_M).mean() > _NEARLY_ALL:
        raise InvalidObservationError(
            f"depth has a median of {middle:.5f}: these are no metres but kilometres, as when millimetres are"
            " divided by 1000 twice; multiply them by 1000"
        )


def check_not_constant(depth: NDArray[np.float32], map_T_camera: NDArray[np.float64]) -> None:
    """Raise InvalidObservationError if depth (H, W), metres, is the same everywhere though the camera looks aslant.

    Only a plane square to the optical axis has one depth. Walls are upright and floors level, so a camera that looks
    straight at one may see that, and one that is tilted down never does: its driver is stuck or sends a placeholder.
    """
    some = _sampled(depth)
    along, down = float(np.hypot(*map_T_camera[:2, 2])), abs(float(map_T_camera[2, 2]))
    if some.size < _SAMPLES or min(along, down) < _ASLANT:
        return
    middle = float(np.median(some))
    if (np.abs(some - middle) <= _SAME * middle).mean() > _NEARLY_ALL:
        raise InvalidObservationError(
            f"depth is {middle:.3f} m everywhere, which a camera that looks aslant cannot see:"
            " check the depth camera and its driver"
        )


def _sampled(depth: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N,): what was measured of about _SAMPLES by _SAMPLES pixels."""
    rows, columns = (max(side // _SAMPLES, 1) for side in depth.shape)
    some = depth[::rows, ::columns]
    return np.asarray(some[np.isfinite(some) & (some > 0)])


def standing_point(observation: Observation) -> tuple[float, float, float]:
    """(x, y, z) of the base in map, or of the camera where a recording knows no base (map_T_base is the identity)."""
    known = not np.array_equal(observation.map_T_base, np.eye(4))
    x, y, z = (observation.map_T_base if known else observation.map_T_camera)[:3, 3]
    return float(x), float(y), float(z)


def clear_around(grid: OccupancySlice, places: NDArray[np.float64], clearance_m: float) -> None:
    """Make free, in place, what is unknown within clearance_m of places, (N, 3) in map."""
    reach = clearance_m / grid.resolution_m
    span = np.arange(-int(reach) - 1, int(reach) + 2)
    for x, y in np.unique(np.round(places[:, :2] / grid.resolution_m, 1), axis=0):
        column = (x - grid.origin[0] / grid.resolution_m) - 0.5
        row = (y - grid.origin[1] / grid.resolution_m) - 0.5
        columns, rows = np.meshgrid(span + round(column), span + round(row))
        near = (columns - column) ** 2 + (rows - row) ** 2 <= reach**2
        near &= (rows >= 0) & (rows < grid.cells.shape[0]) & (columns >= 0) & (columns < grid.cells.shape[1])
        spot = grid.cells[rows[near], columns[near]]
        grid.cells[rows[near], columns[near]] = np.where(spot == UNKNOWN, FREE, spot)
