"""Heads learned over the vectors of encoders as they are: what people do after a refusal, and what they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from embodied_memory.words.reading_heads import LinearHead

_MOST_STEPS, _LEAST_SPREAD = 2000, 1e-3
Label = TypeVar("Label", bound=Enum)


def labelled_lines(path: Path, labels: type[Label], texts: int) -> Iterator[tuple[Label, tuple[str, ...]]]:
    """A label and so many texts a line, with tabs between them. ValueError names the bad line."""
    known = {one.value: one for one in labels}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        label, *said = line.split("\t")
        if label not in known or len(said) != texts or not all(map(str.strip, said)):
            wanted = f"one of {', '.join(known)} and {texts} text{'s' * (texts > 1)}, with tabs between them"
            raise ValueError(f"{path.name}, line {number}: wants {wanted}")
        yield known[label], tuple(said)


def learn_linear(
    rows: Sequence[NDArray[np.float32]], labels: Sequence[Label], kinds: type[Label], strength: float
) -> LinearHead:
    """A logistic regression. rows: (F,) features, one for each label; strength: the inverse of how much it is held
    back; kinds: three or more. ValueError where one has no example.
    """
    order = list(kinds)
    missing = set(order) - set(labels)
    if missing:
        raise ValueError(f"no example of {', '.join(sorted(one.value for one in missing))}")
    all_rows = np.array(rows)
    mean, scale = all_rows.mean(axis=0), all_rows.std(axis=0) + _LEAST_SPREAD
    model = LogisticRegression(C=strength, max_iter=_MOST_STEPS)
    model.fit((all_rows - mean) / scale, [order.index(one) for one in labels])
    weight = (model.coef_ / scale).astype(np.float32)
    return LinearHead(weight, (model.intercept_ - weight @ mean).astype(np.float32))
