"""Where the robot can drive, what it has explored, and where walls stand (LMEE, section 14); and which obstacles
may not be there. People step aside; a door that stood open stays in the map until it is seen through; from afar
depth is blurred. Where no way is left, the ways of before and those through doubtful cells are worth a try;
whoever drives stops before what really is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import FrontierConfig
from embodied_memory.geometry.compiled import compiled
from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.depth_view import clear_around
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.path_planner import spread_distances
from embodied_memory.mapping.voxel_map import VoxelMap
from embodied_memory.scene_graph import SceneObject, is_person

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


def with_bumps(slice: OccupancySlice, bumps: Sequence[Point], radius_m: float = 0.15) -> OccupancySlice:
    """The slice with something in the way at each place where the robot could not drive on. bumps: (x, y) in map."""
    return _filled_around(slice, bumps, radius_m, FREE, OCCUPIED)


def freed_around(slice: OccupancySlice, points: Sequence[Point], radius_m: float) -> OccupancySlice:
    """The slice with what is occupied around points free. points: (x, y) in map."""
    return _filled_around(slice, points, radius_m, OCCUPIED, FREE)


def _filled_around(
    slice: OccupancySlice, points: Sequence[Point], radius_m: float, before: int, after: int
) -> OccupancySlice:
    if not points:
        return slice
    rows, columns = np.nonzero(slice.cells == before)
    cells = slice.cells.copy()
    x = slice.origin[0] + (columns + 0.5) * slice.resolution_m
    y = slice.origin[1] + (rows + 0.5) * slice.resolution_m
    for px, py in points:
        near = (x - px) ** 2 + (y - py) ** 2 <= radius_m**2
        cells[rows[near], columns[near]] = after
    return replace(slice, cells=cells)


Position = tuple[float, float, float]

_MARGIN_M, _ABOVE_FLOOR_M = 0.15, 0.1
"""Depth at the edge of a person lies a little beside them; the floor that they stand on stays."""
PERSON_RADIUS_M = 0.45
"""Around the middle of a person, with arms and what they hold."""


def people_boxes(objects: Sequence[SceneObject]) -> list[tuple[Position, Position]]:
    """(low, high) corners of the boxes around those who are people, a little larger than they were seen, in map."""
    boxes = []
    for one in objects:
        if is_person(one.category):
            (x, y, z), (dx, dy, dz) = one.position, one.size
            reach = (max(dx, dy) / 2 + _MARGIN_M, dz / 2 + _MARGIN_M)
            floor = max(z - reach[1], _ABOVE_FLOOR_M)
            boxes.append(((x - reach[0], y - reach[0], floor), (x + reach[0], y + reach[0], z + reach[1])))
    return boxes


def without_people(
    slice: OccupancySlice, people: Sequence[Point], radius_m: float = PERSON_RADIUS_M
) -> OccupancySlice:
    """The slice with what is occupied around each person free. people: their middles, (x, y) in map.

    A path may lead through where they were seen last; whoever drives stops before them.
    """
    return freed_around(slice, people, radius_m)


def without_doubtful(slice: OccupancySlice) -> OccupancySlice:
    """The slice with its doubtful cells free; the slice itself if it has none."""
    if slice.doubtful is None or not slice.doubtful.any():
        return slice
    cells = np.where(slice.doubtful, FREE, slice.cells).astype(np.int8)
    return replace(slice, cells=cells, doubtful=np.zeros_like(slice.doubtful))
