"""Paths for a round robot over the occupancy slice, by Dijkstra's algorithm, the inner loop of exploring, too.

Steps go to the 8 neighbours, a diagonal one only where neither corner is cut. Lengths of `shortest_paths` are
in cells.
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.geometry.compiled import compiled
from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
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


BLOCKED, OPEN, TIGHT, SLOW = 0, 1, 2, 3
"""Kinds of cell. TIGHT is entered from TIGHT only: a robot too near an obstacle may leave, not go there.

SLOW counts as OPEN, but a planner prefers to keep out of it.
"""


@compiled
def may_step(kinds: NDArray[np.int8], row: int, column: int, dr: int, dc: int) -> bool:
    """Whether a step from a cell is allowed."""
    r, c = row + dr, column + dc
    if r < 0 or c < 0 or r >= kinds.shape[0] or c >= kinds.shape[1]:
        return False
    there = kinds[r, c]
    if there == 0 or (there == 2 and kinds[row, column] != 2):
        return False
    return dr == 0 or dc == 0 or (kinds[r, column] != 0 and kinds[row, c] != 0)


@compiled
def shortest_paths(
    kinds: NDArray[np.int8], starts: NDArray[np.int64], limit: float, slowness: float
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """(lengths, parents) of the shortest paths from the nearest of the starts (N, 2), rows and columns.

    lengths: (rows, columns), inf beyond the limit or where no path leads; parents: index of the cell
    before, -1 at starts. A step into a SLOW cell counts `slowness` times.
    """
    rows, columns = kinds.shape
    lengths = np.full((rows, columns), np.inf, np.float32)
    parents = np.full((rows, columns), -1, np.int32)
    queue = [(np.float32(0.0), np.int64(0)) for _ in range(0)]
    for index in range(starts.shape[0]):
        row, column = starts[index, 0], starts[index, 1]
        lengths[row, column] = 0.0
        heapq.heappush(queue, (np.float32(0.0), row * columns + column))
    while queue:
        length, cell = heapq.heappop(queue)
        row, column = cell // columns, cell % columns
        if length > lengths[row, column]:
            continue
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if (dr == 0 and dc == 0) or not may_step(kinds, row, column, dr, dc):
                    continue
                r, c = row + dr, column + dc
                step = 1.0 if dr == 0 or dc == 0 else 1.4142135
                step = step * slowness if kinds[r, c] == 3 else step
                longer = np.float32(length + step)
                if longer < lengths[r, c] and longer <= limit:
                    lengths[r, c] = longer
                    parents[r, c] = cell
                    heapq.heappush(queue, (longer, np.int64(r * columns + c)))
    return lengths, parents


def spread_distances(passable: NDArray[np.bool_], starts: NDArray[np.int64], limit: float) -> NDArray[np.float32]:
    """(rows, columns) lengths from the nearest of the starts (N, 2), in cells; inf beyond the limit."""
    kinds = passable.astype(np.int8)
    kinds[starts[:, 0], starts[:, 1]] = OPEN
    return shortest_paths(kinds, starts, limit, 1.0)[0]
