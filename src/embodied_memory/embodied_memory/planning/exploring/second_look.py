"""What was seen and is worth another look: a place that may have changed since, and what may be the goal, from
nearer.

LMEE's frontiers part what was seen from what never was. In a home that people live in there is a second kind: between
what was seen lately and what was not. Furniture stands for the places, as memory knows when each was seen last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.approach import approach_point
from embodied_memory.mapping.path_planner import plan_path, travel_distances
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.perception.object_roles import holds_things
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import Phase, SearchDecision, SearchSituation, describe
from embodied_memory.planning.exploring.frontier_choice import FrontierValue
from embodied_memory.planning.exploring.goal_match import GoalMatch
from embodied_memory.planning.exploring.object_approach import ObjectApproach, footprint_of, way_to
from embodied_memory.planning.exploring.ways import Progress, path_length, step_along
from embodied_memory.scene_graph import is_person

_NEAR_M = 1.5
"""From this near a look tells what there is to be told."""
_GREW = 0.2
"""What was looked at from near is worth another look once it is so much likelier the goal."""


class CloserLook:
    """For the search of one goal. Holds how likely each thing was when it was looked at from near."""

    def __init__(self, match: GoalMatch, config: Config, value: FrontierValue, approach: ObjectApproach) -> None:
        self._match, self._explorer, self._value, self._approach = match, config.explorer, value, approach
        self._looked: dict[str, float] = {}
        self._present = ""

    def doubtful(
        self, fitting: Sequence[RememberedObject], here: Pose2D, planning_map: PlanningMap
    ) -> list[RememberedObject]:
        """What may be the goal, is not likely enough to be gone to before all else, and may yet turn out to be it."""
        at, explorer = (here.x, here.y), self._explorer
        may_be = [one for one in fitting if self._match.worth(one) < explorer.good_match and self._match.may_be(one)]
        left = [one for one in may_be if self._match.worth(one) > self._looked.get(one.object_id, -_GREW) + _GREW]
        for thing in may_be:
            if footprint_of(thing).distance(at) <= _NEAR_M:
                self._looked[thing.object_id] = self._match.worth(thing)
        return self._approach.candidates(at, left, planning_map, explorer.least_closer_look)

    def towards_best(
        self, doubtful: Sequence[RememberedObject], here: Pose2D, planning_map: PlanningMap
    ) -> tuple[float, SearchDecision] | None:
        """A step towards the most promising, with its score in the currency of frontiers."""
        scored: dict[str, tuple[float, SearchDecision]] = {}
        for thing in doubtful:
            decision = self._approach.towards_any([thing], here, planning_map, allow_hidden=False)
            if decision is not None:
                score = self._value.look_closer(self._match.worth(thing), path_length(decision.path))
                scored[thing.object_id] = (score, decision)
        if not scored:
            return None
        best = max(scored, key=lambda name: scored[name][0])
        present = scored.get(self._present)
        if present is None or scored[best][0] - present[0] > (_CLEAR_LEAD - 1.0) * abs(present[0]):
            self._present = best
        return scored[self._present]


_FROM_M = 1.5
"""From this near a piece of furniture shows what lies on it."""
_SURE_M = 1.8
"""From this near a look notices small things."""
_LEAST_CHANGE, _LAST = 0.1, 1e6
_CLEAR_LEAD = 1.3
"""Another place must be this much better before the robot changes its mind."""
_NS_PER_MINUTE = 60e9
_JUST_NOW_NS = 1_000_000_000
"""Before the first look of a search; afterwards it is what was seen since the look before."""


class SecondLook:
    """For the search of one goal. Holds what was looked at from near in it, and where the robot is on its way to."""

    def __init__(self, goal: str, config: Config, value: FrontierValue, progress: Progress) -> None:
        self._goal, self._config, self._value, self._progress = goal, config, value, progress
        self._looked: set[str] = set()
        self._changed: dict[str, float] = {}
        self._present, self._before_ns = "", 0

    def towards_best(
        self, situation: SearchSituation, planning_map: PlanningMap
    ) -> tuple[float, SearchDecision] | None:
        """A step to the most promising place, with its score in the currency of frontiers; None: there is none."""
        here = situation.here
        scores = self._scores(situation, planning_map)
        by_id = {place.object_id: place for place in situation.known}
        while scores:
            chosen = self._choose(scores)
            decision = self._step(by_id[chosen], here, planning_map)
            if decision is not None:
                return scores[chosen], decision
            self._looked.add(chosen)
            scores.pop(chosen)
        return None

    def towards_usual(
        self, thing: RememberedObject, situation: SearchSituation, planning_map: PlanningMap
    ) -> SearchDecision | None:
        """A step to where such things usually are, if that is clearly likelier than where this one was seen long ago;
        None if it is not, or those places were looked at.
        """
        usual = {place.place_id: place.certainty for place in situation.usual}
        moved = self._change_of(
            planning_map.stamp_ns - thing.last_seen_ns, self._patience(is_person(thing.category))[0]
        )
        there = 1.0 - moved + moved * usual.get(thing.support_id, 0.0)
        likelier = [one for one in situation.known if moved * usual.get(one.object_id, 0.0) > _CLEAR_LEAD * there]
        if not likelier:
            return None
        at = (situation.here.x, situation.here.y)
        self._take_in(at, planning_map.stamp_ns, situation.known)
        ways = travel_distances(planning_map.slice, at, self._config.frontier.robot_radius_m)

        def worth(one: RememberedObject, chance: float) -> float:
            return self._value.look_closer(chance, way_to(one, at, ways, planning_map.slice)[0])

        worths = {one.object_id: worth(one, moved * usual[one.object_id]) for one in likelier}
        left = [one for one in likelier if one.object_id not in self._looked]
        left = [one for one in left if worths[one.object_id] > worth(thing, there)]
        steps = (self._step(one, situation.here, planning_map)
                 for one in sorted(left, key=lambda one: -worths[one.object_id]))  # fmt: skip
        return next((step for step in steps if step is not None), None)

    def _scores(self, situation: SearchSituation, planning_map: PlanningMap) -> dict[str, float]:
        """By the place's id: those that may have changed; after all else those of which there was only a glimpse."""
        at = (situation.here.x, situation.here.y)
        self._take_in(at, planning_map.stamp_ns, situation.known)
        ways = travel_distances(planning_map.slice, at, self._config.frontier.robot_radius_m)
        scores = {}
        for place in situation.known:
            changed = self._changed.get(place.object_id)
            if changed is None or place.object_id in self._looked:
                continue
            length = way_to(place, at, ways, planning_map.slice)[0]
            is_glimpsed = changed < _LEAST_CHANGE
            likely = max(changed, _LEAST_CHANGE)
            score = self._value.look_again(self._goal, place, likely, length, situation.usual)
            if math.isfinite(length):
                scores[place.object_id] = score - _LAST * is_glimpsed
        return scores

    def _take_in(self, at: Point, now_ns: int, known: Sequence[RememberedObject]) -> None:
        """What the last look showed, and how likely each place had changed when this search came to think of it: a
        glimpse from far away shows the place, and not what lies there.
        """
        is_somebody = self._is_somebody(known)
        half_life, sure_m = self._patience(is_somebody)
        self._before_ns = self._before_ns or now_ns - _JUST_NOW_NS
        for place in known:
            if not (stays_put(place.category) if is_somebody else holds_things(place.category)):
                continue
            self._changed.setdefault(place.object_id, self._change_of(now_ns - place.last_seen_ns, half_life))
            if place.last_seen_ns > self._before_ns and footprint_of(place).distance(at) <= sure_m:
                self._looked.add(place.object_id)
        self._before_ns = now_ns

    @staticmethod
    def _change_of(age_ns: int, half_life_ns: float) -> float:
        """How likely something is no longer as it was seen so long ago."""
        return 1.0 - float(0.5 ** (max(age_ns, 0) / half_life_ns))

    def _is_somebody(self, known: Sequence[RememberedObject]) -> bool:
        goal = self._goal.strip().lower()
        return any(is_person(one.category) and one.caption.lower() == goal for one in known)

    def _patience(self, is_somebody: bool) -> tuple[float, float]:
        """(ns, m), with how near one has to look: people do not stay as long as things do, and are seen from far."""
        explorer = self._config.explorer
        if is_somebody:
            return explorer.people_half_life_min * _NS_PER_MINUTE, explorer.sight_range_m
        return explorer.things_half_life_min * _NS_PER_MINUTE, _SURE_M

    def _choose(self, scores: dict[str, float]) -> str:
        best = max(scores, key=lambda key: (scores[key], key))
        present = scores.get(self._present)
        if present is None or self._value_gap(scores[best], present):
            self._present = best
        return self._present

    @staticmethod
    def _value_gap(best: float, present: float) -> bool:
        """Scores of some policies are negative."""
        return best - present > (_CLEAR_LEAD - 1.0) * abs(present)

    def _step(self, place: RememberedObject, here: Pose2D, planning_map: PlanningMap) -> SearchDecision | None:
        at, radius = (here.x, here.y), self._config.frontier.robot_radius_m
        approach = approach_point(
            planning_map.slice, planning_map.walls, at, footprint_of(place), _FROM_M, radius,
            avoid=self._progress.blocked,
        )  # fmt: skip
        if approach is None or approach.hidden or math.dist(at, approach.point) < radius:
            return None
        path = plan_path(planning_map.slice, at, approach.point, radius)
        if not path:
            return None
        pose = step_along(path, self._config.explorer.step_distance_m, place.position[:2])
        minutes = (planning_map.stamp_ns - place.last_seen_ns) / _NS_PER_MINUTE
        when = f"was last seen {minutes:.0f} minutes ago" if minutes >= 1 else "was seen from afar only"
        reason = f"{describe(place)} {when}: what is looked for may be there"
        return SearchDecision(Phase.EXPLORING, reason, pose, tuple(path))
