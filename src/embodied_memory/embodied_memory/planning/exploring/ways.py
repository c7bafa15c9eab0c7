"""Where a search may drive: the map with what it bumped into, and, where that leaves no way, the ways of before; a
doorway that noise has shut is looked at from near. Small steps along a path, and where the robot did not move.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import FREE, OccupancySlice
from embodied_memory.mapping.occupancy_slice import freed_around, with_bumps, without_doubtful
from embodied_memory.mapping.path_planner import plan_path, travel_distances
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import Phase, SearchDecision

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


_LEAST_M2 = 1.5
_THICK_M = 1.0
"""What shuts a way is no thicker, with the margin that the robot keeps on this side of it."""
_LOOKS = 3
"""At one place: what noise put there is gone by then."""
_SAME_M = 0.5
_THERE_M = 0.2
_BESIDE_M = 0.3

Bools = NDArray[np.bool_]


class ShutWays:
    """During the search for one goal: how often each way was looked at."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._looks: Counter[tuple[int, int]] = Counter()

    def towards_next(
        self, here: Pose2D, planning_map: PlanningMap, known: Sequence[RememberedObject]
    ) -> SearchDecision | None:
        """A step towards the nearest of them that was not looked at often enough, or a look at it; else None."""
        grid, radius, at = planning_map.slice, self._config.frontier.robot_radius_m, (here.x, here.y)
        travel = travel_distances(grid, at, radius)
        ways = sorted(self._shut(grid, travel, known), key=lambda way: travel[grid.cell_of(*way[0])])
        for before, beyond in ways:
            path = plan_path(grid, at, before, radius)
            if not path or self._is_looked_at(before, at):
                continue
            pose = step_along(path, self._config.explorer.step_distance_m, beyond)
            return SearchDecision(Phase.EXPLORING, "something is known there, and no way to it", pose, tuple(path))
        return None

    def _is_looked_at(self, before: Point, at: Point) -> bool:
        key = (round(before[0] / _SAME_M), round(before[1] / _SAME_M))
        if math.dist(before, at) <= _THERE_M:
            self._looks[key] += 1
        return self._looks[key] > _LOOKS

    def _shut(
        self, grid: OccupancySlice, travel: NDArray[np.float32], known: Sequence[RememberedObject]
    ) -> Iterator[tuple[Point, Point]]:
        """Of each part of the floor that is cut off: where to stand, and where it begins."""
        reached = np.isfinite(travel) & (grid.cells == FREE)
        if not reached.any():
            return
        away, nearest = ndimage.distance_transform_edt(~reached, return_indices=True)
        margin = self._config.frontier.robot_radius_m / grid.resolution_m + 1
        parts, _ = ndimage.label((grid.cells == FREE) & (away > margin))
        large = np.bincount(parts.ravel()) * grid.resolution_m**2 >= _LEAST_M2
        for number in np.flatnonzero(large[1:]) + 1:
            part: Bools = parts == number
            least = float(away[part].min())
            thinnest = np.argwhere(part & (away < least + 1))
            before = nearest[:, thinnest[:, 0], thinnest[:, 1]]
            one = int(travel[before[0], before[1]].argmin())
            if least * grid.resolution_m <= _THICK_M and _holds(part, grid, known):
                yield grid.centre_of(*before[:, one].tolist()), grid.centre_of(*thinnest[one].tolist())


def _holds(part: Bools, grid: OccupancySlice, known: Sequence[RememberedObject]) -> bool:
    """Whether anything stands there."""
    rows, columns = np.nonzero(part)
    cells = np.column_stack([columns, rows]) * grid.resolution_m + np.array(grid.origin) + grid.resolution_m / 2
    for thing in known:
        if thing.is_asserted:
            off = np.abs(cells - np.array(thing.position[:2])) - np.array(thing.size[:2]) / 2
            if (np.hypot(*np.maximum(off, 0.0).T) <= _BESIDE_M).any():
                return True
    return False


def step_along(path: Sequence[Point], step_distance_m: float, face: Point) -> Pose2D:
    """The pose after at most step_distance_m of the path, looking along it, or at `face` from its end.

    path: at least one (x, y), beginning where the robot is.
    """
    left = step_distance_m
    here = path[0]
    for ahead in path[1:]:
        length = math.dist(here, ahead)
        if length > left:
            share = left / length
            stop = (here[0] + share * (ahead[0] - here[0]), here[1] + share * (ahead[1] - here[1]))
            return Pose2D(*stop, heading(here, ahead))
        left -= length
        here = ahead
    return Pose2D(*here, heading(here, face))


def ahead_on(path: Sequence[Point], distance_m: float) -> Point:
    """The point of a path so far from where it begins, its end if it is shorter."""
    pose = step_along(path, distance_m, path[-1])
    return (pose.x, pose.y)


def heading(origin: Point, target: Point) -> float:
    """The yaw, radians, that looks from one point to another."""
    return math.atan2(target[1] - origin[1], target[0] - origin[0])


def path_length(path: Sequence[Point]) -> float:
    """Metres."""
    return sum(math.dist(a, b) for a, b in pairwise(path))


_STOOD_STILL_M = 0.05
_WANTED_M = 0.1
_SAME_PLACE_M = 0.3
_TRIES = 4
_BUMPED_M = 0.4


class Progress:
    """Compares each step with what it was meant to be. A way that did not begin time and again is blocked at its end:
    each time another way there may have been tried.

    bumps: where it could not drive on, (x, y) in map.
    """

    def __init__(self) -> None:
        self.blocked: list[Point] = []
        self.bumps: list[Point] = []
        self._left: Point | None = None
        self._wanted: Point | None = None
        self._path: Sequence[Point] = ()

    def leaving(self, at: Point, pose: Pose2D, path: Sequence[Point]) -> None:
        """The robot sets out for a pose on a path."""
        self._left, self._wanted, self._path = at, (pose.x, pose.y), path

    def arrived(self, at: Point) -> None:
        """The step is over."""
        if self._left is None or self._wanted is None:
            return
        if math.dist(self._left, at) < _STOOD_STILL_M and math.dist(self._left, self._wanted) > _WANTED_M:
            self.blocked.append(self._path[-1])
            self.bumps.append(ahead_on(self._path, _BUMPED_M))

    def is_blocked(self, place: Point) -> bool:
        """Whether the way there did not begin, and not just once: somebody may have stood in it."""
        return sum(math.dist(place, end) < _SAME_PLACE_M for end in self.blocked) >= _TRIES
