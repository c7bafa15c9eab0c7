"""Judges with the truth of a simulated home whether a goal was found, and how long the way had to be."""

from __future__ import annotations

import math

from embodied_memory.planning.exploring.explorer import GoalOutcome
from embodied_memory_tools.report.metrics import spl
from embodied_memory_tools.report.run_summary import GoalSummary
from household.goals import JudgedGoal
from household.home import Home
from household.navigation import NavigationGrid


class GoalJudge:
    """LMEE, section 5: success within 1 m of the goal; SPL from where the search for the goal began.

    The distance is horizontal, to the nearest point of the footprint of any entity that the goal describes,
    with no wall between: what is 1 m long cannot be approached to 1 m of its centre from everywhere.
    """

    def __init__(self, home: Home, success_distance_m: float) -> None:
        self._grid = NavigationGrid(home)
        self._within = success_distance_m

    def judge(self, goal: JudgedGoal, outcome: GoalOutcome) -> GoalSummary:
        """found is True only if the robot both says so and stands where it is true."""
        end = (outcome.pose.x, outcome.pose.y)
        start = (outcome.start.x, outcome.start.y)
        there = any(self._grid.is_success(end, entity, self._within) for entity in goal.entity_ids)
        ways = [self._grid.distance_to_success(start, entity, self._within) for entity in goal.entity_ids]
        shortest = min(ways, default=math.inf)
        found = outcome.found and there
        return GoalSummary(
            text=goal.text,
            found=found,
            claimed=outcome.found,
            steps=outcome.steps,
            path_length_m=outcome.path_length_m,
            shortest_path_m=shortest if math.isfinite(shortest) else None,
            spl=spl(found, shortest, outcome.path_length_m),
            message=outcome.message,
        )
