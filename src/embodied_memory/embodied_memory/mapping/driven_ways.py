"""Where the robot has driven, there is a way: what the map shows in it came later, and may be gone again.

A door that stood open, a chair, somebody who was not recognised: their voxels stay until they are seen through. Where
no way is left at all, the ways of before are worth a try; whoever drives stops before what really is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice


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
