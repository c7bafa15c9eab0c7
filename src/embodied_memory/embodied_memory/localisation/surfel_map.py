"""What earlier views saw of walls and furniture, as surfels: small discs with a normal, one for each cell and side.

The two sides of a thin wall are different surfels: a robot in the next room must not take one for the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import RegistrationConfig
from embodied_memory.geometry.compiled import compiled
from embodied_memory.localisation.patches import Patches

Array = NDArray[np.float64]

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
