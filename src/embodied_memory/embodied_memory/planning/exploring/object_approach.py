"""Going to remembered objects: which are worth it, where to stand, and when one is found or doubted."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.approach import Approach, Footprint, approach_point, hidden_cells
from embodied_memory.mapping.grid import OccupancySlice
from embodied_memory.mapping.path_planner import plan_path, travel_distances
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import Phase, SearchDecision, describe
from embodied_memory.planning.exploring.goal_match import GoalMatch
from embodied_memory.planning.exploring.ways import Progress, step_along

_ELSEWHERE_M = 0.7
_LOOKS = 2
"""More, from the place to which the robot went for a thing, before the thing was looked for there in vain."""


@dataclass
class _Attempt:
    """At one thing. places: (x, y) in map from which it was not seen; vain: of those, since it was last given up;
    taken_at: where it was taken to be; looks: from the present place; rejected_ns: when it was given up.
    """

    places: list[Point] = field(default_factory=list)
    vain: int = 0
    taken_at: Point | None = None
    looks: int = 0
    rejected_ns: int | None = None


class Attempts:
    """By the object's id."""

    def __init__(self, places_before_rejection: int) -> None:
        """From so many places a thing is looked for before the robot doubts memory."""
        self._most = places_before_rejection
        self._attempts: dict[str, _Attempt] = defaultdict(_Attempt)

    @property
    def has_rejected(self) -> bool:
        """Whether anything was looked for in vain."""
        return any(one.rejected_ns is not None for one in self._attempts.values())

    def is_rejected(self, object_id: str) -> bool:
        """Whether it was looked for in vain."""
        return object_id in self._attempts and self._attempts[object_id].rejected_ns is not None

    def places(self, object_id: str) -> Sequence[Point]:
        """From where it was looked for in vain."""
        return self._attempts[object_id].places

    def take_in(self, thing: RememberedObject) -> None:
        """One that was given up and seen again may be looked for again, from other places; where it was looked for in
        vain does not count for one that stands elsewhere now.
        """
        one = self._attempts[thing.object_id]
        if one.rejected_ns is not None and thing.last_seen_ns > one.rejected_ns:
            one.rejected_ns, one.vain = None, 0
        if one.taken_at is not None and math.dist(one.taken_at, thing.position[:2]) > _ELSEWHERE_M:
            self._attempts[thing.object_id] = _Attempt()

    def looks_again(self, object_id: str) -> bool:
        """Whether another look from the same place may tell more: it was overlooked, or the robot, which knows only
        about where it is, stands a little too far away.
        """
        one = self._attempts[object_id]
        one.looks = (one.looks + 1) % (_LOOKS + 1)
        return one.looks > 0

    def in_vain(self, thing: RememberedObject, at: Point) -> None:
        """It was not to be seen from there."""
        one = self._attempts[thing.object_id]
        one.places.append(at)
        one.vain, one.taken_at = one.vain + 1, thing.position[:2]

    def gives_up(self, object_id: str, now_ns: int) -> bool:
        """Whether it was looked for from enough places; if so, it is rejected from now on."""
        one = self._attempts[object_id]
        if one.vain >= self._most:
            one.rejected_ns = now_ns
        return one.vain >= self._most


_BESIDE_M, _BY_M, _BEYOND_M = 1.0, 0.4, 0.6
_BLURS, _SIDES, _MOST_M = 4.0, 2.0, 0.25
"""Times the deviation of depth across a room, or of the sides of a thing, and metres at most: how much nearer the
robot goes, to be sure, and, of depth, how thick a wall may seem behind what stands by it."""
_BOARD_M = 0.1
"""About as thick is the top of a shelf, and as unsure where it ends."""


