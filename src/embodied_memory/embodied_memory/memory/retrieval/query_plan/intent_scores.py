"""How much a question is like the examples of each intent: least squares over features, learned when first used.

The examples are few and short, so the weights have a closed form (ridge regression in its dual): some milliseconds
for a thousand examples, and a new way of asking is a new line in `intent_examples.txt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.retrieval.query_plan.intent_features import features_of
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent

_RIDGE = 0.2
_LEAST_COUNT = 2
"""A feature of one example alone tells nothing about others."""
Example = tuple[QueryIntent, tuple[str, ...]]


class IntentScores:
    """Linear in the features, each weighed by how rare it is; about 1 for an example's own intent, 0 for others."""

    def __init__(self, examples: Sequence[Example]) -> None:
        """ValueError without examples."""
        if not examples:
            raise ValueError("there are no examples to learn intents from")
        found = [features_of(tokens) for _, tokens in examples]
        counts = Counter(feature for one in found for feature in one)
        kept = sorted(feature for feature, count in counts.items() if count >= _LEAST_COUNT)
        self._columns = {feature: column for column, feature in enumerate(kept)}
        self._rarity = np.array([np.log1p(len(found) / counts[feature]) for feature in kept])
        self._intents = sorted({intent for intent, _ in examples}, key=lambda intent: intent.value)
        rows = np.stack([self._row(one) for one in found])
        wanted = np.array([[float(intent is one) for one in self._intents] for intent, _ in examples])
        alike = rows @ rows.T + _RIDGE * np.eye(len(rows))
        self._weights: NDArray[np.float64] = rows.T @ np.linalg.solve(alike, wanted)

    def of(self, tokens: Sequence[str]) -> Mapping[QueryIntent, float]:
        """The score of every intent that has examples. tokens: as of an `AnnotatedQuestion`."""
        scores = self._row(features_of(tokens)) @ self._weights
        return dict(zip(self._intents, map(float, scores), strict=True))

    def _row(self, features: Collection[str]) -> NDArray[np.float64]:
        """Of length 1, in the order of the columns; features that no example has are left out."""
        row = np.zeros(len(self._columns))
        known = [self._columns[feature] for feature in features if feature in self._columns]
        row[known] = self._rarity[known]
        length = float(np.linalg.norm(row))
        return row / length if length else row


@lru_cache(maxsize=1)
def learned_scores() -> IntentScores:
    """Of the examples that come with this package."""
    files = (Path(__file__).with_name(name) for name in ("intent_examples.txt", "intent_examples_of_others.txt"))
    return IntentScores([example for file in files for example in read_examples(file)])


def read_examples(path: Path) -> list[Example]:
    """ "[intent]" begins a section, each line after it is one question. ValueError for what is no intent."""
    found: list[Example] = []
    intent = QueryIntent.UNKNOWN
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            intent = QueryIntent(line.strip("[]"))
        elif line and not line.startswith("#"):
            found.append((intent, tuple(line.split())))
    return found
