"""Whether a question goes on with the one before it ("and what time's that?") and cannot be understood alone."""

from __future__ import annotations

import json
import math
import re
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.retrieval.pieces.piece_features import telling

FEATURES = (
    "begins with and", "begins with so, but, then, or", "words", "it or that", "he or she", "names somebody",
    "three words at most", "telling words", "there or then", "of the speaker",
)  # fmt: skip
_WORD = re.compile(r"[a-z']+")
_NAME = re.compile(r"(?<!^)\b[A-Z][a-z]+")
_THINGS = frozenset(["it", "that", "this", "them", "they", "those", "these", "it's", "its", "that's"])
_THERE = frozenset(["there", "then", "there's"])
_SPEAKER = frozenset(["i", "me", "my", "mine", "we", "us", "our", "ours", "i'm", "i've", "we're", "we've"])
_PEOPLE = frozenset(["he", "she", "his", "her", "him", "he's", "she's"])


def features_of(question: str) -> tuple[float, ...]:
    """As `FEATURES`."""
    words = _WORD.findall(question.lower())
    names = {name.lower() for name in _NAME.findall(question)}
    tells = [word for word in telling(question) if word.removesuffix("'s") not in names]
    first = words[0] if words else ""
    return (
        float(first == "and"),
        float(first in ("so", "but", "then", "or")),
        math.log(1 + len(words)),
        float(not _THINGS.isdisjoint(words)),
        float(not _PEOPLE.isdisjoint(words)),
        float(_NAME.search(question) is not None),
        float(len(words) <= 3),
        math.log(1 + len(tells)),
        float(not _THERE.isdisjoint(words)),
        float(not _SPEAKER.isdisjoint(words)),
    )


def goes_on(question: str) -> float:
    """How likely it does, where there was a question before it: a logistic regression, learned by `make learn`."""
    weights, bias = _learned()
    odds = sum(weight * value for weight, value in zip(weights, features_of(question), strict=True)) + bias
    return 1.0 / (1.0 + math.exp(-odds))


@lru_cache(maxsize=1)
def _learned() -> tuple[tuple[float, ...], float]:
    """As they come with this package. ValueError if they are of other features."""
    told = json.loads(Path(__file__).with_name("going_on.json").read_text(encoding="utf-8"))
    if tuple(told["features"]) != FEATURES:
        raise ValueError("going_on.json is of other features: run `make learn`")
    return tuple(told["weights"]), float(told["bias"])
