"""Learning which sayings are to be kept from others: a multinomial logistic regression over sentence vectors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from embodied_memory.memory.discretion.kept_sayings import Sort
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.learning.labelled_utterances import read_utterances

_FOLDS = 5
_TELLING = ("tell", "wish", "promise", "teach", "remind", "message", "rule")


def read_kept(path: Path) -> list[tuple[Sort, str]]:
    """A label, a tab and a saying a line. ValueError names the bad line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        label, tab, saying = line.partition("\t")
        if not line.strip():
            continue
        if not tab or label not in {sort.value for sort in Sort}:
            raise ValueError(f"{path.name}, line {number}: wants one of {', '.join(Sort)}, a tab and a saying")
        found.append((Sort(label), saying))
    return found


def plain_of_utterances(path: Path) -> list[tuple[Sort, str]]:
    """What is told in a corpus of labelled utterances is plain, or confided where its label says so."""
    sorts = {"confide": Sort.CONFIDED} | dict.fromkeys(_TELLING, Sort.PLAIN)
    return [(sorts[label], words) for label, words in read_utterances(path) if label in sorts]


def learn_keeping(examples: Sequence[tuple[Sort, str]], embedder: Embedder) -> tuple[dict[str, object], float]:
    """(what `kept_sayings.json` holds, the share rightly sorted in cross-validation)."""
    vectors = embedder.embed_text([saying for _, saying in examples])
    sorts = [sort.value for sort, _ in examples]
    model = LogisticRegression(C=10.0, max_iter=3000)
    guessed = cross_val_predict(model, vectors, sorts, cv=_FOLDS)
    model.fit(vectors, sorts)
    learned = {
        "model": embedder.name,
        "sorts": tuple(model.classes_.tolist()),
        "weights": model.coef_.round(3).tolist(),
        "bias": model.intercept_.round(4).tolist(),
    }
    return learned, float(np.mean([one == other for one, other in zip(guessed, sorts, strict=True)]))
