"""Which frontier to go to next, by how promising it is for a goal, and the step towards it: the offline stand-in
for the frontier choice of LMEE, figure 17.

Three policies: `semantic` weighs what was seen near the frontier, how much it would show and how far it is;
`nearest` and `random` are the baselines that it is measured against.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from embodied_memory.config import Config, ExplorerConfig
from embodied_memory.evidence import RememberedObject, UsualPlace
from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import OCCUPIED, OccupancySlice
from embodied_memory.mapping.path_planner import plan_path, travel_distances
from embodied_memory.mapping.sight import Coverage, blocked_between
from embodied_memory.memory.spatial.room_votes import RoomVotes, Votes
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import Phase, SearchDecision, SearchSituation
from embodied_memory.planning.exploring.ways import Progress, step_along

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


UNKNOWN_LIKELIHOOD = 0.35
"""Of a pair that common sense says nothing about."""


_COMMON_SENSE_STAYS = 2.0
"""What common sense says counts as much as so many stays that were seen in this home."""
_OF_A_ROOM = 0.5
"""What is in the room of its usual place is half as telling as the place."""


class RoomLikelihood:
    """The cosine of two categories' room votes."""

    def __init__(self, votes: RoomVotes | None = None) -> None:
        self._votes = votes or RoomVotes()

    def __call__(self, goal: str, category: str) -> float:
        """0: never in the same room; 1: always."""
        first, second = self._votes.of(goal), self._votes.of(category)
        if not first or not second:
            return UNKNOWN_LIKELIHOOD
        return _cosine(first, second)


def _cosine(first: Votes, second: Votes) -> float:
    product = sum(weight * second.get(room, 0.0) for room, weight in first.items())
    lengths = math.hypot(*first.values()) * math.hypot(*second.values())
    return product / lengths


def at_home(prior: float, thing: RememberedObject, usual: Sequence[UsualPlace]) -> float:
    """How likely the goal is near a thing of this home, 0 to 1. prior: by common sense; usual: of the goal's kind."""
    on_it = sum(place.certainty for place in usual if place.place_id == thing.object_id)
    in_room = sum(place.certainty for place in usual if thing.room and place.room == thing.room)
    if not usual or not (on_it or thing.room):
        return prior
    stays = usual[0].of_times
    share = stays / (stays + _COMMON_SENSE_STAYS)
    return (1.0 - share) * prior + share * min(1.0, on_it + _OF_A_ROOM * in_room)


_AFTER_FRONTIERS = 1000.0
"""Metres or more: so much less are places worth that were seen before, to those who do not weigh."""


Usual = Sequence[UsualPlace]
"""Where things of the goal's kind belong in this home, the likeliest first."""


@dataclass(frozen=True)
class FrontierView:
    """What the choice rests on. distances: metres of travel to each frontier, by frontier id.

    beside: (object, metres) for those near each frontier with no wall between, by frontier id: what a wall parts
    from it tells nothing of what lies there. unseen: the share of each frontier that a look from its boundary point
    would newly show, 0 to 1, by frontier id. usual: where things of the goal's kind belong in this home.
    """

    goal: str
    frontiers: Sequence[Frontier]
    distances: Mapping[int, float]
    beside: Mapping[int, Sequence[tuple[RememberedObject, float]]]
    unseen: Mapping[int, float]
    usual: Usual = ()


class FrontierValue(Protocol):
    """Scores frontiers; the highest is gone to."""

    def scores(self, view: FrontierView) -> dict[int, float]:
        """A score for each frontier that can be reached, by frontier id."""

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """A score beside those, for a place that was seen before. changed: how likely it is no longer as it was."""

    def look_closer(self, chance: float, distance_m: float) -> float:
        """A score beside those, for a thing that may be the goal. chance: how likely it is."""


class Likelihood(Protocol):
    """How likely a goal is found near an object of some category, 0 to 1."""

    def __call__(self, goal: str, category: str) -> float:
        """For a goal in words and a category."""


class NearestFrontier:
    """The nearest frontier first: the classical baseline."""

    def scores(self, view: FrontierView) -> dict[int, float]:
        """Minus the distance."""
        return {f.frontier_id: -view.distances[f.frontier_id] for f in view.frontiers if _reachable(view, f)}

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """After all frontiers, the nearest first."""
        return -_AFTER_FRONTIERS - distance_m

    def look_closer(self, chance: float, distance_m: float) -> float:
        """As a frontier."""
        return -distance_m


