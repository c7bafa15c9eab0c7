"""Figures over many tours, with intervals: homes are drawn again, because the goals of one home belong together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
        sums, counts = self._sums(measure)
        homes = _drawn_homes(len(sums))
        draws = sums[homes].sum(axis=1) / counts[homes].sum(axis=1)
        return _interval(float(sums.sum() / counts.sum()), draws)

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
        """How many times the other's mean, over the same homes in every draw. inf if that is 0."""
        (ours, count), (theirs, their_count) = self._sums(measure), other._sums(measure)
        homes = _drawn_homes(len(ours))
        with np.errstate(divide="ignore", invalid="ignore"):
            above, below = ours[homes].sum(axis=1) / count[homes].sum(axis=1), theirs[homes].sum(axis=1)
            draws = above / (below / their_count[homes].sum(axis=1))
            value = (ours.sum() / count.sum()) / (theirs.sum() / their_count.sum())
        return _interval(float(value), np.nan_to_num(draws, nan=1.0))

    @property
    def goals(self) -> int:
        """How many there were."""
        return sum(len(tour.goals) for tour in self.tours.values())

    def _sums(self, measure: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(homes,) sum over its goals, and how many these are."""
        values = [[MEASURES[measure](goal) for goal in tour.goals] for tour in self.tours.values()]
        return np.array([sum(home) for home in values], float), np.array([len(home) for home in values], float)


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


def _drawn_homes(count: int) -> NDArray[np.int64]:
    """(draws, homes) with repetition; the same for every figure over so many homes."""
    return np.random.default_rng(0).integers(count, size=(_DRAWS, count))


def _interval(value: float, draws: NDArray[np.float64]) -> Interval:
    low, high = np.percentile(draws, [2.5, 97.5])
    return Interval(value, float(low), float(high))
