"""Learning which pieces of evidence answer a question: a logistic regression over `piece_features.FEATURES`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from embodied_memory.memory.retrieval.pieces.piece_features import FEATURES, Compared, features_of
from embodied_memory.memory.retrieval.pieces.piece_search import PieceSearch
from embodied_memory.memory.retrieval.query_plan.annotation import read_time
from embodied_memory.memory.retrieval.query_plan.query_plan import TimeFilter
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder
from embodied_memory_tools.learning.asked_homes import AskedHome
from embodied_memory_tools.learning.remembered_homes import (
    HomeQuestion,
    RememberedHome,
    remembered_folder,
    remembered_home,
)

_RANKS = (1, 3, 5, 10, 20)
_LEAST_SPREAD = 1e-3


class Order(Enum):
    """By the features alone; of those first by it, read quickly; of those first by that, read closely."""

    FIRST = 1
    SECOND = 2
    THIRD = 3


@dataclass(frozen=True)
class BearingExample:
    """One question. rows: (N, F) features of the pieces found; gold: (N,) whether each answers it; wanted: whether
    one does.
    """

    question: str
    rows: NDArray[np.float64]
    gold: NDArray[np.bool_]
    wanted: bool = True


def examples_of_folder(
    folder: WordFolder, embedder: Embedder, order: Order = Order.FIRST
) -> Iterator[BearingExample]:
    """All its questions."""
    with remembered_folder(folder, embedder) as lived:
        yield from (_example(lived, asked, order) for asked in lived.questions)


def examples_of_home(home: AskedHome, embedder: Embedder, order: Order = Order.FIRST) -> Iterator[BearingExample]:
    """All its questions."""
    with remembered_home(home, embedder) as lived:
        yield from (_example(lived, asked, order) for asked in lived.questions)


def _example(lived: RememberedHome, asked: HomeQuestion, order: Order) -> BearingExample:
    time = read_time(asked.text, lived.now_ns).time
    with lived.memory.questions.piece_search(lived.now_ns, asked.asker) as search:
        compared, rows = _in_order(search, order, asked.text, asked.people, time)
    gold = np.array([one.piece.record_id in asked.gold for one in compared])
    return BearingExample(asked.text, rows, gold, bool(asked.gold))


def _in_order(
    search: PieceSearch, order: Order, question: str, people: Iterable[str], time: TimeFilter | None
) -> tuple[list[Compared], NDArray[np.float64]]:
    """What is put into that order, with its features."""
    if order is Order.SECOND:
        return search.first_found(question, people, time)
    if order is Order.THIRD:
        compared, rows, _, closely = search.closely_found(question, people, time)
        return compared[:closely], rows[:closely]
    compared, asked = search.compare(question, people, time)
    return compared, features_of(asked, compared, search.words)


def learn_bearing(examples: Sequence[BearingExample], features: Sequence[str] = FEATURES) -> dict[str, object]:
    """What a file of `BearingWeights` holds."""
    rows = np.concatenate([one.rows for one in examples])
    gold = np.concatenate([one.gold for one in examples])
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale > _LEAST_SPREAD, scale, 1.0)
    model = LogisticRegression(C=0.3, max_iter=3000).fit((rows - mean) / scale, gold)
    return {
        "features": tuple(features),
        "mean": mean.round(5).tolist(),
        "scale": scale.round(5).tolist(),
        "weights": model.coef_[0].round(5).tolist(),
        "bias": round(float(model.intercept_[0]), 5),
    }


def found_within(examples: Iterable[BearingExample], learned: dict[str, object]) -> dict[int, float]:
    """How often one that answers is among the first of `_RANKS`, of questions that something answers."""
    mean, scale, weights = (np.array(learned[name]) for name in ("mean", "scale", "weights"))
    ranks = []
    for one in examples:
        if one.wanted:
            order = np.argsort(-((one.rows - mean) / scale @ weights), kind="stable")
            ranks.append(int(np.argmax(one.gold[order])) if one.gold.any() else 10**6)
    return {most: sum(rank < most for rank in ranks) / max(1, len(ranks)) for most in _RANKS}


def write_learned(learned: dict[str, object], path: Path) -> None:
    """One line a field."""
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in learned.items())
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
