"""Paths for a round robot over the occupancy slice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.shortest_paths import BLOCKED, OPEN, SLOW, TIGHT, shortest_paths
from embodied_memory.mapping.sight import in_sight

_LEAVE_WITHIN_M = 1.0
_COMFORT_M = 0.15
_SLOWNESS = 2.0


def plan_path(
    slice: OccupancySlice,
    start_xy: Point,
    goal_xy: Point,
    robot_radius_m: float = 0.25,
    tolerance_m: float = 0.3,
) -> list[Point] | None:
    """Way points from the start to the reachable cell nearest to the goal, within tolerance_m of it.

    The start is the first point; straight legs between points keep robot_radius_m from what is occupied,
    save the first ones of a robot that starts nearer than that. None if nothing so near can be reached.
    """
    kinds = cell_kinds(slice, start_xy, robot_radius_m)
    start = slice.cell_of(*start_xy)
    if not slice.contains(*start):
        return None
    lengths, parents = shortest_paths(kinds, np.array([start]), np.inf, _SLOWNESS)
    gaps = np.hypot(*_offsets(slice, goal_xy))
    gaps = np.where(np.isfinite(lengths), gaps, np.inf)
    goal = np.unravel_index(int(np.argmin(gaps)), gaps.shape)
    if gaps[goal] > max(tolerance_m, slice.resolution_m):
        return None
    cells = _straighten(kinds, _trace(parents, (int(goal[0]), int(goal[1]))))
    return [start_xy, *(slice.centre_of(r, c) for r, c in cells[1:])]


def travel_distances(slice: OccupancySlice, start_xy: Point, robot_radius_m: float = 0.25) -> NDArray[np.float32]:
    """(rows, columns) metres of the way from the start to each cell; inf where the robot cannot get to."""
    start = slice.cell_of(*start_xy)
    if not slice.contains(*start):
        return np.full(slice.cells.shape, np.inf, np.float32)
    kinds = cell_kinds(slice, start_xy, robot_radius_m)
    lengths, _ = shortest_paths(kinds, np.array([start]), np.inf, 1.0)
    return np.asarray(lengths * np.float32(slice.resolution_m), np.float32)


def cell_kinds(slice: OccupancySlice, start_xy: Point, robot_radius_m: float) -> NDArray[np.int8]:
    """(rows, columns) BLOCKED, OPEN, SLOW (nearly touching) or TIGHT (touching, or not seen yet).

    Only close to the start, TIGHT cells and cells not yet seen may be crossed: the robot stands there, and
    a camera does not see the floor at its feet.
    """
    cells = slice.cells
    clearance = np.full(cells.shape, np.inf)
    if (cells == OCCUPIED).any():
        clearance = distance_transform_edt(cells != OCCUPIED) * slice.resolution_m
    near = np.hypot(*_offsets(slice, start_xy)) <= _LEAVE_WITHIN_M
    seen = (cells == FREE) | ((cells == UNKNOWN) & near)
    kinds = np.full(cells.shape, BLOCKED, np.int8)
    kinds[seen & near] = TIGHT
    kinds[seen & (clearance >= robot_radius_m)] = SLOW
    kinds[(cells == FREE) & (clearance >= robot_radius_m + _COMFORT_M)] = OPEN
    start = slice.cell_of(*start_xy)
    if slice.contains(*start) and kinds[start] == BLOCKED:
        kinds[start] = TIGHT
    return kinds


def _offsets(slice: OccupancySlice, xy: Point) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(dx, dy) of every cell's centre from a point, broadcastable to the grid."""
    rows, columns = slice.cells.shape
    x = slice.origin[0] + (np.arange(columns) + 0.5) * slice.resolution_m - xy[0]
    y = slice.origin[1] + (np.arange(rows) + 0.5) * slice.resolution_m - xy[1]
    return np.broadcast_to(x, slice.cells.shape), np.broadcast_to(y[:, None], slice.cells.shape)


def _trace(parents: NDArray[np.int32], goal: tuple[int, int]) -> list[tuple[int, int]]:
    cells = [goal]
    while (before := int(parents[cells[-1]])) >= 0:
        cells.append((before // parents.shape[1], before % parents.shape[1]))
    return cells[::-1]


def _straighten(kinds: NDArray[np.int8], cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out the cells between which a straight leg crosses nothing worse than the way itself did."""
    comfortable = kinds == OPEN
    passable = comfortable | (kinds == SLOW)
    kept, last, squeezes = [cells[0]], 0, False
    for index in range(1, len(cells)):
        squeezes |= bool(kinds[cells[index]] == SLOW)
        if index > last + 1 and not in_sight(passable if squeezes else comfortable, cells[last], cells[index]):
            last = index - 1
            kept.append(cells[last])
            squeezes = bool(kinds[cells[last]] == SLOW or kinds[cells[index]] == SLOW)
    return [*kept, cells[-1]] if len(cells) > 1 else kept
