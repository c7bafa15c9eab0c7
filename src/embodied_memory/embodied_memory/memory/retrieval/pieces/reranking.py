"""The second and third order of the pieces found first: the question and each piece are read together, quickly, then
the best of them closely.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.retrieval.pieces.choice_weights import BearingWeights
from embodied_memory.memory.retrieval.pieces.piece_features import FEATURES, Compared
from embodied_memory.perception.cross_encoder import Passage

RERANKED = (
    *FEATURES,
    "log odds of the first order", "read together", "read together, less than best", "likely read together",
    "nothing answers, read together",
)  # fmt: skip
CLOSELY = (
    *RERANKED,
    "log odds of the second order", "read closely", "read closely, less than best", "likely read closely",
    "nothing answers, read closely", "newer than others that answer",
)  # fmt: skip
_ADDED = len(RERANKED) - len(FEATURES)
_LEAST, _MOST = 1e-4, 1 - 1e-4


@lru_cache(maxsize=1)
def learned_reranking() -> BearingWeights:
    """As they come with this package. ValueError if they are of other features."""
    return BearingWeights.read(Path(__file__).with_name("reranking_weights.json"), RERANKED)


@lru_cache(maxsize=1)
def learned_close_order() -> BearingWeights:
    """As they come with this package. ValueError if they are of other features."""
    return BearingWeights.read(Path(__file__).with_name("close_weights.json"), CLOSELY)


def newer(stamps: NDArray[np.int64], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) by how much likelier it is that an older one answers than a newer one, -1 to 1: of two that do, the newer
    has put the older right. stamps, logits: (N,), when each was recorded, and what the close reader makes of it.
    """
    likely, _ = with_none(logits)
    after = np.sign(stamps[:, None] - stamps[None, :])
    found: NDArray[np.float64] = after @ likely
    return found


def unread(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of what was not read closely, with as many features as what was."""
    return np.pad(rows, ((0, 0), (0, len(CLOSELY) - len(RERANKED))))


def reread(rows: NDArray[np.float64], first: NDArray[np.float64], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, F + 5) of (N, F) features, (N,) probabilities of the order before and (N,) logits of a cross-encoder."""
    if not len(rows):
        return np.zeros((0, rows.shape[1] + _ADDED))
    odds = np.clip(first, _LEAST, _MOST)
    likely, none = with_none(logits)
    return np.column_stack(
        (rows, np.log(odds / (1 - odds)), logits, logits - logits.max(), likely, np.full(len(rows), none))
    )


def with_none(logits: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """(how likely each answers, how likely none does): what the cross-encoder has learned to tell."""
    weights = np.exp(np.append(logits, 0.0) - max(0.0, logits.max(initial=0.0)))
    shares = weights / weights.sum()
    return shares[:-1], float(shares[-1])


def passage_of(one: Compared, when: Callable[[int], str]) -> Passage:
    """As the cross-encoder reads it: of two that tell the same, the time tells which is asked for."""
    return f"{when(one.piece.stamp_ns)}: {one.piece.words}", one.before.words if one.before else ""


def asked_by(question: str, asker: str) -> str:
    """A question as the cross-encoder reads it: who asks tells whom "I" means."""
    return f"{asker}: {question}" if asker else question
