"""Decides, step by step, how to find one goal: a remembered object when the evidence is good, else a frontier.

This is the decision of LMEE, section 4 and figure 17: retrieve, then choose "Memory i, Object j" or "Frontier i".
The policy chooses; where it does not, matches and values do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.sight import Coverage, unknown_behind
from embodied_memory.planning.body import Body, BodyError, PlanningMap
from embodied_memory.planning.exploring.decision import (
    Phase,
    SearchDecision,
    SearchPolicy,
    SearchSituation,
    SearchTarget,
)
from embodied_memory.planning.exploring.frontier_choice import FrontierChoice, FrontierValue
from embodied_memory.planning.exploring.goal_match import GoalMatch
from embodied_memory.planning.exploring.object_approach import ObjectApproach
from embodied_memory.planning.exploring.second_look import CloserLook, SecondLook
from embodied_memory.planning.exploring.ways import (
    Progress,
    ShutWays,
    bumped,
    joined_way,
    opened,
    path_length,
    undoubted,
)
from embodied_memory.planning.instruction import Goal

_GONE, _NOWHERE = "it is not there any more", "everything that can be reached has been explored"
_UNKNOWN_BEHIND = 0.3
"""From this share on, what is behind the robot is worth a turn."""


@dataclass(frozen=True)
class Task:
    """What a goal is part of. words: the whole instruction; question: to be answered after the search, or "".

    only_there: the robot goes to what memory holds, and does not look elsewhere if it is gone. not_from: places,
    (x, y) in map, from which it is of no use: a wall may be between.
    """

    words: str = ""
    question: str = ""
    only_there: bool = False
    not_from: tuple[Point, ...] = ()


class GoalSearch:
    """The search for one goal. Its parts hold what was tried; everything else comes with each call."""

    def __init__(
        self,
        goal: Goal,
        task: Task,
        config: Config,
        policy: tuple[SearchPolicy, FrontierValue],
        coverage: Coverage,
        seen_before_ns: int,
    ) -> None:
        """seen_before_ns: what was last seen later than that is in sight at the first decision."""
        self._goal, self._task, self._match = goal, task, GoalMatch(goal)
        self._policy, value = policy
        self._progress = Progress()
        self._objects = ObjectApproach(self._match, config, self._progress, seen_before_ns, task.not_from)
        self._closer_look = CloserLook(self._match, config, value, self._objects)
        self._second_look = SecondLook(goal.description, config, value, self._progress)
        self._frontiers = FrontierChoice(goal.description, config, value, coverage, self._progress)
        self._good_match, self._least_look = config.explorer.good_match, config.explorer.least_closer_look
        self._shut_ways = ShutWays(config)
        self._looked_around = False
        self._tries_driven_ways = False
        self._robot_radius_m = config.frontier.robot_radius_m

    def decide(self, here: Pose2D, planning_map: PlanningMap, body: Body) -> SearchDecision:
        """The next step: one retrieval call, then a remembered object or a frontier. Raises BodyError.

        To be called once after each look: what was last seen since the call before is in sight from here.
        """
        at = (here.x, here.y)
        self._progress.arrived(at)
        known = body.known_objects()
        self._objects.learn(known)
        found = body.retrieve(self._goal.description)
        on_maps = (self._on(one, here, body, found, known) for one in self._passable(planning_map, at, body))
        decision = next((one for one in on_maps if one is not None), None)
        self._objects.looked(planning_map.stamp_ns)
        self._looked_around = True
        if decision is None:
            there = _GONE if self._objects.attempts.has_rejected else "there is no way to it"
            return SearchDecision(Phase.GIVEN_UP, there if self._task.only_there else _NOWHERE)
        if decision.pose is not None:
            self._progress.leaving(at, decision.pose, decision.path)
        return decision

    def _passable(self, planning_map: PlanningMap, at: Point, body: Body) -> Iterator[PlanningMap]:
        """The map as long as it leaves a way; from then on with the ways that were open before."""
        bumps = self._progress.bumps
        if not self._tries_driven_ways:
            yield bumped(planning_map, bumps)
            yield undoubted(planning_map, bumps)
        self._tries_driven_ways = True
        ways = joined_way(body.driven(), at)
        for one in (planning_map, undoubted(planning_map, ())):
            yield opened(one, ways, bumps, self._robot_radius_m)

    def _on(
        self,
        planning_map: PlanningMap,
        here: Pose2D,
        body: Body,
        found: RetrievalResult,
        known: tuple[RememberedObject, ...],
    ) -> SearchDecision | None:
        """The next step on a map; None if it leaves nothing to go to."""
        at, fitting = (here.x, here.y), self._match.fitting(found.objects, known)
        candidates = self._objects.candidates(at, fitting, planning_map, self._good_match)
        situation = replace(self._situation(here, planning_map, body, candidates, known), usual=found.usual_places)
        target = self._target(situation, found, body)
        decision = self._go(target, situation, planning_map, self._closer_look.doubtful(fitting, here, planning_map))
        if decision is not None:
            return decision
        elsewhere = self._match.elsewhere(fitting)
        unsure = self._objects.candidates(at, elsewhere, planning_map, least=0.0)
        return self._objects.towards_any(unsure, here, planning_map, allow_hidden=True)

    def _go(
        self,
        target: SearchTarget | None,
        situation: SearchSituation,
        planning_map: PlanningMap,
        doubtful: Sequence[RememberedObject],
    ) -> SearchDecision | None:
        """To the target; without one, or where it cannot be gone to, to what fits best, else to where that may be."""
        here, wanted = situation.here, target.frontier_id if target else None
        first = [thing for thing in situation.known if target and thing.object_id == target.object_id]
        objects = [*first, *(thing for thing in situation.objects if thing not in first)]
        decision = None
        if wanted is None and objects and not self._task.only_there:
            decision = self._second_look.towards_usual(objects[0], situation, planning_map)
        if wanted is None and decision is None:
            decision = self._objects.towards_any(objects, here, planning_map, allow_hidden=False)
        decision = decision or self._look_behind(here, planning_map)
        if decision is None and wanted is None:
            decision = self._where_it_hides(objects, situation, planning_map)
        if decision is None and not self._task.only_there:
            frontier = self._frontiers.towards_best(situation, planning_map, wanted)
            instead = None if frontier else self._instead_of_a_frontier(situation, planning_map)
            decision = instead or frontier
            if instead is None and wanted is None:
                decision = self._or_look(frontier, situation, planning_map, doubtful)
        return decision or self._objects.towards_any([*objects, *doubtful], here, planning_map, allow_hidden=True)

    def _where_it_hides(
        self, objects: Sequence[RememberedObject], situation: SearchSituation, planning_map: PlanningMap
    ) -> SearchDecision | None:
        """What is known, and not in sight from anywhere near it: to a frontier around it, or, where that is farther
        away, as near to it as can be.
        """
        waiting = [thing for thing in objects if not self._objects.attempts.is_rejected(thing.object_id)]
        if not waiting:
            return None
        around = self._frontiers.towards_around(waiting[0], situation, planning_map)
        beside = self._objects.towards_any(waiting, situation.here, planning_map, allow_hidden=True)
        if around is None or beside is None:
            return around or beside
        return min((beside, around), key=lambda way: path_length(way.path))

    def _instead_of_a_frontier(self, situation: SearchSituation, planning_map: PlanningMap) -> SearchDecision | None:
        """Nothing is left to explore, as far as there is a way, and by the names that things were given."""
        shut = self._shut_ways.towards_next(situation.here, planning_map, situation.known)
        return shut or self._towards_misnamed(situation, planning_map)

    def _towards_misnamed(self, situation: SearchSituation, planning_map: PlanningMap) -> SearchDecision | None:
        """To what looks like the goal and may be called by a wrong name."""
        at, perhaps = (situation.here.x, situation.here.y), self._match.misnamed(situation.known)
        candidates = self._objects.candidates(at, perhaps, planning_map, self._least_look)
        return self._objects.towards_any(candidates, situation.here, planning_map, allow_hidden=True)

    def _or_look(
        self,
        frontier: SearchDecision | None,
        situation: SearchSituation,
        planning_map: PlanningMap,
        doubtful: Sequence[RememberedObject],
    ) -> SearchDecision | None:
        """To a place seen long ago, or to what may be the goal, where that promises more than the frontier."""
        looks = [
            self._second_look.towards_best(situation, planning_map),
            self._closer_look.towards_best(doubtful, situation.here, planning_map),
        ]
        best = max((look for look in looks if look is not None), key=lambda look: look[0], default=None)
        if best is None:
            return frontier
        score, look = best
        is_better = frontier is None or score > max(frontier.frontier_scores.values())
        return look if is_better else frontier

    def _situation(
        self,
        here: Pose2D,
        planning_map: PlanningMap,
        body: Body,
        candidates: list[RememberedObject],
        known: tuple[RememberedObject, ...],
    ) -> SearchSituation:
        """What the policy is told."""
        distances = self._frontiers.distances((here.x, here.y), planning_map)
        return SearchSituation(
            task=self._task.words or self._goal.description,
            goal=self._goal,
            here=here,
            frontiers=tuple(f for f in planning_map.frontiers if f.frontier_id in distances),
            distances=distances,
            objects=tuple(candidates),
            known=known,
            views=body.views(),
            question=self._task.question,
        )

    def _target(self, situation: SearchSituation, found: RetrievalResult, body: Body) -> SearchTarget | None:
        """One retrieval call with the policy's words, then its choice (LMEE, section 4). None: the offline order."""
        words = self._policy.query(situation)
        retrieved = True
        if words != found.query:
            try:
                found = body.retrieve(words)
            except BodyError:
                retrieved = False
        situation = replace(situation, memories=found.memories)
        return self._checked(self._policy.choose(situation, retrieved), situation)

    def _checked(self, target: SearchTarget | None, situation: SearchSituation) -> SearchTarget | None:
        """Whoever chose: only what exists is gone to, and nothing that was looked for in vain."""
        if target is None:
            return None
        if target.frontier_id is not None:
            return target if target.frontier_id in situation.distances else None
        exists = any(thing.object_id == target.object_id for thing in situation.known)
        return target if exists and not self._objects.attempts.is_rejected(target.object_id) else None

    def _look_behind(self, here: Pose2D, planning_map: PlanningMap) -> SearchDecision | None:
        """Turn around before the first frontier of a search is chosen, if nobody has seen what is behind."""
        if self._looked_around or unknown_behind(planning_map.walls, here) < _UNKNOWN_BEHIND:
            return None
        back = Pose2D(here.x, here.y, math.remainder(here.yaw + math.pi, 2 * math.pi))
        return SearchDecision(Phase.EXPLORING, "nobody has seen what is behind the robot", back, ((here.x, here.y),))
