"""Decides, step by step, how to find one goal: a remembered object when the evidence is good, else a frontier.

This is the decision of LMEE, section 4 and figure 17, made without a language model: retrieve, then choose
"Memory i, Object j" or "Frontier i".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.path_planner import approach_point, plan_path, travel_distances
from embodied_memory.planning.body import PlanningMap, Pose2D
from embodied_memory.planning.frontier_value import FrontierValue, FrontierView
from embodied_memory.planning.path_following import Point, heading, step_along

_CLEAR_LEAD = 1.15
"""Another frontier must be this much better before the robot changes its mind: no dithering between two."""


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

    def __init__(self, goal: str, config: Config, frontier_value: FrontierValue, started_ns: int) -> None:
        self._goal = goal
        self._config = config
        self._frontier_value = frontier_value
        self._started_ns = started_ns
        self._rejected: set[str] = set()
        self._faced: dict[str, int] = {}
        self._frontier_id: int | None = None
        self._visits: dict[tuple[int, int], int] = {}

    def decide(
        self,
        here: Pose2D,
        planning_map: PlanningMap,
        retrieved: RetrievalResult,
        known: tuple[RememberedObject, ...],
    ) -> Decision:
        """The next step. retrieved: what fits the goal, best first; known: everything memory knows of."""
        for candidate in self._candidates(here, retrieved):
            decision = self._towards_object(candidate, here, planning_map)
            if decision is not None:
                return decision
            self._rejected.add(candidate.object_id)
        return self._towards_frontier(here, planning_map, known)

    def _candidates(self, here: Pose2D, retrieved: RetrievalResult) -> list[RememberedObject]:
        """Objects whose evidence is good: the best matches first, the nearer of equals first."""
        good = [
            thing
            for thing in retrieved.objects
            if thing.match >= self._config.explorer.good_match and thing.object_id not in self._rejected
        ]
        return sorted(good, key=lambda thing: (-round(thing.match, 1), footprint_distance((here.x, here.y), thing)))

    def _towards_object(self, thing: RememberedObject, here: Pose2D, planning_map: PlanningMap) -> Decision | None:
        """Stop at the object, face it, or drive towards it; None if it cannot be confirmed or reached."""
        explorer = self._config.explorer
        place = thing.position[:2]
        at = (here.x, here.y)
        radius = self._config.frontier.robot_radius_m
        reach = explorer.success_distance_m - explorer.stop_margin_m
        goal = approach_point(planning_map.slice, at, thing.position, thing.size, reach, planning_map.walls, radius)
        if goal is None:
            return None
        if math.dist(at, goal) < planning_map.slice.resolution_m * 1.5 or self._faced.get(thing.object_id, 0):
            return self._confirm(thing, here)
        path = plan_path(planning_map.slice, at, goal, radius)
        if not path:
            return None
        pose = step_along(path, explorer.step_distance_m, place)
        return Decision(Phase.APPROACHING, f"memory holds {describe(thing)}", pose, tuple(path), thing)

    def _confirm(self, thing: RememberedObject, here: Pose2D) -> Decision | None:
        """It is found once it was seen during this search; until then look at where it should be, twice at most."""
        if thing.last_seen_ns >= self._started_ns:
            distance = footprint_distance((here.x, here.y), thing)
            return Decision(Phase.FOUND, f"{describe(thing)} is {distance:.1f} m away", target=thing)
        looks = self._faced.get(thing.object_id, 0)
        if looks >= self._config.explorer.looks_before_rejection:
            return None
        self._faced[thing.object_id] = looks + 1
        yaw = heading((here.x, here.y), thing.position[:2])
        return Decision(
            Phase.APPROACHING, f"looking for {describe(thing)}", Pose2D(here.x, here.y, yaw), target=thing
        )

    def _towards_frontier(
        self, here: Pose2D, planning_map: PlanningMap, known: tuple[RememberedObject, ...]
    ) -> Decision:
        """A step to the most promising frontier, or giving up when there is none."""
        at = (here.x, here.y)
        distances = self._distances(at, planning_map)
        view = FrontierView(self._goal, planning_map.frontiers, distances, known)
        scores = self._frontier_value.scores(view)
        while scores:
            chosen = self._choose(scores)
            frontier = next(f for f in planning_map.frontiers if f.frontier_id == chosen)
            path = plan_path(planning_map.slice, at, frontier.boundary_point, self._config.frontier.robot_radius_m)
            if path and not self._worn_out(frontier.boundary_point, path):
                pose = step_along(path, self._config.explorer.step_distance_m, _centre(frontier))
                reason = f"frontier {chosen} of {frontier.area_m2:.1f} m2, {distances[chosen]:.1f} m away"
                return Decision(Phase.EXPLORING, reason, pose, tuple(path), None, scores)
            scores.pop(chosen)
        return Decision(Phase.GIVEN_UP, "everything that can be reached has been explored")

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


def _centre(frontier: Frontier) -> Point:
    """Where to look from its boundary point."""
    x, y = np.mean(frontier.region, axis=0)
    return (float(x), float(y))


def footprint_distance(point: Point, thing: RememberedObject) -> float:
    """Horizontal metres from a point to the nearest point of an object's axis-aligned footprint."""
    dx = max(0.0, abs(point[0] - thing.position[0]) - thing.size[0] / 2)
    dy = max(0.0, abs(point[1] - thing.position[1]) - thing.size[1] / 2)
    return math.hypot(dx, dy)


def describe(thing: RememberedObject) -> str:
    """A noun phrase for an object: its caption, or its category."""
    return thing.caption or f"a {thing.category}"
