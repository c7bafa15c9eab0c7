"""How sure an answer of what is known now is told to be, as measured on other people's questions (`learn-known`).

That it still is so, and that it is what was asked for, are both only likely; how often such answers were right tells
more than the lesser of the two.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.retrieval.pieces.choice_weights import log_odds, logistic

WEIGHTS = Path(__file__).with_name("known_certainty.json")
FEATURES = ("believed", "answers the question")


def known_row(believed: float, answers: float) -> tuple[float, float]:
    """As it is learned from. believed: how likely it still is so; answers: how likely it is what was asked for."""
    return log_odds(believed), log_odds(answers)


def known_certainty(believed: float, answers: float) -> float:
    """0 to 1; of both, as `known_row`."""
    return round(logistic(_learned(), known_row(believed, answers)), 4)


@lru_cache(maxsize=1)
def _learned() -> tuple[float, ...]:
    """One weight a feature, and the bias. ValueError if they are of other features."""
    told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    if tuple(told["features"]) != FEATURES:
        raise ValueError(f"{WEIGHTS.name} is of other features: run `make learn-known`")
    return tuple(told["weights"])
