"""Weights as `make learn` writes them: of what tells whether a piece bears on a question, and how likely an answer
of the tracks is right, and one that quotes the best piece.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

STRUCTURED = (
    "certainty", "cites what bears", "cites nothing", "cites views", "best piece", "words told", "least word told",
    "unheard words",
    "of objects", "of states", "of deeds", "of duties and wishes", "of sayings", "of anything", "words asked",
    "names something", "like known questions", "lead over other readings", "known and cited",
    "surely read", "surely read, all words told", "tells the sort asked", "lacks the sort asked",
    "read closely", "best read closely", "nothing answers, read closely", "likely of its sort",
)  # fmt: skip
"""What tells how likely a structured answer is right."""
QUOTED = (
    "best piece", "second piece", "like words", "least like word", "alike", "words asked", "is deed", "time asked",
    "names somebody", "asks how many", "asks where", "log odds", "rarest word", "second rarest word",
    "misses who is named", "words of it asked", "same stems", "better than third", "asker spoke",
    "tells the sort asked", "lacks the sort asked",
    "read closely", "likely read closely", "nothing answers, read closely", "read closely, next best",
    "tells what a deed came to", "tells how it is now", "of that thing",
    "likely of its sort", "done out of time asked", "newer than others that answer",
)  # fmt: skip
"""What tells how likely the best piece answers the question."""


@dataclass(frozen=True)
class BearingWeights:
    """A logistic regression over standardised features."""

    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    weights: NDArray[np.float64]
    bias: float

    @classmethod
    def read(cls, path: Path, features: tuple[str, ...]) -> BearingWeights:
        """Of a file. ValueError if it is of other features."""
        told = json.loads(path.read_text(encoding="utf-8"))
        if tuple(told["features"]) != features:
            raise ValueError(f"{path.name} is of other features: run `make learn`")
        return cls(np.array(told["mean"]), np.array(told["scale"]), np.array(told["weights"]), float(told["bias"]))

    def probabilities(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, F) features -> (N,)."""
        logits = (rows - self.mean) / self.scale @ self.weights + self.bias
        found: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-logits))
        return found


@dataclass(frozen=True)
class ToldCertainty:
    """Of the answer that was chosen: Platt's slope and bias over its log odds (Platt 1999), for each of both sorts.

    What is chosen is the likelier of two, and so less likely right than it looks; and what tracks answer is weighed
    over our own words as well, about which they are seldom wrong. These are of other people's words alone.
    """

    structured: tuple[float, float] = (1.0, 0.0)
    quoted: tuple[float, float] = (1.0, 0.0)

    def of_structured(self, likely: float) -> float:
        """likely: by the weights; the certainty to be told."""
        return _scaled(likely, self.structured)

    def of_quoted(self, likely: float) -> float:
        """The same of what is quoted."""
        return _scaled(likely, self.quoted)


@dataclass(frozen=True)
class ChoiceWeights:
    """Two logistic regressions, the probability below which the robot says that it does not know, and how sure it
    says that it is.
    """

    structured: tuple[float, ...]
    quoted: tuple[float, ...]
    least: float
    told: ToldCertainty = ToldCertainty()

    def likely(self, structured: Sequence[float] | None, quoted: Sequence[float] | None) -> tuple[float, float]:
        """How likely the structured answer is right, and the quoted one, by the features of each; 0 for one that is
        none.
        """
        return logistic(self.structured, structured) if structured else 0.0, (
            logistic(self.quoted, quoted) if quoted else 0.0
        )


@lru_cache(maxsize=1)
def learned_choice() -> ChoiceWeights:
    """As they come with this package. ValueError if they are of other features."""
    told = json.loads(Path(__file__).with_name("choice_weights.json").read_text(encoding="utf-8"))
    if tuple(told["structured features"]) != STRUCTURED or tuple(told["quoted features"]) != QUOTED:
        raise ValueError("choice_weights.json is of other features: run `make learn`")
    certainty = ToldCertainty(tuple(told["structured told"]), tuple(told["quoted told"]))
    return ChoiceWeights(tuple(told["structured"]), tuple(told["quoted"]), float(told["least"]), certainty)


def logistic(weights: Sequence[float], row: Sequence[float]) -> float:
    """weights: one a feature, and the bias last."""
    return float(1.0 / (1.0 + math.exp(-float(np.dot(weights[:-1], row)) - weights[-1])))


def log_odds(likely: float, least: float = 0.02) -> float:
    """Of a probability that is never quite 0 or 1, by so much at least."""
    return math.log(max(likely, least) / max(1.0 - likely, least))


def _scaled(likely: float, slope_and_bias: tuple[float, float]) -> float:
    return round(logistic(slope_and_bias, (log_odds(likely),)), 4)
