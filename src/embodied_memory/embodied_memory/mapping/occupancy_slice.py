"""Where the robot can drive, what it has explored, and where walls stand (LMEE, section 14)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import FrontierConfig
from embodied_memory.mapping.compiled import compiled
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.shortest_paths import spread_distances
from embodied_memory.mapping.standing_places import clear_around
from embodied_memory.mapping.voxel_map import VoxelMap

_GRID_DETOUR = 1.0824  # the longest octile path over its straight line


@compiled
def _column_evidence(evidence: NDArray[np.int8]) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.bool_]]:
    """(ny, nx) for each column: the sum of what speaks for an obstacle, the strongest of it, is any layer free."""
    shape = (evidence.shape[1], evidence.shape[0])
    total, strongest, free = np.zeros(shape, np.int16), np.zeros(shape, np.int8), np.zeros(shape, np.bool_)
    for i in range(evidence.shape[0]):
        for j in range(evidence.shape[1]):
            column = evidence[i, j]
            for k in range(column.size):
                total[j, i] += max(column[k], 0)
                strongest[j, i] = max(strongest[j, i], column[k])
                free[j, i] |= column[k] < 0
    return total, strongest, free


def _supported(total: NDArray[np.int16], config: FrontierConfig) -> NDArray[np.bool_]:
    """The columns with enough evidence for an obstacle: less is enough beside another one."""
    likely = np.pad(total >= config.obstacle_evidence, 1)
    rows = likely[:-2].astype(np.int8) + likely[1:-1] + likely[2:]
    around = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]
    return np.asarray((likely[1:-1, 1:-1] & (around > 1)) | (total >= config.lone_evidence))


def navigable_slice(voxel_map: VoxelMap, config: FrontierConfig) -> OccupancySlice:
    """The free slice at slice_height_m, blocked by anything between obstacle_low_m and obstacle_high_m.

    A single weak voxel is no obstacle. Cells that block without ever having been seen sharply are doubtful. What is
    unknown within the voxel map's clearance_m of the trajectory is free: the robot stood there.
    """
    first = voxel_map.level_of(config.obstacle_low_m)
    evidence = voxel_map.evidence_between(first, voxel_map.level_of(config.obstacle_high_m))
    total, strongest, _ = _column_evidence(evidence)
    free = evidence[:, :, voxel_map.level_of(config.slice_height_m) - first].T < 0
    blocked = _supported(total, config)
    cells = np.where(blocked, OCCUPIED, np.where(free, FREE, UNKNOWN)).astype(np.int8)
    grid = voxel_map.as_slice(cells)
    clear_around(grid, voxel_map.trajectory, voxel_map.config.clearance_m)
    doubtful = blocked & (strongest < voxel_map.config.hit_evidence)
    return replace(grid, doubtful=doubtful, deviation_m=voxel_map.deviation_m)


def wall_slice(voxel_map: VoxelMap, config: FrontierConfig) -> OccupancySlice:
    """The slice above the furniture, from wall_low_m to wall_high_m; the same cells as navigable_slice.

    Where nothing was seen up there (a low camera), the cell is what slice_height_m says.
    """
    first, stop = voxel_map.level_of(config.wall_low_m), voxel_map.level_of(config.wall_high_m)
    total, _, free = _column_evidence(voxel_map.evidence_between(first, stop))
    cells = np.where(_supported(total, config), OCCUPIED, np.where(free, FREE, UNKNOWN)).astype(np.int8)
    high = voxel_map.as_slice(cells)
    low = voxel_map.slice_at(config.slice_height_m)
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
