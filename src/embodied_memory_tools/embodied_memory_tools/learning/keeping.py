"""Learning which sayings are to be kept from others: a logistic regression over sentence vectors and acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict

from embodied_memory.memory.discretion.kept_sayings import ActReader, Sort, saying_vectors
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.learning.labelled_utterances import read_utterances

_FOLDS = 5
_TELLING = ("tell", "wish", "promise", "teach", "remind", "message")
_OVERHEARD, _MADE_UP, _TO_A_ROBOT = 1.0, 0.5, 0.25
"""What an example counts for. Learning from all alike sorts worse what is overheard, by cross-validation over homes;
without those made up for their label, codes and money are hardly known, and without what is told to robots, what is
short is kept.
"""


@dataclass(frozen=True)
class KeptExample:
    """home: where it was overheard; "" for a saying that was made up. weight: what it counts for."""

    sort: Sort
    saying: str
    home: str = ""
    weight: float = _MADE_UP

    @property
    def writer(self) -> str:
        """Whose homes are left out together: "g3" is the third by writer g."""
        return self.home.rstrip("0123456789") or self.saying


def read_kept(path: Path) -> list[KeptExample]:
    """A label, a tab and a saying a line, for what was overheard with the home and what shows it.

    What only the talk around shows ("talk") is left out, as nothing can be learned of it by its words. ValueError
    names the bad line.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        label, *told = line.split("\t")
        if len(told) not in (1, 3) or label not in {sort.value for sort in Sort}:
            raise ValueError(f"{path.name}, line {number}: wants one of {', '.join(Sort)}, a tab and a saying")
        saying, home, shown_by = (*told, "", "")[:3]
        if shown_by != "talk":
            found.append(KeptExample(Sort(label), saying, home, _OVERHEARD if home else _MADE_UP))
    return found


def plain_of_utterances(path: Path) -> list[KeptExample]:
    """What is told to a robot in a corpus of labelled utterances is plain; what is confided is left out, since the
    acts were learned from the same.
    """
    told = (words for label, words in read_utterances(path) if label in _TELLING)
    return [KeptExample(Sort.PLAIN, words, weight=_TO_A_ROBOT) for words in told]


def learn_keeping(
    examples: Sequence[KeptExample], embedder: Embedder, reading: ActReader
) -> tuple[dict[str, object], float]:
    """(what `kept_sayings.json` holds, the area under the curve of "plain" among the sayings overheard, by writers
    that were not learned from).
    """
    vectors = saying_vectors([one.saying for one in examples], embedder, reading)
    sorts = np.array([one.sort.value for one in examples])
    weights = np.array([one.weight for one in examples])
    is_overheard = np.array([bool(one.home) for one in examples])
    model = LogisticRegression(C=1.0, max_iter=2000)
    shares = cross_val_predict(
        model,
        vectors,
        sorts,
        groups=[one.writer for one in examples],
        cv=GroupKFold(_FOLDS),
        params={"sample_weight": weights},
        method="predict_proba",
    )
    model.fit(vectors, sorts, weights)
    is_plain = model.classes_.tolist().index(Sort.PLAIN.value)
    area = roc_auc_score(sorts[is_overheard] == Sort.PLAIN.value, shares[is_overheard, is_plain])
    learned = {
        "model": embedder.name,
        "sorts": tuple(model.classes_.tolist()),
        "weights": model.coef_.round(3).tolist(),
        "bias": model.intercept_.round(4).tolist(),
    }
    return learned, float(area)