class ObjectApproach:
    """During the search for one goal. attempts: what was looked for in vain."""

    def __init__(
        self,
        match: GoalMatch,
        config: Config,
        progress: Progress,
        seen_before_ns: int,
        not_from: tuple[Point, ...] = (),
    ) -> None:
        """seen_before_ns: what was last seen later than that is in sight now. not_from: places that will not do."""
        self._match, self._config = match, config
        self._progress, self._not_from = progress, not_from
        self._began_ns = self._seen_before_ns = seen_before_ns
        self.attempts = Attempts(config.explorer.places_before_rejection)
        self._known: dict[str, RememberedObject] = {}

    def candidates(
        self, at: Point, fitting: Sequence[RememberedObject], planning_map: PlanningMap, least: float
    ) -> list[RememberedObject]:
        """Objects worth at least this: the best first, of equals the one with the shortest way.

        One that was looked for in vain counts again once it has been seen since.
        """
        for thing in fitting:
            self.attempts.take_in(thing)
        worthy = [thing for thing in fitting if self._match.worth(thing) >= least]
        good = [thing for thing in worthy if not self.attempts.is_rejected(thing.object_id)]
        if len(good) < 2:
            return good
        ways = travel_distances(planning_map.slice, at, self._config.frontier.robot_radius_m)

        def order(thing: RememberedObject) -> tuple[float, tuple[float, float]]:
            return (-round(self._match.worth(thing), 1), way_to(thing, at, ways, planning_map.slice))

        return sorted(good, key=order)

    def learn(self, known: Sequence[RememberedObject]) -> None:
        """Everything memory knows of: what an object stands in does not hide it."""
        self._known = {thing.object_id: thing for thing in known}

    def looked(self, stamp_ns: int) -> None:
        """What is seen from now on, and only that, is in sight from the next place."""
        self._seen_before_ns = stamp_ns

    def towards_any(
        self, candidates: Sequence[RememberedObject], here: Pose2D, planning_map: PlanningMap, allow_hidden: bool
    ) -> SearchDecision | None:
        """Stop at the first candidate that can be approached, or drive towards it."""
        decisions = (self._towards(thing, here, planning_map, allow_hidden) for thing in candidates)
        return next((decision for decision in decisions if decision is not None), None)

    def _towards(
        self, thing: RememberedObject, here: Pose2D, planning_map: PlanningMap, allow_hidden: bool
    ) -> SearchDecision | None:
        """Found, a step closer, or None if it cannot be approached (not yet, or not at all)."""
        explorer, radius = self._config.explorer, self._config.frontier.robot_radius_m
        at = (here.x, here.y)
        if self._is_found(thing, at, planning_map, explorer.stop_margin_m + _doubt(thing, planning_map)):
            return self._found(thing, at)
        approach = self._approach(thing, at, planning_map)
        if approach is not None and math.dist(at, approach.point) < planning_map.slice.resolution_m * 1.5:
            again = self._is_likely(thing) and self.attempts.looks_again(thing.object_id)
            if self._is_found(thing, at, planning_map, explorer.least_stop_margin_m if again else 0.0, approach):
                return self._found(thing, at)
            if not again:
                self.attempts.in_vain(thing, at)
                approach = self._approach(thing, at, planning_map)
        if self.attempts.gives_up(thing.object_id, planning_map.stamp_ns):
            return None
        if approach is None or (approach.hidden and not allow_hidden):
            return None
        path = plan_path(planning_map.slice, at, approach.point, radius)
        if not path:
            return None
        pose = step_along(path, explorer.step_distance_m, thing.position[:2])
        return SearchDecision(Phase.APPROACHING, f"memory holds {describe(thing)}", pose, tuple(path), thing)

    def _is_likely(self, thing: RememberedObject) -> bool:
        """Likely enough what the goal means, and there, to be said to be found."""
        return self._match.worth(thing) >= self._config.explorer.least_claim

    def _approach(self, thing: RememberedObject, at: Point, planning_map: PlanningMap) -> Approach | None:
        """Where to look at it from, other than where that was done in vain: well within reach if possible.

        At first from farther away, where furniture seems to leave no room: from there the room can be seen.
        """
        explorer, in_vain = self._config.explorer, self.attempts.places(thing.object_id)
        reach_m = explorer.success_distance_m - explorer.least_stop_margin_m
        return approach_point(
            planning_map.slice,
            planning_map.walls,
            at,
            footprint_of(thing),
            reach_m if in_vain else reach_m + _BEYOND_M,
            self._config.frontier.robot_radius_m,
            self._front(thing),
            [*self._not_from, *in_vain, *self._progress.blocked],
            wanted_m=explorer.success_distance_m - explorer.stop_margin_m - _doubt(thing, planning_map),
            blur_m=_blur(planning_map),
        )

    def _front(self, thing: RememberedObject) -> Footprint:
        """What hides it does not: the shelf that it stands in. What it stands on is no part of it."""
        return footprint_of(self._shelf_of(thing) or thing)

    def _shelf_of(self, thing: RememberedObject) -> RememberedObject | None:
        """What it stands in, and not just on; where memory knows of no support, what is around it."""
        holder = self._known.get(thing.support_id)
        if holder is None:
            around = (one for one in self._known.values() if one.is_asserted and one.object_id != thing.object_id)
            holder = next((one for one in around if _is_around(one, thing)), None)
        return holder if holder is not None and _top(holder) > thing.position[2] else None

    def _is_found(
        self,
        thing: RememberedObject,
        at: Point,
        planning_map: PlanningMap,
        margin_m: float,
        approach: Approach | None = None,
    ) -> bool:
        """It is near, was seen in the last look, which was taken from here, with no wall between, and is likely
        enough what the goal means.

        What stands so high, or so far in a low shelf, that it cannot be seen from here was seen on the way.
        approach: the best place, if the robot stands there: what seems to be between even so, and is seen past, is no
        wall.
        """
        if any(math.dist(at, place) < _BY_M for place in self._not_from):
            return False
        if not self._is_likely(thing):
            return False
        near = footprint_of(thing).distance(at) <= self._config.explorer.success_distance_m - margin_m
        out_of_view = self._is_above_view(thing, at) or self._is_covered(thing, at)
        seen = thing.last_seen_ns > (self._began_ns if out_of_view else self._seen_before_ns)
        blur_m, allowed = (0.0, 0) if approach is None else (_blur(planning_map), approach.hidden)
        return near and seen and hidden_cells(planning_map.walls, at, self._front(thing), blur_m) <= allowed

    def _found(self, thing: RememberedObject, at: Point) -> SearchDecision:
        away = footprint_of(thing).distance(at)
        words = describe(thing) if self._match.may_be(thing) else f"what may be it, and looks like {describe(thing)},"
        reason = f"{words} is {away:.1f} m away"
        return SearchDecision(Phase.FOUND, reason, target=thing, certainty=min(self._match.worth(thing), 1.0))

    def _is_above_view(self, thing: RememberedObject, at: Point) -> bool:
        explorer = self._config.explorer
        up = math.atan2(thing.position[2] - explorer.camera_height_m, footprint_of(thing).distance(at))
        return up > math.radians(explorer.view_up_deg)

    def _is_covered(self, thing: RememberedObject, at: Point) -> bool:
        """Whether the top of what it stands in hides it from an eye that looks down on it."""
        shelf = self._shelf_of(thing)
        if shelf is None:
            return False
        eye_m, away_m = self._config.explorer.camera_height_m, math.dist(at, thing.position[:2])
        share = footprint_of(shelf).distance(at) / max(away_m, 1e-9)
        return eye_m + share * (thing.position[2] - eye_m) > _top(shelf) - _BOARD_M


