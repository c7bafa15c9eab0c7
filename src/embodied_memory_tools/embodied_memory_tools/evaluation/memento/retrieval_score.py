"""Recall of the needed memories, with the interval that so few requests leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from embodied_memory_tools.evaluation.memento.dataset import (
    AcquisitionEpisode,
    MementoEpisodes,
    UtilizationEpisode,
)
from embodied_memory_tools.evaluation.memento.retrievers import MakeRetriever, Retriever

DEPTHS = (1, 3, 5)
_SEED, _RESAMPLES, _INTERVAL = 0, 2000, (2.5, 97.5)


@dataclass(frozen=True)
class Recall:
    """The mean over requests of the share of needed memories found, with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Found:
    """What was retrieved for one request, best first, to the greatest depth."""

    request: UtilizationEpisode
    retrieved: tuple[str, ...]

    def share(self, depth: int) -> float:
        """The share of the needed memories among the first ones."""
        return sum(need in self.retrieved[:depth] for need in self.request.needs) / len(self.request.needs)


@dataclass(frozen=True)
class RetrievalScore:
    """One method in one setting: "all scenes" or "same scene" as the request."""

    method: str
    setting: str
    single: tuple[Found, ...]
    joint: tuple[Found, ...]

    def recall(self, kind: str, depth: int) -> Recall:
        """kind: "single" or "joint". A joint request of whose two memories one is found counts a half."""
        return interval_of([found.share(depth) for found in (self.single if kind == "single" else self.joint)])

    def all_found(self, depth: int) -> Recall:
        """Joint requests for which every needed memory is found."""
        return interval_of([float(found.share(depth) == 1.0) for found in self.joint])


def score_retrieval(
    method: str, setting: str, episodes: MementoEpisodes, retriever_for: Callable[[str], MakeRetriever]
) -> RetrievalScore:
    """Retrieve for every request. retriever_for: the method to use for a scene's requests."""
    scenes = sorted({request.scene for request in (*episodes.single, *episodes.joint)})
    found: dict[str, Found] = {}
    made: dict[tuple[MakeRetriever, tuple[AcquisitionEpisode, ...]], Retriever] = {}
    for scene in scenes:
        make, memories = retriever_for(scene), _memories(episodes, setting, scene)
        retrieve = made[make, memories] = made.get((make, memories)) or make(memories)
        for request in (*episodes.single, *episodes.joint):
            if request.scene == scene:
                found[request.episode_id] = Found(request, tuple(retrieve(request.instruction, max(DEPTHS))))
    single, joint = (
        tuple(found[request.episode_id] for request in part) for part in (episodes.single, episodes.joint)
    )
    return RetrievalScore(method, setting, single, joint)


def _memories(episodes: MementoEpisodes, setting: str, scene: str) -> tuple[AcquisitionEpisode, ...]:
    return tuple(memory for memory in episodes.memories if setting == "all scenes" or memory.scene == scene)


def interval_of(shares: Sequence[float]) -> Recall:
    """The mean of values between 0 and 1 and its interval; not a number if there are none."""
    if not shares:
        return Recall(float("nan"), float("nan"), float("nan"))
    values = np.array(shares)
    picks = np.random.default_rng(_SEED).integers(len(values), size=(_RESAMPLES, len(values)))
    low, high = np.percentile(values[picks].mean(axis=1), _INTERVAL)
    return Recall(float(values.mean()), float(low), float(high))
