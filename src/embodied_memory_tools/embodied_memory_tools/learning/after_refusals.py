"""Learning what people do with what they say after a refusal, over the vectors of the one reading as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from embodied_memory.words.after_refusal import AfterRefusal, AfterRefusalHeads, features
from embodied_memory.words.follow_ups import PairEncoder
from embodied_memory.words.one_reading import OneReading

_C, _MOST_STEPS, _LEAST_SPREAD = 0.003, 2000, 1e-3


@dataclass(frozen=True)
class RefusalExample:
    """What was declined, what was said then, and what that does."""

    label: AfterRefusal
    declined: str
    said: str


def read_refused(path: Path) -> list[RefusalExample]:
    """A file as `tests/words/refused/format.md` has it. ValueError names the bad line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        label, *texts = line.split("\t")
        if label not in {one.value for one in AfterRefusal} or len(texts) != 2 or not all(map(str.strip, texts)):
            raise ValueError(f"{path.name}, line {number}: wants one of {', '.join(AfterRefusal)} and two texts")
        found.append(RefusalExample(AfterRefusal(label), *texts))
    return found


def learn_after_refusals(
    examples: Sequence[RefusalExample], encoder: PairEncoder, reading: OneReading
) -> AfterRefusalHeads:
    """ValueError where a label has no example."""
    missing = set(AfterRefusal) - {one.label for one in examples}
    if missing:
        raise ValueError(f"no example of {', '.join(sorted(missing))}")
    order = list(AfterRefusal)
    rows = np.array([features(one.declined, one.said, encoder, reading) for one in examples])
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + _LEAST_SPREAD
    model = LogisticRegression(C=_C, max_iter=_MOST_STEPS)
    model.fit((rows - mean) / scale, [order.index(one.label) for one in examples])
    weight = (model.coef_ / scale).astype(np.float32)
    return AfterRefusalHeads(weight, (model.intercept_ - weight @ mean).astype(np.float32))
