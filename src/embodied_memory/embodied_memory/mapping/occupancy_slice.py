"""Where the robot can drive, what it has explored, and where walls stand (LMEE, section 14)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import FrontierConfig
from embodied_memory.mapping.compiled import compiled
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.shortest_paths import spread_distances
from embodied_memory.mapping.voxel_map import VoxelMap

_GRID_DETOUR = 1.0824  # the longest octile path over its straight line


@compiled
def _flatten(evidence: NDArray[np.int8], seen_level: int) -> NDArray[np.int8]:
    """(ny, nx) cells: occupied if any layer is; else free if layer seen_level is, any free one if -1."""
    cells = np.full((evidence.shape[1], evidence.shape[0]), UNKNOWN, np.int8)
    for i in range(evidence.shape[0]):
        for j in range(evidence.shape[1]):
            column = evidence[i, j]
            free = column[seen_level] < 0 if seen_level >= 0 else False
            for k in range(column.size):
                if column[k] > 0:
                    cells[j, i] = OCCUPIED
                    break
                free |= seen_level < 0 and column[k] < 0
            if cells[j, i] == UNKNOWN and free:
                cells[j, i] = FREE
    return cells


def navigable_slice(voxel_map: VoxelMap, config: FrontierConfig, stamp: int | None = None) -> OccupancySlice:
    """The free slice at slice_height_m, blocked by anything between obstacle_low_m and obstacle_high_m.

    What is unknown within the voxel map's clearance_m of the trajectory is free: the robot stood there.
    """
    first = voxel_map.level_of(config.obstacle_low_m)
    stop = voxel_map.level_of(config.obstacle_high_m)
    level = voxel_map.level_of(config.slice_height_m) - first
    grid = voxel_map.as_slice(_flatten(voxel_map.evidence_between(first, stop), level), stamp)
    voxel_map.clear_footprint(grid)
    return grid


def wall_slice(voxel_map: VoxelMap, config: FrontierConfig, stamp: int | None = None) -> OccupancySlice:
    """The slice above the furniture, from wall_low_m to wall_high_m; the same cells as navigable_slice.

    Where nothing was seen up there (a low camera), the cell is what slice_height_m says.
    """
    first, stop = voxel_map.level_of(config.wall_low_m), voxel_map.level_of(config.wall_high_m)
    high = voxel_map.as_slice(_flatten(voxel_map.evidence_between(first, stop), -1), stamp)
    low = voxel_map.slice_at(config.slice_height_m, stamp)
    high.cells[:] = np.where(high.cells == UNKNOWN, low.cells, high.cells)
    return high


def explored_mask(
    navigable: OccupancySlice, walls: OccupancySlice, trajectory: NDArray[np.float64], radius_m: float
) -> NDArray[np.bool_]:
    """(rows, columns) whether a cell lies within radius_m of the trajectory, and not behind a wall.

    Both the straight line to the nearest point of the trajectory and the way around walls count, the
    latter allowing for the grid's detours: in the open the explored area is exactly a disc.
    """
    cells = np.floor((trajectory[:, :2] - navigable.origin) / navigable.resolution_m).astype(np.int64)
    cells = np.unique(cells, axis=0)[:, ::-1]
    inside = ((cells >= 0) & (cells < navigable.cells.shape)).all(axis=1)
    reach = radius_m / navigable.resolution_m
    passable = walls.cells != OCCUPIED
    around = spread_distances(passable, np.ascontiguousarray(cells[inside]), reach * _GRID_DETOUR)
    return _stamp_discs(navigable.cells.shape, cells, reach) & np.isfinite(around)


@compiled
def _stamp_discs(shape: tuple[int, int], cells: NDArray[np.int64], reach: float) -> NDArray[np.bool_]:
    mask = np.zeros(shape, np.bool_)
    span = int(reach)
    for index in range(cells.shape[0]):
        row, column = cells[index, 0], cells[index, 1]
        for r in range(max(0, row - span), min(shape[0], row + span + 1)):
            for c in range(max(0, column - span), min(shape[1], column + span + 1)):
                if (r - row) ** 2 + (c - column) ** 2 <= reach * reach:
                    mask[r, c] = True
    return mask
