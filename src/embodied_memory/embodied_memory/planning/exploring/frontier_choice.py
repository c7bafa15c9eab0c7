"""Which frontier to go to next, and the step towards it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.coverage import Coverage
from embodied_memory.mapping.frontier import Frontier
from embodied_memory.mapping.grid import OCCUPIED, OccupancySlice
from embodied_memory.mapping.path_planner import plan_path, travel_distances
from embodied_memory.mapping.sight import blocked_between
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import Phase, SearchDecision, SearchSituation
from embodied_memory.planning.exploring.frontier_value import FrontierValue, FrontierView
from embodied_memory.planning.exploring.path_following import Progress, step_along

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


_CLEAR_LEAD = 1.15
"""Another frontier must be this much better before the robot changes its mind: no dithering between two."""
_LOOKS_AT_ONE = 4
"""From its boundary, the robot having gone into it in between: a doorway may take some looks to clear."""
_INTO_M = 2.0
"""As near to the middle of a frontier the robot goes, if it stands at its boundary."""
_AROUND_M = 5.0
"""Frontiers this close to an object may lead to where it can be approached."""


class FrontierChoice:
    """Holds which frontier the robot is on its way to and how often it stood at each."""

    def __init__(
        self, goal: str, config: Config, value: FrontierValue, coverage: Coverage, progress: Progress
    ) -> None:
        self._goal = goal
        self._config = config
        self._value = value
        self._coverage = coverage
        self._progress = progress
        self._present: int | None = None
        self._visits: dict[tuple[int, int], int] = {}

    def towards_best(
        self, situation: SearchSituation, planning_map: PlanningMap, wanted: int | None = None
    ) -> SearchDecision | None:
        """A step to the most promising frontier; None when there is none.

        wanted: the frontier that somebody chose, gone to if it can be.
        """
        scores = self._scores(planning_map, situation)
        return self._towards(scores, situation, planning_map, wanted)

    def towards_around(
        self, thing: RememberedObject, situation: SearchSituation, planning_map: PlanningMap
    ) -> SearchDecision | None:
        """A step to a frontier around what is known and cannot be approached yet; None when there is none."""
        scores = _scores_around(thing, planning_map.frontiers, situation.distances)
        return self._towards(scores, situation, planning_map)

    def _towards(
        self,
        scores: dict[int, float],
        situation: SearchSituation,
        planning_map: PlanningMap,
        wanted: int | None = None,
    ) -> SearchDecision | None:
        at, distances = (situation.here.x, situation.here.y), situation.distances
        while scores:
            chosen = wanted if wanted in scores else self._choose(scores)
            frontier = next(f for f in planning_map.frontiers if f.frontier_id == chosen)
            path = self._way_to(frontier, at, planning_map)
            if path and not self._worn_out(frontier, at) and not self._progress.is_blocked(path[-1]):
                pose = step_along(path, self._config.explorer.step_distance_m, _centre(frontier))
                reason = f"frontier {chosen} of {frontier.area_m2:.1f} m2, {distances[chosen]:.1f} m away"
                return SearchDecision(Phase.EXPLORING, reason, pose, tuple(path), None, scores)
            scores.pop(chosen)
        return None

    def _scores(self, planning_map: PlanningMap, situation: SearchSituation) -> dict[int, float]:
        resolution_m, known = planning_map.slice.resolution_m, situation.known
        unseen = {f.frontier_id: self._newly_seen(f, resolution_m) for f in planning_map.frontiers}
        beside = {f.frontier_id: objects_beside(f, known, planning_map.walls) for f in planning_map.frontiers}
        view = FrontierView(self._goal, planning_map.frontiers, situation.distances, beside, unseen, situation.usual)
        return self._value.scores(view)

    def _newly_seen(self, frontier: Frontier, resolution_m: float) -> float:
        """The share of a frontier that nobody has looked at and that is in sight range of its boundary point."""
        away = np.hypot(*(frontier.region - np.array(frontier.boundary_point)).T)
        near = frontier.region[away < self._config.explorer.sight_range_m]
        return self._coverage.unseen_share(near, resolution_m) * len(near) / len(frontier.region)

    def distances(self, at: Point, planning_map: PlanningMap) -> dict[int, float]:
        """Metres of travel to each frontier that can be reached, by id."""
        lengths = travel_distances(planning_map.slice, at, self._config.frontier.robot_radius_m)
        cells = {f.frontier_id: planning_map.slice.cell_of(*f.boundary_point) for f in planning_map.frontiers}
        ways = {key: float(lengths[cell]) for key, cell in cells.items() if planning_map.slice.contains(*cell)}
        return {key: length for key, length in ways.items() if math.isfinite(length)}

    def _choose(self, scores: dict[int, float]) -> int:
        """The best frontier, but the present one unless another is clearly better."""
        best = max(scores, key=lambda key: (scores[key], -key))
        present = self._present
        if present in scores and scores[present] > 0 and scores[best] < _CLEAR_LEAD * scores[present]:
            best = present
        self._present = best
        return best

    def _way_to(self, frontier: Frontier, at: Point, planning_map: PlanningMap) -> list[Point] | None:
        """To its boundary; from there, if looks from the boundary leave it a frontier, into it."""
        radius = self._config.frontier.robot_radius_m
        path = plan_path(planning_map.slice, at, frontier.boundary_point, radius)
        if path and math.dist(path[0], path[-1]) <= radius:
            return plan_path(planning_map.slice, at, _centre(frontier), radius, _INTO_M) or path
        return path

    def _worn_out(self, frontier: Frontier, at: Point) -> bool:
        """A frontier that stays although the robot stood at it several times shows nothing more, near or far."""
        x, y = frontier.boundary_point
        cell = (round(x / 0.3), round(y / 0.3))
        if math.dist(at, (x, y)) <= self._config.frontier.robot_radius_m:
            self._visits[cell] = self._visits.get(cell, 0) + 1
        return self._visits.get(cell, 0) > _LOOKS_AT_ONE


def _scores_around(
    thing: RememberedObject, frontiers: Sequence[Frontier], distances: Mapping[int, float]
) -> dict[int, float]:
    """The nearer to the object, and to the robot, the better; none of those that are far from the object."""
    scores = {}
    for frontier in frontiers:
        travel = distances.get(frontier.frontier_id, math.inf)
        beside = math.dist(frontier.boundary_point, thing.position[:2])
        if math.isfinite(travel) and beside < _AROUND_M:
            scores[frontier.frontier_id] = 1.0 / (1.0 + travel + 2.0 * beside)
    return scores


def _centre(frontier: Frontier) -> Point:
    """Where to look from its boundary point."""
    x, y = np.mean(frontier.region, axis=0)
    return (float(x), float(y))
