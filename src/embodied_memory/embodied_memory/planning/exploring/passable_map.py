"""Where a search may drive: the map with what it bumped into, and, where that leaves no way, the ways of before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.doubt import without_doubtful
from embodied_memory.mapping.driven_ways import freed_around, with_bumps
from embodied_memory.mapping.frontier import Frontier
from embodied_memory.mapping.grid import OccupancySlice
from embodied_memory.planning.body import PlanningMap

_TRAIL_M = 0.03
"""As places on the trail are some decimetres apart, between them it is a little narrower."""
_STEP_M = 0.1


@dataclass(frozen=True)
class PassableMap:
    """A `PlanningMap` with another slice."""

    stamp_ns: int
    slice: OccupancySlice
    walls: OccupancySlice
    frontiers: tuple[Frontier, ...]


def bumped(planning_map: PlanningMap, bumps: Sequence[Point]) -> PlanningMap:
    """With something in the way where the robot could not drive on. bumps: (x, y) in map."""
    return _with_slice(planning_map, with_bumps(planning_map.slice, bumps))


def undoubted(planning_map: PlanningMap, bumps: Sequence[Point]) -> PlanningMap:
    """Free too where what blocks was never seen sharply: from near it shows what is really there."""
    return _with_slice(planning_map, with_bumps(without_doubtful(planning_map.slice), bumps))


def opened(
    planning_map: PlanningMap, driven: Sequence[Point], bumps: Sequence[Point], radius_m: float
) -> PlanningMap:
    """Free too where the robot, of radius_m, has driven before. driven: (x, y) in map."""
    ways = freed_around(planning_map.slice, driven, radius_m + _TRAIL_M)
    return _with_slice(planning_map, with_bumps(ways, bumps))


def joined_way(driven: Sequence[Point], at: Point) -> list[Point]:
    """Where the robot has driven, up to where it stands: a correction of its pose tears the two apart.

    driven, at: (x, y) in map.
    """
    if not driven:
        return [at]
    last = min(driven, key=lambda place: math.dist(place, at))
    steps = 1 + int(math.dist(last, at) / _STEP_M)
    ahead = [(last[0] + (at[0] - last[0]) * n / steps, last[1] + (at[1] - last[1]) * n / steps) for n in range(steps)]
    return [*driven, *ahead, at]


def _with_slice(planning_map: PlanningMap, slice: OccupancySlice) -> PlanningMap:
    return PassableMap(planning_map.stamp_ns, slice, planning_map.walls, planning_map.frontiers)
