"""People are no furniture: where somebody stands now, the way is free as soon as they step aside."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.driven_ways import freed_around
from embodied_memory.mapping.grid import OccupancySlice
from embodied_memory.scene_graph import SceneObject, is_person

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
