"""What is known to stand near a frontier, on its side of the walls."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.frontier import Frontier
from embodied_memory.mapping.grid import OCCUPIED, OccupancySlice
from embodied_memory.mapping.sight import blocked_between

_WITHIN_M = 3.0
_FRONT_M = 0.3
"""Sight ends this far before a thing: what stands at a wall shares cells with it."""


def objects_beside(
    frontier: Frontier, known: Sequence[RememberedObject], walls: OccupancySlice
) -> list[tuple[RememberedObject, float]]:
    """(object, metres) for each within 3 m of the frontier's middle with no wall between, in the order of `known`."""
    middle = _middle(frontier)
    clear = walls.cells != OCCUPIED
    row, column = walls.cell_of(*middle)
    found = []
    for thing in known:
        away = math.dist(thing.position[:2], middle)
        if away < _WITHIN_M:
            share = max(0.0, 1.0 - _FRONT_M / away) if away > 0 else 0.0
            end = walls.cell_of(*(m + share * (p - m) for m, p in zip(middle, thing.position[:2], strict=True)))
            inside = walls.contains(row, column) and walls.contains(*end)
            if not inside or blocked_between(clear, row, column, *end) == 0:
                found.append((thing, away))
    return found


def _middle(frontier: Frontier) -> Point:
    """The cell of its region nearest to the centroid: on the far side of a doorway, where the region is."""
    away = np.hypot(*(frontier.region - frontier.region.mean(axis=0)).T)
    x, y = frontier.region[int(np.argmin(away))]
    return (float(x), float(y))
