"""Figures over many tours, with intervals: homes are drawn again, because the goals of one home belong together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embodied_memory_tools.evaluation.multi_goal.tour_run import TourResult
from embodied_memory_tools.report.metrics import mean
from embodied_memory_tools.report.run_summary import GoalSummary

_DRAWS = 2000

Measure = Callable[[GoalSummary], float]

MEASURES: dict[str, Measure] = {
    "success": lambda goal: float(goal.found),
    "spl": lambda goal: goal.spl,
    "steps": lambda goal: float(goal.steps),
    "metres": lambda goal: goal.path_length_m,
}


@dataclass(frozen=True)
class Interval:
    """A figure with its 95 % bootstrap interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class ArmScore:
    """One searcher over all homes; tours by seed of the home."""

    name: str
    tours: Mapping[int, TourResult]

    def of(self, measure: str) -> Interval:
        """The mean over all goals of one of MEASURES."""
        return _interval(lambda seeds: mean(self._values(measure, seeds)), list(self.tours))

    def of_part(self, measure: str, part: Callable[[int, str], bool]) -> float:
        """The mean over some goals: part says which by (place in the tour from 0, how the goal was told)."""
        chosen = [
            MEASURES[measure](goal)
            for tour in self.tours.values()
            for place, (goal, kind) in enumerate(zip(tour.goals, tour.kinds, strict=True))
            if part(place, kind)
        ]
        return mean(chosen)

    def ratio(self, measure: str, other: ArmScore) -> Interval:
        """How many times the other's mean, over the same homes in every draw."""

        def times(seeds: Sequence[int]) -> float:
            below = mean(other._values(measure, seeds))
            return mean(self._values(measure, seeds)) / below if below else float("inf")

        return _interval(times, list(self.tours))

    @property
    def goals(self) -> int:
        """How many there were."""
        return sum(len(tour.goals) for tour in self.tours.values())

    def _values(self, measure: str, seeds: Sequence[int]) -> list[float]:
        return [MEASURES[measure](goal) for seed in seeds for goal in self.tours[seed].goals]


@dataclass(frozen=True)
class Target:
    """What is to be reached."""

    name: str
    measured: Interval
    least: float

    @property
    def is_met(self) -> bool:
        """By the figure itself, not by its interval."""
        return self.measured.value >= self.least


def targets_of(ours: ArmScore, forgetful: ArmScore | None, nearest: ArmScore | None) -> list[Target]:
    """Those that can be judged with the searchers that took part."""
    targets = [Target("goals found", ours.of("success"), 0.9)]
    if nearest is not None:
        targets.append(Target(f"SPL / that of {nearest.name}", ours.ratio("spl", nearest), 1.25))
    if forgetful is not None:
        targets.append(Target(f"SPL / that of {forgetful.name}", ours.ratio("spl", forgetful), 1.15))
    return targets


def _interval(figure: Callable[[Sequence[int]], float], seeds: Sequence[int]) -> Interval:
    rng = np.random.default_rng(0)
    draws = [figure([seeds[k] for k in rng.integers(len(seeds), size=len(seeds))]) for _ in range(_DRAWS)]
    low, high = np.percentile(draws, [2.5, 97.5])
    return Interval(figure(seeds), float(low), float(high))
