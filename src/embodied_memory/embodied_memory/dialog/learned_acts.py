"""Whether an utterance asks, wants something done, or does neither: learned from what people said (`make learn`).

A logistic regression over words and pairs of words. It decides where the forms of `OfflineReader` fit nothing surely.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

_TOKEN = re.compile(r"[\w']+|[?!.,]")
_BEGIN, _END = "^", "$"


@dataclass(frozen=True)
class ActShares:
    """How likely each is; together 1."""

    ask: float
    instruct: float
    other: float


@dataclass(frozen=True)
class LearnedActs:
    """columns: a word or pair of words -> its weights for ask, instruct and other; bias: likewise."""

    columns: dict[str, tuple[float, float, float]]
    bias: tuple[float, float, float]

    def of(self, text: str) -> ActShares:
        """Never fails; of a text without a known word, what is commonest."""
        scores = list(self.bias)
        for feature in act_features(text):
            for k, weight in enumerate(self.columns.get(feature, ())):
                scores[k] += weight
        raised = [math.exp(score - max(scores)) for score in scores]
        return ActShares(*(one / sum(raised) for one in raised))


def act_features(text: str) -> frozenset[str]:
    """Its words and pairs of words, in lower case, with its beginning and its end."""
    tokens = [_BEGIN, *_TOKEN.findall(text.lower()), _END]
    return frozenset((*tokens, *(f"{one} {other}" for one, other in pairwise(tokens))))


@lru_cache(maxsize=1)
def learned_acts() -> LearnedActs:
    """As they come with this package."""
    told = json.loads(Path(__file__).with_name("learned_acts.json").read_text(encoding="utf-8"))
    columns = {feature: tuple(weights) for feature, weights in told["columns"].items()}
    return LearnedActs(columns, tuple(told["bias"]))
