"""The baselines that memories are retrieved with, beside the robot's own personal memory."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import parse_act_trace
from embodied_memory.memory.personal.memory_fields import FieldWeights
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.memento.dataset import AcquisitionEpisode
from embodied_memory_tools.evaluation.memento.episodic_memory import learned

Retriever: TypeAlias = Callable[[str, int], list[str]]
"""(request, k) -> episode ids of at most k memories, best first."""

MakeRetriever: TypeAlias = Callable[[Sequence[AcquisitionEpisode]], Retriever]

_JOINED = re.compile(r"(?<=[.?!])\s+(?=(?:Then|After that|Additionally|Also|Next),?\s)")


def cosine(embedder: Embedder) -> MakeRetriever:
    """Whole instructions compared by their vectors, as the paper does (appendix B.2)."""

    def make(memories: Sequence[AcquisitionEpisode]) -> Retriever:
        vectors = embedder.embed_text([memory.instruction for memory in memories])
        return lambda request, k: _best(memories, (vectors @ embedder.embed_text([request])[0]).astype(np.float64))[
            :k
        ]

    return make


def bm25(memories: Sequence[AcquisitionEpisode]) -> Retriever:
    """Whole instructions compared by their words."""
    score = _bm25_scores(memories)
    return lambda request, k: _best(memories, score(request))[:k]


def hybrid(embedder: Embedder) -> MakeRetriever:
    """The sum of both, standardised; a request of two sentences joined by "Then, ..." is split and interleaved."""

    def make(memories: Sequence[AcquisitionEpisode]) -> Retriever:
        vectors, words = embedder.embed_text([memory.instruction for memory in memories]), _bm25_scores(memories)

        def rank(part: str) -> list[str]:
            meaning = (vectors @ embedder.embed_text([part])[0]).astype(np.float64)
            return _best(memories, _standard(words(part)) + _standard(meaning))

        def retrieve(request: str, k: int) -> list[str]:
            rounds = zip(*(rank(part) for part in _JOINED.split(request, maxsplit=1)), strict=True)
            return list(dict.fromkeys(episode for turn in rounds for episode in turn))[:k]

        return retrieve

    return make


def personal_memory(embedder: Embedder, weights: FieldWeights | None = None) -> MakeRetriever:
    """The robot's own: every acquisition episode is learned, every request recalled."""

    def make(memories: Sequence[AcquisitionEpisode]) -> Retriever:
        store = learned(
            ((one.instruction, parse_act_trace(one.trace), one.scene) for one in memories), embedder, weights
        )

        def retrieve(request: str, k: int) -> list[str]:
            return [memories[found.memory.record_id].episode_id for found in store.recall(request, k)]

        return retrieve

    return make


def _bm25_scores(memories: Sequence[AcquisitionEpisode]) -> Callable[[str], NDArray[np.float64]]:
    """Okapi BM25 with k1 1.5 and b 0.75."""
    counts = [Counter(_tokens(memory.instruction)) for memory in memories]
    lengths = np.array([count.total() for count in counts], np.float64)
    holds = Counter(token for count in counts for token in count)
    norm = 1.5 * (0.25 + 0.75 * lengths / max(lengths.mean(), 1.0))

    def score(request: str) -> NDArray[np.float64]:
        total = np.zeros(len(counts))
        for token in _tokens(request):
            idf = math.log(1 + (len(counts) - holds[token] + 0.5) / (holds[token] + 0.5))
            frequency = np.array([count[token] for count in counts], np.float64)
            total += idf * frequency * 2.5 / (frequency + norm)
        return total

    return score


def _tokens(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _standard(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    standard: NDArray[np.float64] = (scores - scores.mean()) / (scores.std() + 1e-9)
    return standard


def _best(memories: Sequence[AcquisitionEpisode], scores: NDArray[np.float64]) -> list[str]:
    return [memories[index].episode_id for index in np.argsort(-scores, kind="stable")]
