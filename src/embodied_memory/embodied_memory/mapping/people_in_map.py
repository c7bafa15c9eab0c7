"""People are no furniture: where somebody stands now, the way is free as soon as they step aside.

Where the robot has driven, there is a way: what the map shows in it came later, and may be gone again.

A door that stood open, a chair, somebody who was not recognised: their voxels stay until they are seen through. Where
no way is left at all, the ways of before are worth a try; whoever drives stops before what really is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.scene_graph import SceneObject, is_person


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
