"""Decides, step by step, how to find one goal: a remembered object when the evidence is good, else a frontier.

This is the decision of LMEE, section 4 and figure 17, made without a language model: retrieve, then choose
"Memory i, Object j" or "Frontier i".
"""

from __future__ import annotations

import math

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.coverage import Coverage
from embodied_memory.mapping.surroundings import unknown_behind
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import Decision, Phase
from embodied_memory.planning.exploring.frontier_choice import FrontierChoice
from embodied_memory.planning.exploring.frontier_value import FrontierValue
from embodied_memory.planning.exploring.object_approach import ObjectApproach
from embodied_memory.planning.exploring.progress import Progress

_UNKNOWN_BEHIND = 0.3
"""From this share on, what is behind the robot is worth a turn."""


class GoalSearch:
    """The search for one goal. Its parts hold what was tried; everything else comes with each call."""

    def __init__(
        self, goal: str, config: Config, frontier_value: FrontierValue, coverage: Coverage, seen_before_ns: int
    ) -> None:
        """seen_before_ns: what was last seen later than that is in sight at the first decision."""
        self._progress = Progress()
        self._objects = ObjectApproach(config, self._progress, seen_before_ns)
        self._frontiers = FrontierChoice(goal, config, frontier_value, coverage, self._progress)
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
        self._objects.learn(known)
        candidates = self._objects.candidates(at, retrieved)
        decision = self._objects.towards_any(candidates, here, planning_map, allow_hidden=False)
        decision = decision or self._look_behind(here, planning_map)
        if decision is None:
            waiting = [thing for thing in candidates if not self._objects.is_rejected(thing)]
            decision = self._frontiers.towards_best(at, planning_map, known, waiting)
        decision = decision or self._objects.towards_any(candidates, here, planning_map, allow_hidden=True)
        self._objects.looked(planning_map.stamp_ns)
        self._looked_around = True
        if decision is None:
            return Decision(Phase.GIVEN_UP, "everything that can be reached has been explored")
        if decision.pose is not None:
            self._progress.leaving(at, decision.pose, decision.path)
        return decision

    def _look_behind(self, here: Pose2D, planning_map: PlanningMap) -> Decision | None:
        """Turn around before the first frontier of a search is chosen, if nobody has seen what is behind."""
        if self._looked_around or unknown_behind(planning_map.walls, here) < _UNKNOWN_BEHIND:
            return None
        back = Pose2D(here.x, here.y, math.remainder(here.yaw + math.pi, 2 * math.pi))
        return Decision(Phase.EXPLORING, "nobody has seen what is behind the robot", back, ((here.x, here.y),))