def _blur(planning_map: PlanningMap) -> float:
    """Metres by which walls and where the robot takes itself to be may be off where depth is blurred."""
    return min(_BLURS * planning_map.slice.deviation_m, _MOST_M)


def _doubt(thing: RememberedObject, planning_map: PlanningMap) -> float:
    """Metres by which the sides of a thing may be off, or where the robot takes itself to be."""
    return max(_blur(planning_map), min(_SIDES * thing.deviation_m, _MOST_M))


def way_to(
    thing: RememberedObject, at: Point, ways: NDArray[np.float32], grid: OccupancySlice
) -> tuple[float, float]:
    """(metres of travel to beside it, metres as the crow flies); the first is inf where it cannot be got to."""
    reach = [half / 2 + _BESIDE_M for half in thing.size[:2]]
    x, y = thing.position[:2]
    bottom, left = grid.cell_of(x - reach[0], y - reach[1])
    top, right = grid.cell_of(x + reach[0], y + reach[1])
    around = ways[max(bottom, 0) : max(top + 1, 0), max(left, 0) : max(right + 1, 0)]
    return float(around.min(initial=np.inf)), footprint_of(thing).distance(at)


def _is_around(one: RememberedObject, thing: RememberedObject) -> bool:
    """Whether a thing stands within the box of another."""
    return all(
        abs(a - b) < size / 2 for a, b, size in zip(one.position, thing.position, one.size, strict=True)
    ) and math.prod(one.size) > math.prod(thing.size)


def _top(thing: RememberedObject) -> float:
    return thing.position[2] + thing.size[2] / 2


def footprint_of(thing: RememberedObject) -> Footprint:
    """As memory knows it."""
    return Footprint(thing.position[:2], thing.size[:2])
