"""Paths for a round robot over the occupancy slice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.shortest_paths import BLOCKED, OPEN, SLOW, TIGHT, shortest_paths
from embodied_memory.mapping.sight import crossings, in_sight

_LEAVE_WITHIN_M = 1.0
_COMFORT_M = 0.15
_SLOWNESS = 2.0
_TRIED_WITHIN_M = 0.5

Point = tuple[float, float]


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


@dataclass(frozen=True)
class Approach:
    """Where to stand near an object. hidden: occupied cells between there and the object; 0: it is in sight."""

    point: Point
    hidden: int


def approach_point(
    slice: OccupancySlice,
    start_xy: Point,
    object_position: tuple[float, float, float],
    object_size: tuple[float, float, float],
    within_m: float,
    walls: OccupancySlice | None = None,
    robot_radius_m: float = 0.25,
    avoid: Sequence[Point] = (),
) -> Approach | None:
    """Where to stand near an object: reachable, within_m of its footprint, and best in sight of it.

    The footprint is the box position +- size / 2. Of the candidates with the fewest occupied cells between
    them and the object (cells of `walls` if given, so that the table it stands on does not count), the one
    with the shortest way. avoid: places that were tried in vain; nothing close to them is chosen. None if no
    reachable cell is near enough.
    """
    travel = travel_distances(slice, start_xy, robot_radius_m)
    dx, dy = _offsets(slice, (object_position[0], object_position[1]))
    dx = np.maximum(np.abs(dx) - object_size[0] / 2, 0)
    dy = np.maximum(np.abs(dy) - object_size[1] / 2, 0)
    usable = np.isfinite(travel) & (np.hypot(dx, dy) <= within_m) & (slice.cells == FREE)
    for tried in avoid:
        usable &= np.hypot(*_offsets(slice, tried)) > _TRIED_WITHIN_M
    candidates = np.argwhere(usable)
    if not len(candidates):
        return None
    opaque = (walls or slice).cells == OCCUPIED
    _open_footprint(opaque, slice, object_position, object_size)
    target = np.array(slice.cell_of(object_position[0], object_position[1]))
    hidden = crossings(opaque, candidates, target)
    best = np.lexsort((travel[candidates[:, 0], candidates[:, 1]], hidden))[0]
    point = slice.centre_of(int(candidates[best, 0]), int(candidates[best, 1]))
    return Approach(point, int(hidden[best]))


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


def _open_footprint(
    opaque: NDArray[np.bool_],
    grid: OccupancySlice,
    position: tuple[float, float, float],
    size: tuple[float, float, float],
) -> None:
    """See through the inner cells of the box: what touches it may be the wall that it stands against."""
    half = [max(extent / 2 - grid.resolution_m, 0.0) for extent in size[:2]]
    low = grid.cell_of(position[0] - half[0], position[1] - half[1])
    high = grid.cell_of(position[0] + half[0], position[1] + half[1])
    opaque[max(low[0], 0) : max(high[0] + 1, 0), max(low[1], 0) : max(high[1] + 1, 0)] = False


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
