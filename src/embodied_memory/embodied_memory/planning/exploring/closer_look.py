"""Going nearer to what may be the goal: a glimpse, or a thing that is now called this and now that."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.config import Config
from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.planning.body import PlanningMap
from embodied_memory.planning.exploring.decision import SearchDecision
from embodied_memory.planning.exploring.frontier_value import FrontierValue
from embodied_memory.planning.exploring.goal_match import GoalMatch
from embodied_memory.planning.exploring.object_approach import ObjectApproach, footprint_of
from embodied_memory.planning.exploring.path_following import path_length

_NEAR_M = 1.5
"""From this near a look tells what there is to be told."""
_GREW = 0.2
"""What was looked at from near is worth another look once it is so much likelier the goal."""
_CLEAR_LEAD = 1.3
"""Another thing must be this much better before the robot changes its mind."""


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
