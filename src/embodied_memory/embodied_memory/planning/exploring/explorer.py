"""Searches for the goals of an instruction, one after the other (LMEE, section 4: multi-goal navigation)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from embodied_memory.config import Config, ExplorerConfig
from embodied_memory.event import EventKind
from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.language.advisor import Advisor
from embodied_memory.mapping.sight import Coverage
from embodied_memory.planning.body import Body
from embodied_memory.planning.exploring.decision import Phase, SearchDecision, SearchPolicy, ValuePolicy, describe
from embodied_memory.planning.exploring.frontier_choice import FrontierValue, Likelihood, make_frontier_value
from embodied_memory.planning.exploring.goal_search import GoalSearch, Task
from embodied_memory.planning.exploring.language_policy import LanguagePolicy
from embodied_memory.planning.instruction import Goal, named

LANGUAGE = "language"


def make_policy(
    config: ExplorerConfig, likelihood: Likelihood, advisor: Advisor | None = None
) -> tuple[SearchPolicy, FrontierValue]:
    """The chooser and the values that stand in for it; those of `language` are the semantic ones.

    Raises ValueError for a policy that does not exist, and for `language` without a language model.
    """
    if config.policy != LANGUAGE:
        return ValuePolicy(), make_frontier_value(config, likelihood)
    if advisor is None:
        raise ValueError(
            'explorer.policy is "language", but there is no language model: set language.server_url, or '
            "explorer.policy to semantic"
        )
    return LanguagePolicy(advisor, ValuePolicy()), make_frontier_value(replace(config, policy="semantic"), likelihood)


LOOK_NS = 500_000_000
"""The views of one look are taken within this time."""


@dataclass(frozen=True)
class SearchStep:
    """What the robot does now and why; for feedback and for people who watch."""

    goal_index: int
    goals_total: int
    goal: str
    step: int
    decision: SearchDecision
    pose: Pose2D


@dataclass(frozen=True)
class GoalOutcome:
    """What became of one goal. found: the robot says it stands within the success distance of it; certainty: how sure
    it is of that, 0 to 1.
    """

    goal: str
    found: bool
    target: RememberedObject | None
    pose: Pose2D
    start: Pose2D
    steps: int
    path_length_m: float
    message: str
    certainty: float = 0.0


class Explorer:
    """Drives a body through the goals of an instruction."""

    def __init__(self, config: Config, body: Body, likelihood: Likelihood, advisor: Advisor | None = None) -> None:
        """advisor: for the policy `language`. Raises ValueError for a policy that cannot be."""
        self._config = config
        self._body = body
        self._policy = make_policy(config.explorer, likelihood, advisor)
        self._coverage = Coverage(config.explorer.sight_range_m, config.explorer.sight_angle_deg)

    def search_all(
        self,
        goals: tuple[Goal, ...],
        on_step: Callable[[SearchStep], None] = lambda step: None,
        task: Task | None = None,
    ) -> tuple[GoalOutcome, ...]:
        """Every goal in order; those not begun when somebody cancels are left out. Raises BodyError."""
        task = task or Task(", then ".join(goal.description for goal in goals))
        outcomes = []
        for index, goal in enumerate(goals):
            if self._body.canceled():
                break
            outcomes.append(self._search(goal, task, index, len(goals), on_step))
        return tuple(outcomes)

    def _search(
        self, goal: Goal, task: Task, index: int, total: int, on_step: Callable[[SearchStep], None]
    ) -> GoalOutcome:
        """Look, retrieve, decide, drive: until the goal is found, given up or its steps are used up."""
        name = goal.description
        self._body.report(EventKind.GOAL_STARTED, f"searching for {named(goal)}")
        start = here = self._body.pose()
        planning_map = self._body.look()
        looked_since_ns = planning_map.stamp_ns - LOOK_NS
        search = GoalSearch(goal, task, self._config, self._policy, self._coverage, looked_since_ns)
        travelled, step = 0.0, 0
        while True:
            self._coverage.look(here.x, here.y, here.yaw, planning_map.walls)
            decision = search.decide(here, planning_map, self._body)
            on_step(SearchStep(index, total, name, step, decision, here))
            message = self._end_of_search(decision, step)
            if message or decision.pose is None:
                return self._finish(goal, decision, start, here, step, travelled, message or decision.reason)
            self._body.navigate(decision.pose)
            planning_map = self._body.look()
            moved_to = self._body.pose()
            travelled += math.dist((here.x, here.y), (moved_to.x, moved_to.y))
            here, step = moved_to, step + 1

    def _end_of_search(self, decision: SearchDecision, step: int) -> str:
        """Why the search is over, or nothing."""
        limit = self._config.explorer.max_steps_per_goal
        if decision.phase in (Phase.FOUND, Phase.GIVEN_UP):
            return decision.reason
        if self._body.canceled():
            return "canceled"
        return f"not found within {limit} steps" if step >= limit else ""

    def _finish(
        self,
        goal: Goal,
        decision: SearchDecision,
        start: Pose2D,
        here: Pose2D,
        steps: int,
        travelled: float,
        message: str,
    ) -> GoalOutcome:
        """Report the end of a goal to memory and to the caller."""
        found = decision.phase is Phase.FOUND
        ids = (decision.target.object_id,) if found and decision.target else ()
        said = (
            f"found {named(goal)}: {describe(decision.target)}"
            if ids and decision.target
            else f"did not find {named(goal)}: {message}"
        )
        self._body.report(EventKind.GOAL_ENDED, said, ids, found)
        thing = decision.target if found else None
        certainty = decision.certainty if found else 0.0
        return GoalOutcome(goal.description, found, thing, here, start, steps, travelled, message, certainty)