class RandomFrontier:
    """Any frontier, drawn once and kept while it exists."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._drawn: dict[int, float] = {}

    def scores(self, view: FrontierView) -> dict[int, float]:
        """A number drawn when the frontier is first seen."""
        for frontier in view.frontiers:
            self._drawn.setdefault(frontier.frontier_id, float(self._random.random()))
        return {f.frontier_id: self._drawn[f.frontier_id] for f in view.frontiers if _reachable(view, f)}

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """After all frontiers, the likeliest to have changed first."""
        return changed - _AFTER_FRONTIERS

    def look_closer(self, chance: float, distance_m: float) -> float:
        """The likelier the sooner."""
        return chance


class SemanticFrontier:
    """What is likely there, how much there is to see, and how far it is."""

    NEARBY_M = 3.0
    """Objects this close to a frontier tell what lies behind it."""
    GAIN_AREA_M2 = 4.0
    """A frontier of this area shows two thirds of what a boundless one would."""
    LEAST_LIKELIHOOD = 0.1
    """Anything may lie anywhere."""
    BASE_GAIN = 0.1
    LEAST_UNSEEN = 0.1
    """What has been looked at may still hide small things."""
    LOOK_AREA_M2 = 3.0
    """What one look at a piece of furniture covers."""
    DISTANCE_M = 4.0
    """Travel over which a frontier loses half of its value."""

    def __init__(self, likelihood: Likelihood) -> None:
        self._likelihood = likelihood

    def scores(self, view: FrontierView) -> dict[int, float]:
        """Value (likelihood and gain) per cost (travel)."""
        return {f.frontier_id: self._score(view, f) for f in view.frontiers if _reachable(view, f)}

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """As a frontier of the ground that one look at a piece of furniture covers, of which a part has changed."""
        likelihood = at_home(self._likelihood(goal, place.category), place, usual)
        return self._worth(likelihood, self.LOOK_AREA_M2 * changed, distance_m)

    def look_closer(self, chance: float, distance_m: float) -> float:
        """As a frontier behind which the goal lies as likely as that, and that one look shows."""
        return self._worth(chance, math.inf, distance_m)

    def _score(self, view: FrontierView, frontier: Frontier) -> float:
        unseen = max(view.unseen[frontier.frontier_id], self.LEAST_UNSEEN)
        likelihood, distance_m = self._likelihood_near(view, frontier), view.distances[frontier.frontier_id]
        return self._worth(likelihood, frontier.area_m2 * unseen, distance_m)

    def _worth(self, likelihood: float, new_m2: float, distance_m: float) -> float:
        gain = 1.0 - math.exp(-new_m2 / self.GAIN_AREA_M2)
        value = (self.LEAST_LIKELIHOOD + likelihood) * (self.BASE_GAIN + gain)
        return value * self.DISTANCE_M / (self.DISTANCE_M + distance_m)

    def _likelihood_near(self, view: FrontierView, frontier: Frontier) -> float:
        """Mean likelihood of the objects near the frontier, the nearer the weightier."""
        total = weight = 0.0
        for thing, distance in view.beside.get(frontier.frontier_id, ()):
            if distance < self.NEARBY_M:
                closeness = 1.0 - distance / self.NEARBY_M
                total += closeness * at_home(self._likelihood(view.goal, thing.category), thing, view.usual)
                weight += closeness
        return (total + 0.5 * UNKNOWN_LIKELIHOOD) / (weight + 0.5)


def make_frontier_value(config: ExplorerConfig, likelihood: Likelihood) -> FrontierValue:
    """The policy that the configuration names. Raises ValueError for any other name."""
    if config.policy == "semantic":
        return SemanticFrontier(likelihood)
    if config.policy == "nearest":
        return NearestFrontier()
    if config.policy == "random":
        return RandomFrontier(config.seed)
    raise ValueError(f'unknown exploration policy "{config.policy}"; there are semantic, nearest and random')


def _reachable(view: FrontierView, frontier: Frontier) -> bool:
    return math.isfinite(view.distances.get(frontier.frontier_id, math.inf))
