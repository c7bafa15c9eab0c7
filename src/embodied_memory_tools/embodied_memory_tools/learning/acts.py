"""Learning whether an utterance asks, wants something done, or does neither."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from embodied_memory.dialog.learned_acts import act_features
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder
from embodied_memory_tools.learning.labelled_utterances import read_utterances

_ACTS = ("ask", "instruct", "other")
_LEAST_COUNT, _FOLDS = 3, 10


def act_examples(utterances: Path, folders: Sequence[WordFolder]) -> list[tuple[str, str]]:
    """(act, words) of labelled utterances, and of the questions of lived days."""
    labelled = [(label if label in _ACTS else "other", words) for label, words in read_utterances(utterances)]
    return labelled + [("ask", asked.q) for folder in folders for asked in folder.questions]


def learn_acts(examples: Sequence[tuple[str, str]]) -> tuple[dict[str, object], float]:
    """(what `learned_acts.json` holds, the share rightly told in cross-validation)."""
    found = [act_features(words) for _, words in examples]
    counts = Counter(feature for one in found for feature in one)
    kept = sorted(feature for feature, count in counts.items() if count >= _LEAST_COUNT)
    column = {feature: k for k, feature in enumerate(kept)}
    rows = [(row, column[feature]) for row, one in enumerate(found) for feature in one if feature in column]
    values = csr_matrix((np.ones(len(rows)), tuple(zip(*rows, strict=True))), shape=(len(found), len(kept)))
    acts = [act for act, _ in examples]
    model = LogisticRegression(C=1.0, max_iter=3000)
    guessed = cross_val_predict(model, values, acts, cv=_FOLDS)
    model.fit(values, acts)
    weights = {feature: model.coef_[:, k].round(2).tolist() for feature, k in column.items()}
    learned = {"acts": tuple(model.classes_), "bias": model.intercept_.round(3).tolist(), "columns": weights}
    return learned, float(np.mean([one == other for one, other in zip(guessed, acts, strict=True)]))
