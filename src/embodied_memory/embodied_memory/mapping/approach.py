"""Where to stand near an object: reachable, near enough, and with nothing in between."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.mapping.path_planner import travel_distances
from embodied_memory.mapping.sight import blocked_between

_TRIED_WITHIN_M = 0.5
_FRONT_M = 0.1
"""Sight ends this far before a thing: its own voxels are not in its way."""
_ABOUT_M = 0.08
"""No way is made longer to be nearer by less than this."""


@dataclass(frozen=True)
class Footprint:
    """An axis-aligned rectangle on the floor. centre and size: (x, y) in map, metres."""

    centre: Point
    size: Point

    def nearest(self, point: Point) -> Point:
        """Its point nearest to another one."""
        x, y = (min(max(p, c - s / 2), c + s / 2) for p, c, s in zip(point, self.centre, self.size, strict=True))
        return (x, y)

    def distance(self, point: Point) -> float:
        """Metres to its nearest point; 0 inside."""
        return math.dist(point, self.nearest(point))


@dataclass(frozen=True)
class Approach:
    """Where to stand near an object. hidden: occupied cells between there and it, up to as near to it as the map of
    walls is not blurred; 0: it is in sight.
    """

    point: Point
    hidden: int


def approach_point(
    slice: OccupancySlice,
    walls: OccupancySlice,
    start_xy: Point,
    footprint: Footprint,
    within_m: float,
    robot_radius_m: float = 0.25,
    front: Footprint | None = None,
    avoid: Sequence[Point] = (),
    wanted_m: float | None = None,
    blur_m: float = 0.0,
) -> Approach | None:
    """The place near a footprint with the fewest walls between, and of those the one with the shortest way.

    wanted_m: how near it should be; where furniture keeps the robot from that, as near as it can be within within_m.
    front: what must be in sight, if not the footprint itself: the shelf that a book stands in.
    avoid: places that were tried in vain; nothing close to them is chosen. blur_m: the last of the way to the thing
    that the map of walls does not resolve. None if nothing is near enough.
    """
    travel = travel_distances(slice, start_xy, robot_radius_m)
    rows, columns = np.nonzero(np.isfinite(travel) & (slice.cells == FREE))
    points = np.column_stack(
        [
            slice.origin[0] + (columns + 0.5) * slice.resolution_m,
            slice.origin[1] + (rows + 0.5) * slice.resolution_m,
        ]
    )
    away = np.abs(points - footprint.centre) - np.array(footprint.size) / 2
    gaps = np.hypot(*np.maximum(away, 0.0).T)
    usable = gaps <= within_m
    for tried in avoid:
        usable &= np.hypot(*(points - tried).T) > _TRIED_WITHIN_M
    if not usable.any():
        return None
    near, lengths = points[usable], travel[rows[usable], columns[usable]]
    seen_as = front or footprint
    clear = _see_through(walls, seen_as)
    hidden = np.array([_hidden_cells(clear, walls, (x, y), seen_as, 0.0) for x, y in near])
    too_far = np.maximum(gaps[usable] - (within_m if wanted_m is None else wanted_m), 0.0)
    best = int(np.lexsort((lengths, np.ceil(too_far / _ABOUT_M), hidden))[0])
    place = (float(near[best, 0]), float(near[best, 1]))
    return Approach(place, _hidden_cells(clear, walls, place, seen_as, blur_m))


def hidden_cells(walls: OccupancySlice, point: Point, footprint: Footprint, blur_m: float = 0.0) -> int:
    """Occupied cells on the line from a point to the nearest point of a footprint, as far as blur_m before it."""
    return _hidden_cells(_see_through(walls, footprint), walls, point, footprint, blur_m)


def _see_through(walls: OccupancySlice, footprint: Footprint) -> NDArray[np.bool_]:
    """(rows, columns) what hides nothing: free and unknown cells, and the thing itself."""
    clear: NDArray[np.bool_] = walls.cells != OCCUPIED
    low = [c - s / 2 + walls.resolution_m / 2 for c, s in zip(footprint.centre, footprint.size, strict=True)]
    high = [c + s / 2 - walls.resolution_m / 2 for c, s in zip(footprint.centre, footprint.size, strict=True)]
    first, last = walls.cell_of(low[0], low[1]), walls.cell_of(high[0], high[1])
    clear[max(first[0], 0) : max(last[0] + 1, 0), max(first[1], 0) : max(last[1] + 1, 0)] = True
    return clear


def _hidden_cells(
    clear: NDArray[np.bool_], grid: OccupancySlice, point: Point, footprint: Footprint, blur_m: float
) -> int:
    """The most of any of nine lines, some a cell apart where the robot stands and some half a cell beside: the end of
    a wall is not looked past.
    """
    step, half, front_m = grid.resolution_m, grid.resolution_m / 2, _FRONT_M + blur_m
    starts = [point, *((point[0] + dx, point[1] + dy) for dx, dy in _around(step))]
    turned = [_hidden_on_line(clear, grid, start, footprint, front_m) for start in starts]
    beside = [_hidden_on_line(clear, grid, point, footprint, front_m, shift) for shift in _around(half)]
    return max(*turned, *beside)


def _around(step: float) -> tuple[Point, ...]:
    return ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step))


def _hidden_on_line(
    clear: NDArray[np.bool_],
    grid: OccupancySlice,
    point: Point,
    footprint: Footprint,
    front_m: float,
    shift: Point = (0.0, 0.0),
) -> int:
    nearest = footprint.nearest(point)
    length = math.dist(point, nearest)
    if length <= front_m:
        return 0
    share = 1.0 - front_m / length
    end = (point[0] + share * (nearest[0] - point[0]), point[1] + share * (nearest[1] - point[1]))
    point, end = ((x + shift[0], y + shift[1]) for x, y in (point, end))
    (row, column), (end_row, end_column) = grid.cell_of(*point), grid.cell_of(*end)
    if not (grid.contains(row, column) and grid.contains(end_row, end_column)):
        return 0
    return int(blocked_between(clear, row, column, end_row, end_column))
