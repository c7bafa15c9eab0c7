"""Going to remembered objects: which are worth it, where to stand, and when one is found or doubted."""

from __future__ import annotations

import math
from collections.abc import Sequence

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.approach import Approach, Footprint, approach_point, hidden_cells
from embodied_memory.mapping.path_planner import plan_path
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import Decision, Phase, describe
from embodied_memory.planning.exploring.path_following import step_along
from embodied_memory.planning.exploring.progress import Progress


class ObjectApproach:
    """Holds the places from which objects were looked for in vain during the search for one goal."""

    def __init__(self, config: Config, progress: Progress, seen_before_ns: int) -> None:
        """seen_before_ns: what was last seen later than that is in sight now."""
        self._config = config
        self._progress = progress
        self._seen_before_ns = seen_before_ns
        self._tried: dict[str, list[Point]] = {}
        self._rejected: dict[str, int] = {}
        self._known: dict[str, RememberedObject] = {}

    def candidates(self, at: Point, retrieved: RetrievalResult) -> list[RememberedObject]:
        """Objects whose evidence is good: the best matches first, the nearer of equals first.

        One that was looked for in vain counts again once it has been seen since.
        """
        good = [
            thing
            for thing in retrieved.objects
            if thing.match >= self._config.explorer.good_match
            and thing.last_seen_ns > self._rejected.get(thing.object_id, -1)
        ]
        return sorted(good, key=lambda thing: (-round(thing.match, 1), footprint_of(thing).distance(at)))

    def is_rejected(self, thing: RememberedObject) -> bool:
        """Whether it was looked for in vain."""
        return thing.object_id in self._rejected

    def learn(self, known: Sequence[RememberedObject]) -> None:
        """Everything memory knows of: what an object stands in does not hide it."""
        self._known = {thing.object_id: thing for thing in known}

    def looked(self, stamp_ns: int) -> None:
        """What is seen from now on, and only that, is in sight from the next place."""
        self._seen_before_ns = stamp_ns

    def towards_any(
        self, candidates: Sequence[RememberedObject], here: Pose2D, planning_map: PlanningMap, allow_hidden: bool
    ) -> Decision | None:
        """Stop at the first candidate that can be approached, or drive towards it."""
        decisions = (self._towards(thing, here, planning_map, allow_hidden) for thing in candidates)
        return next((decision for decision in decisions if decision is not None), None)

    def _towards(
        self, thing: RememberedObject, here: Pose2D, planning_map: PlanningMap, allow_hidden: bool
    ) -> Decision | None:
        """Found, a step closer, or None if it cannot be approached (not yet, or not at all)."""
        explorer, radius = self._config.explorer, self._config.frontier.robot_radius_m
        at = (here.x, here.y)
        if self._is_found(thing, at, planning_map, explorer.stop_margin_m):
            return _found(thing, at)
        tried = self._tried.setdefault(thing.object_id, [])
        approach = self._approach(thing, at, planning_map)
        if approach is not None and math.dist(at, approach.point) < planning_map.slice.resolution_m * 1.5:
            if self._is_found(thing, at, planning_map, explorer.least_stop_margin_m):
                return _found(thing, at)
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


def footprint_of(thing: RememberedObject) -> Footprint:
    """As memory knows it."""
    return Footprint(thing.position[:2], thing.size[:2])


def _found(thing: RememberedObject, at: Point) -> Decision:
    return Decision(Phase.FOUND, f"{describe(thing)} is {footprint_of(thing).distance(at):.1f} m away", target=thing)
