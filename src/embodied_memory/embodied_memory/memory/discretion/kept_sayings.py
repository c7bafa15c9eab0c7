"""What sort of saying is to be kept from others: learned from examples, over the vector of its words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class Sort(str, Enum):
    """Of a saying. PLAIN may be told to any resident; the others in `Discretion`."""

    PLAIN = "plain"
    CONFIDED = "confided"
    SURPRISE = "surprise"
    CODE = "code"
    MONEY = "money"
    HEALTH = "health"
    OPINION = "opinion"
    AWAY = "away"


@dataclass(frozen=True)
class KeptSayings:
    """A multinomial logistic regression. model: the embedder whose vectors it reads; weights: (S, D); bias: (S,)."""

    model: str
    sorts: tuple[Sort, ...]
    weights: NDArray[np.float64]
    bias: NDArray[np.float64]

    def sorted(self, vectors: NDArray[np.float32]) -> list[dict[Sort, float]]:
        """For each row of (N, D) how likely it is of each sort."""
        logits = vectors @ self.weights.T + self.bias
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares = raised / raised.sum(axis=1, keepdims=True)
        return [dict(zip(self.sorts, map(float, row), strict=True)) for row in shares]


@lru_cache(maxsize=1)
def learned_sayings() -> KeptSayings:
    """As they come with this package (`make learn`)."""
    told = json.loads(Path(__file__).with_name("kept_sayings.json").read_text(encoding="utf-8"))
    return KeptSayings(
        told["model"], tuple(map(Sort, told["sorts"])), np.array(told["weights"]), np.array(told["bias"])
    )
