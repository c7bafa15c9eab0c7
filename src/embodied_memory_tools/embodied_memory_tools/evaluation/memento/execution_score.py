"""Success, percent complete and planning cycles of executed episodes, with the interval that so few leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from embodied_memory_tools.evaluation.memento.episode_file import STAGES
from embodied_memory_tools.evaluation.memento.execution import MethodResult
from embodied_memory_tools.evaluation.memento.retrieval_score import Recall, interval_of

ALL_KINDS = "all"


@dataclass(frozen=True)
class ExecutionScore:
    """Of one stage, method and kind of episode. success: 0 to 1, with its 95 % bootstrap interval.

    ambiguous: episodes in which a question stayed open and the likeliest reading was taken.
    """

    stage: str
    method: str
    kind: str
    episodes: int
    success: Recall
    percent_complete: float
    cycles: float
    ambiguous: int


def execution_scores(results: Sequence[MethodResult]) -> list[ExecutionScore]:
    """All kinds together first, then each kind of its own; stages and methods in the order in which they ran."""
    methods = tuple(dict.fromkeys(one.method for one in results))
    scores = []
    for stage in STAGES:
        for method in methods:
            chosen = [one for one in results if one.result.episode.stage == stage and one.method == method]
            kinds = sorted({one.result.episode.kind for one in chosen if one.result.episode.kind})
            for kind in [ALL_KINDS, *(kinds if len(kinds) > 1 else ())]:
                of_kind = [one for one in chosen if kind in (ALL_KINDS, one.result.episode.kind)]
                if of_kind:
                    scores.append(_score(stage, method, kind, of_kind))
    return scores


def _score(stage: str, method: str, kind: str, chosen: Sequence[MethodResult]) -> ExecutionScore:
    return ExecutionScore(
        stage, method, kind, len(chosen),
        interval_of([float(one.result.succeeded) for one in chosen]),
        mean(one.result.percent_complete for one in chosen),
        mean(one.result.cycles for one in chosen),
        sum(bool(one.result.ambiguities) for one in chosen),
    )  # fmt: skip
