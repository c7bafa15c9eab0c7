"""Figures of two rounds over many lives, and what they are to reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from embodied_memory_tools.evaluation.forgetting.judging import JudgedAnswer
from embodied_memory_tools.evaluation.forgetting.two_rounds import TwoRounds
from embodied_memory_tools.evaluation.forgetting.variants import NO_FORGETTING, NO_LEARNING, OURS

SMALLER, CHEAPER, BETTER = 0.45, 0.35, 1.7
"""The paper's abstract: memory smaller by 45 %, queries cheaper by 35 %, second round better by 70 %."""


@dataclass(frozen=True)
class VariantScore:
    """A variant over all lives. Accuracies and shares from 0 to 1, None where nothing was asked."""

    name: str
    runs: tuple[TwoRounds, ...]

    @property
    def nodes(self) -> float:
        """Mean over lives, in the end."""
        return mean(run.sizes[-1].nodes for run in self.runs)

    @property
    def upper(self) -> float:
        """N_f: nodes of level 3 and above in the end."""
        return mean(run.sizes[-1].upper for run in self.runs)

    @property
    def mean_upper(self) -> float:
        """N_mean: the same over all mornings."""
        return mean(size.upper for run in self.runs for size in run.sizes)

    @property
    def tokens(self) -> float:
        """C_qa: read for one question."""
        return mean(answer.tokens for answer in self._answers())

    @property
    def improved(self) -> float | None:
        """S_up: share of the pairs with feedback that are answered better in the second round."""
        return _share([second > first for first, second in self._pairs()])

    @property
    def unchanged(self) -> float | None:
        """S_equal: share of those that are answered as well, or as badly, in both."""
        return _share([second == first for first, second in self._pairs()])

    @property
    def understood(self) -> float | None:
        """Share of what was said of remembering that the dialog read as that."""
        said = sum(run.feedback for run in self.runs)
        return sum(run.understood for run in self.runs) / said if said else None

    def _pairs(self) -> list[tuple[int, int]]:
        """(category in the first round, in the second)."""
        return [
            (first.category, second.category)
            for run in self.runs
            for first in run.answers
            for second in run.answers
            if (first.pair, first.round, second.round) == (second.pair, 1, 2) and first.with_feedback
        ]

    def accuracy(self, number: int, with_feedback: bool = True) -> float | None:
        """S_c of a round, 0 for both together."""
        return _share([answer.correct for answer in self._answers(number, with_feedback)])

    def partial_accuracy(self, number: int, with_feedback: bool = True) -> float | None:
        """S_p of a round, 0 for both together."""
        return _share([answer.partly_correct for answer in self._answers(number, with_feedback)])

    def forgotten(self, number: int) -> float | None:
        """Share of questions with feedback whose answer has no leaf left (table A4)."""
        return _share([answer.is_forgotten for answer in self._answers(number, True)])

    def _answers(self, number: int = 0, with_feedback: bool | None = None) -> list[JudgedAnswer]:
        return [
            answer
            for run in self.runs
            for answer in run.answers
            if number in (0, answer.round) and with_feedback in (None, answer.with_feedback)
        ]


@dataclass(frozen=True)
class Target:
    """What is to be reached. value: as measured; least: what it is to be at least."""

    name: str
    value: float
    least: float

    @property
    def is_met(self) -> bool:
        """Whether it is reached."""
        return self.value >= self.least


def scores_of(results: Sequence[TwoRounds]) -> dict[str, VariantScore]:
    """By variant, in the order in which they came first."""
    by_name: dict[str, list[TwoRounds]] = {}
    for result in results:
        by_name.setdefault(result.variant, []).append(result)
    return {name: VariantScore(name, tuple(runs)) for name, runs in by_name.items()}


def targets_of(scores: Mapping[str, VariantScore]) -> tuple[Target, ...]:
    """How ours compares to no forgetting. KeyError without these two."""
    ours, full = scores[OURS], scores[NO_FORGETTING]
    first, second, theirs = ours.accuracy(1) or 0.0, ours.accuracy(2) or 0.0, full.accuracy(2) or 0.0
    targets = [
        Target("tree smaller, level 3 and above, in the end", 1 - ours.upper / full.upper, SMALLER),
        Target("tree smaller, level 3 and above, on average", 1 - ours.mean_upper / full.mean_upper, SMALLER),
        Target("tree smaller, all nodes, in the end", 1 - ours.nodes / full.nodes, SMALLER),
        Target("question cheaper, tokens", 1 - ours.tokens / full.tokens, CHEAPER),
        Target("second round by first round", second / first if first else float("inf"), BETTER),
        Target("second round above no forgetting's", second - theirs, 0.0),
    ]
    if NO_LEARNING in scores:
        unasked = 1 - scores[NO_LEARNING].upper / full.upper
        targets.append(Target("tree smaller without rules, level 3 and above, in the end", unasked, SMALLER))
    return tuple(targets)


def _share(judged: Sequence[bool]) -> float | None:
    return mean(map(float, judged)) if judged else None
