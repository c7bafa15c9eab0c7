"""Figures of robots whose sensors err."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from embodied_memory_tools.evaluation.erring_sensors.calibration import expected_calibration_error
from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun
from embodied_memory_tools.evaluation.erring_sensors.memory_check import MemoryCheck
from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import SensorRuns
from embodied_memory_tools.report.metrics import mean
from embodied_memory_tools.report.run_summary import GoalSummary


@dataclass(frozen=True)
class SensorScore:
    """One of those who took part, under some sensors, over all homes. Shares are of all goals, unless said otherwise.

    found: or done; false_claims: said to be, and not; spl: None where no way is the shortest; where_is: right answers
    of those about goals, at the end; objects_per_visible: things that memory asserts for each that it was shown;
    calibration_error: of answers about anything in the home; answered: the share of those that claim to know;
    wrong_things: brought or put in place of what was meant, None where nothing is.
    """

    found: float
    false_claims: float
    spl: float | None
    where_is: float
    objects_per_visible: float
    calibration_error: float
    answered: float
    wrong_things: float | None
    steps: float
    metres: float
    goals: int
    homes: int
    wall_s: float


Scores = Mapping[str, Mapping[str, SensorScore]]
"""By name of the sensors and of who took part."""


def scores_of(runs: SensorRuns) -> Scores:
    """Over the homes that are done so far."""
    return {
        sensors: {name: score_of(list(of_homes.values())) for name, of_homes in by_name.items() if of_homes}
        for sensors, by_name in runs.items()
    }


def score_of(runs: Sequence[HomeRun]) -> SensorScore:
    """Over the goals of all homes."""
    goals = [goal for run in runs for goal in run.goals]
    checks = [run.knowledge.check for run in runs if run.knowledge is not None]
    visible, asked = sum(check.visible for check in checks), sum(check.asked for check in checks)
    wrong = [run.wrong_things for run in runs if run.wrong_things is not None]
    return SensorScore(
        found=mean(float(goal.found) for goal in goals),
        false_claims=mean(float(goal.claimed and not goal.found) for goal in goals),
        spl=_spl(goals),
        where_is=mean(float(one.correct is True) for check in checks for one in check.where_is),
        objects_per_visible=sum(check.kept for check in checks) / visible if visible else 0.0,
        calibration_error=expected_calibration_error(claim for check in checks for claim in check.claims),
        answered=_claims(checks) / asked if asked else 0.0,
        wrong_things=sum(wrong) / len(goals) if wrong and goals else None,
        steps=mean(float(goal.steps) for goal in goals),
        metres=mean(goal.path_length_m for goal in goals),
        goals=len(goals),
        homes=len(runs),
        wall_s=round(sum(run.wall_s for run in runs), 1),
    )


def _spl(goals: Sequence[GoalSummary]) -> float | None:
    has_ways = any(goal.shortest_path_m is not None for goal in goals)
    return mean(goal.spl for goal in goals) if has_ways else None


def _claims(checks: Sequence[MemoryCheck]) -> int:
    return sum(len(check.claims) for check in checks)
