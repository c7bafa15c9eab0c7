"""Decides, step by step, how to find one goal: a remembered object when the evidence is good, else a frontier.

This is the decision of LMEE, section 4 and figure 17, made without a language model: retrieve, then choose
"Memory i, Object j" or "Frontier i".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.approach import Approach, Footprint, approach_point, hidden_cells
from embodied_memory.mapping.coverage import Coverage
from embodied_memory.mapping.frontier import Frontier
from embodied_memory.mapping.path_planner import plan_path, travel_distances
from embodied_memory.mapping.surroundings import unknown_behind
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.frontier_value import FrontierValue, FrontierView
from embodied_memory.planning.path_following import Point, step_along
from embodied_memory.planning.progress import Progress

_CLEAR_LEAD = 1.15
"""Another frontier must be this much better before the robot changes its mind: no dithering between two."""
_AROUND_M = 5.0
"""Frontiers this close to an object may lead to where it can be approached."""

_UNKNOWN_BEHIND = 0.3
"""From this share on, what is behind the robot is worth a turn."""


class Phase(str, Enum):
    """Where the search for a goal stands."""

    EXPLORING = "exploring"
    APPROACHING = "approaching"
    FOUND = "found"
    GIVEN_UP = "given up"


@dataclass(frozen=True)
class Decision:
    """What to do next. pose: where to drive, None when the search is over. path: in map, metres."""

    phase: Phase
    reason: str
    pose: Pose2D | None = None
    path: tuple[Point, ...] = ()
    target: RememberedObject | None = None
    frontier_scores: dict[int, float] = field(default_factory=dict)


class GoalSearch:
    """The search for one goal. Holds what was tried; everything else comes with each call."""

    def __init__(
        self, goal: str, config: Config, frontier_value: FrontierValue, coverage: Coverage, seen_before_ns: int
    ) -> None:
        """seen_before_ns: what was last seen later than that is in sight at the first decision."""
        self._goal = goal
        self._config = config
        self._frontier_value = frontier_value
        self._coverage = coverage
        self._seen_before_ns = seen_before_ns
        self._tried: dict[str, list[Point]] = {}
        self._rejected: dict[str, int] = {}
        self._frontier_id: int | None = None
        self._visits: dict[tuple[int, int], int] = {}
        self._known: dict[str, RememberedObject] = {}
        self._progress = Progress()
        self._looked_around = False

    def decide(
        self,
        here: Pose2D,
        planning_map: PlanningMap,
        retrieved: RetrievalResult,
        known: tuple[RememberedObject, ...],
    ) -> Decision:
        """The next step. retrieved: what fits the goal, best first; known: everything memory knows of.

        To be called once after each look: what was last seen since the call before is in sight from here.
        """
        at = (here.x, here.y)
        self._progress.arrived(at)
        candidates = self._candidates(here, retrieved)
        self._known = {thing.object_id: thing for thing in known}
        decision = self._towards_objects(candidates, here, planning_map, allow_hidden=False)
        decision = decision or self._look_behind(here, planning_map)
        decision = decision or self._towards_frontier(here, planning_map, known, candidates)
        decision = decision or self._towards_objects(candidates, here, planning_map, allow_hidden=True)
        self._seen_before_ns = planning_map.stamp_ns
        self._looked_around = True
        if decision is None:
            return Decision(Phase.GIVEN_UP, "everything that can be reached has been explored")
        if decision.pose is not None:
            self._progress.leaving(at, decision.pose, decision.path)
        return decision

    def _candidates(self, here: Pose2D, retrieved: RetrievalResult) -> list[RememberedObject]:
        """Objects whose evidence is good: the best matches first, the nearer of equals first.

        One that was looked for in vain counts again once it has been seen since.
        """
        good = [
            thing
            for thing in retrieved.objects
            if thing.match >= self._config.explorer.good_match
            and thing.last_seen_ns > self._rejected.get(thing.object_id, -1)
        ]
        at = (here.x, here.y)
        return sorted(good, key=lambda thing: (-round(thing.match, 1), footprint_of(thing).distance(at)))

    def _towards_objects(
        self, candidates: list[RememberedObject], here: Pose2D, planning_map: PlanningMap, allow_hidden: bool
    ) -> Decision | None:
        """Stop at the first candidate that can be approached, or drive towards it."""
        decisions = (self._towards_object(thing, here, planning_map, allow_hidden) for thing in candidates)
        return next((decision for decision in decisions if decision is not None), None)

    def _towards_object(
        self, thing: RememberedObject, here: Pose2D, planning_map: PlanningMap, allow_hidden: bool
    ) -> Decision | None:
        """Found, a step closer, or None if it cannot be approached (not yet, or not at all)."""
        explorer, radius = self._config.explorer, self._config.frontier.robot_radius_m
        at = (here.x, here.y)
        if self._is_found(thing, at, planning_map, explorer.stop_margin_m):
            return self._found(thing, at)
        tried = self._tried.setdefault(thing.object_id, [])
        approach = self._approach(thing, at, planning_map)
        if approach is not None and math.dist(at, approach.point) < planning_map.slice.resolution_m * 1.5:
            if self._is_found(thing, at, planning_map, explorer.least_stop_margin_m):
                return self._found(thing, at)
            tried.append(at)
            approach = self._approach(thing, at, planning_map)
        if len(tried) >= explorer.places_before_rejection:
            self._rejected[thing.object_id] = planning_map.stamp_ns
            return None
        if approach is None or (approach.hidden and not allow_hidden):
            return None
        path = plan_path(planning_map.slice, at, approach.point, radius)
        if not path:
            return None
        pose = step_along(path, explorer.step_distance_m, thing.position[:2])
        return Decision(Phase.APPROACHING, f"memory holds {describe(thing)}", pose, tuple(path), thing)

    def _approach(self, thing: RememberedObject, at: Point, planning_map: PlanningMap) -> Approach | None:
        """Where to look at it from, other than where that was done in vain: well within reach if possible."""
        explorer = self._config.explorer
        for margin in (explorer.stop_margin_m, explorer.least_stop_margin_m):
            approach = approach_point(
                planning_map.slice,
                planning_map.walls,
                at,
                footprint_of(thing),
                explorer.success_distance_m - margin,
                self._config.frontier.robot_radius_m,
                self._front(thing),
                [*self._tried[thing.object_id], *self._progress.blocked],
            )
            if approach is not None and not approach.hidden:
                return approach
        return approach

    def _front(self, thing: RememberedObject) -> Footprint:
        """What hides it does not: the shelf that it stands in."""
        return footprint_of(self._known.get(thing.support_id, thing))

    def _is_found(self, thing: RememberedObject, at: Point, planning_map: PlanningMap, margin_m: float) -> bool:
        """It is near, was seen in the last look, which was taken from here, and no wall is between."""
        near = footprint_of(thing).distance(at) <= self._config.explorer.success_distance_m - margin_m
        seen = thing.last_seen_ns > self._seen_before_ns
        return near and seen and not hidden_cells(planning_map.walls, at, self._front(thing))

    def _found(self, thing: RememberedObject, at: Point) -> Decision:
        return Decision(
            Phase.FOUND, f"{describe(thing)} is {footprint_of(thing).distance(at):.1f} m away", target=thing
        )

    def _look_behind(self, here: Pose2D, planning_map: PlanningMap) -> Decision | None:
        """Turn around before the first frontier of a search is chosen, if nobody has seen what is behind."""
        if self._looked_around or unknown_behind(planning_map.walls, here) < _UNKNOWN_BEHIND:
            return None
        back = Pose2D(here.x, here.y, math.remainder(here.yaw + math.pi, 2 * math.pi))
        return Decision(Phase.EXPLORING, "nobody has seen what is behind the robot", back, ((here.x, here.y),))

    def _towards_frontier(
        self,
        here: Pose2D,
        planning_map: PlanningMap,
        known: tuple[RememberedObject, ...],
        candidates: list[RememberedObject],
    ) -> Decision | None:
        """A step to the most promising frontier; None when there is none.

        An object that is known but cannot be approached yet draws the robot to the frontiers around it.
        """
        at = (here.x, here.y)
        distances = self._distances(at, planning_map)
        resolution_m = planning_map.slice.resolution_m
        unseen = {f.frontier_id: self._coverage.unseen_share(f.region, resolution_m) for f in planning_map.frontiers}
        view = FrontierView(self._goal, planning_map.frontiers, distances, known, unseen)
        scores = self._frontier_value.scores(view)
        waiting = [thing for thing in candidates if thing.object_id not in self._rejected]
        scores = (_scores_around(waiting[0], planning_map.frontiers, distances) if waiting else {}) or scores
        while scores:
            chosen = self._choose(scores)
            frontier = next(f for f in planning_map.frontiers if f.frontier_id == chosen)
            radius = self._config.frontier.robot_radius_m
            path = plan_path(planning_map.slice, at, frontier.boundary_point, radius)
            if path and not self._worn_out(frontier.boundary_point, path) and not self._progress.is_blocked(path[-1]):
                pose = step_along(path, self._config.explorer.step_distance_m, _centre(frontier))
                reason = f"frontier {chosen} of {frontier.area_m2:.1f} m2, {distances[chosen]:.1f} m away"
                return Decision(Phase.EXPLORING, reason, pose, tuple(path), None, scores)
            scores.pop(chosen)
        return None

    def _distances(self, at: Point, planning_map: PlanningMap) -> dict[int, float]:
        """Metres of travel to each frontier, by id."""
        lengths = travel_distances(planning_map.slice, at, self._config.frontier.robot_radius_m)
        cells = {f.frontier_id: planning_map.slice.cell_of(*f.boundary_point) for f in planning_map.frontiers}
        return {key: float(lengths[cell]) for key, cell in cells.items() if planning_map.slice.contains(*cell)}

    def _choose(self, scores: dict[int, float]) -> int:
        """The best frontier, but the present one unless another is clearly better."""
        best = max(scores, key=lambda key: (scores[key], -key))
        present = self._frontier_id
        if present in scores and scores[present] > 0 and scores[best] < _CLEAR_LEAD * scores[present]:
            best = present
        self._frontier_id = best
        return best

    def _worn_out(self, point: Point, path: list[Point]) -> bool:
        """A frontier that stays although the robot stood at it several times shows nothing more."""
        if len(path) > 1 and math.dist(path[0], path[-1]) > self._config.frontier.robot_radius_m:
            return False
        cell = (round(point[0] / 0.3), round(point[1] / 0.3))
        self._visits[cell] = self._visits.get(cell, 0) + 1
        return self._visits[cell] > 2


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


def footprint_of(thing: RememberedObject) -> Footprint:
    """As memory knows it."""
    return Footprint(thing.position[:2], thing.size[:2])


def describe(thing: RememberedObject) -> str:
    """A noun phrase for an object: its caption, or its category."""
    return thing.caption or f"a {thing.category}"
