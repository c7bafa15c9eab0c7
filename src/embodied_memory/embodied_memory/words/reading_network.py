"""The network of the one reading: the lower nine layers of all-mpnet-base-v2 (Song et al. 2020; Apache-2.0),
learned anew over what people say to a robot, and how that goes on from what they said before; and the heads
over its vectors: acts, roles, what is carried, and where it goes.

Learned with torch (`make learn`). The encoder is an int8 ONNX model of 103 MB that takes the numbers of
MiniLM's tokenizer; the heads are only applied here, in numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.model_files import BEGIN, END, MissingModelError, minilm_tokenizer, onnx_session

WEIGHTS = Path(__file__).with_name("reading_encoder.onnx")
_MOST_TOKENS = 158

Spans = tuple[tuple[int, int], ...]
"""Begin and end of each token, in characters."""


@dataclass(frozen=True)
class Encoded:
    """spans: T tokens; vectors: (T + 2, D), the first row is of the text as a whole, the last of its end."""

    spans: Spans
    vectors: NDArray[np.float32]


class ReadingTokens:
    """Text as MiniLM's tokenizer splits it."""

    def __init__(self, model_folder: str = "") -> None:
        """Raises MissingModelError if the tokenizer file is not there, MissingExtraError if a package is not."""
        self._tokenizer = minilm_tokenizer(model_folder)

    def split(self, text: str) -> tuple[tuple[int, ...], Spans]:
        """(numbers with those of begin and end around them, spans without); of a long text the beginning."""
        ids, spans = self._split(text, _MOST_TOKENS)
        return (BEGIN, *ids, END), spans

    def split_pair(self, before: str, now: str) -> tuple[tuple[int, ...], Spans, Spans]:
        """(numbers with an end after each, spans of the one, spans of the other); of long texts the beginnings."""
        first, first_spans = self._split(before, _MOST_TOKENS // 2)
        second, second_spans = self._split(now, _MOST_TOKENS // 2)
        return (BEGIN, *first, END, *second, END), first_spans, second_spans

    def _split(self, text: str, most: int) -> tuple[list[int], Spans]:
        split = self._tokenizer.encode(text, add_special_tokens=False)
        return split.ids[:most], tuple(split.offsets[:most])


class ReadingEncoder:
    """May be used from several threads."""

    def __init__(self, model_folder: str = "", weights: Path = WEIGHTS) -> None:
        """Raises as `ReadingTokens`."""
        self._tokens, self._session = ReadingTokens(model_folder), onnx_session(str(weights))

    def encode(self, text: str) -> Encoded:
        """One text."""
        return _encoded(self, text)

    def encode_anew(self, text: str) -> Encoded:
        """One text, whether or not it is remembered."""
        ids, spans = self._tokens.split(text)
        return Encoded(spans, self._vectors(ids))

    def encode_pair(self, before: str, now: str) -> tuple[Spans, Spans, NDArray[np.float32]]:
        """(spans of the one, spans of the other, vectors with a row of the whole before and of an end after each)."""
        ids, first, second = self._tokens.split_pair(before, now)
        return first, second, self._vectors(ids)

    def _vectors(self, ids: tuple[int, ...]) -> NDArray[np.float32]:
        numbers = np.array([ids], np.int64)
        (vectors,) = self._session.run(None, {"input_ids": numbers, "attention_mask": np.ones_like(numbers)})
        return np.asarray(vectors[0], np.float32)


@lru_cache(maxsize=128)
def _encoded(encoder: ReadingEncoder, text: str) -> Encoded:
    """The latest texts are remembered: many readers ask of the same saying, and encoding it is nearly all the work.
    After an erasure they are forgotten (`forget_cached_texts`).
    """
    encoded = encoder.encode_anew(text)
    encoded.vectors.setflags(write=False)  # all its readers share it
    return encoded


@lru_cache(maxsize=2)
def installed_encoder(weights: Path = WEIGHTS) -> ReadingEncoder | None:
    """The one of this process that all heads share; None where the language model's files are not installed."""
    try:
        return ReadingEncoder(weights=weights)
    except (MissingExtraError, MissingModelError):
        return None


Matrix = NDArray[np.float32]
Probabilities = NDArray[np.float64]
Label = TypeVar("Label", bound=Enum)
FARTHEST = 4
"""Spans that are farther apart count as so far apart."""


@dataclass(frozen=True)
class ReadingHeads:
    """acts, tags, span_tags, relations, deeds, asked, records: what the rows of the heads stand for (no records where
    that head is not learned); temperature: of the act's probabilities, so that they are the share of right ones.
    """

    weights: dict[str, Matrix]
    acts: tuple[str, ...]
    tags: tuple[str, ...]
    span_tags: tuple[str, ...]
    relations: tuple[str, ...]
    deeds: tuple[str, ...]
    asked: tuple[str, ...]
    temperature: float = 1.0
    records: tuple[str, ...] = ()

    def act_shares(self, vectors: Matrix) -> Probabilities:
        """(acts,) of a text. vectors: (T + 2, D), of the text as a whole first."""
        return shares(self._linear("act", whole_and_mean(vectors)) / self.temperature)

    def asked_shares(self, vectors: Matrix) -> Probabilities:
        """(asked,) of a text; vectors as for `act_shares`."""
        return shares(self._linear("asked", whole_and_mean(vectors)))

    def record_shares(self, vectors: Matrix, deeds: Sequence[int]) -> Probabilities:
        """(records,) of a text; vectors as for `act_shares`, deeds: as for `record_features`."""
        return shares(self._linear("record", record_features(vectors, deeds))) if self.records else np.zeros(0)

    def role_scores(self, vectors: Matrix) -> Matrix:
        """(N, tags) of N tokens."""
        return self._linear("tag", vectors)

    def deed_shares(self, vector: Matrix) -> Probabilities:
        """(deeds,) of what is to be done with what a token names. vector: (D,)."""
        return shares(self._linear("deed", vector))

    def span_scores(self, vectors: Matrix) -> Matrix:
        """(N, span_tags) of N tokens."""
        return self._linear("span", vectors)

    def relation_shares(self, ends: Matrix, first: int, second: int, between: Matrix) -> Probabilities:
        """(relations,) between two spans of a text. ends: (S, 2 D), the vectors of first and last token of each;
        between: (D,) the mean of the tokens between them, zeros if there are none.
        """
        apart = min(max(second - first, -FARTHEST), FARTHEST) + FARTHEST
        one, other = self._linear("first", ends[first]), self._linear("second", ends[second])
        both = (
            one + other + 0.5 * one * other + self.weights["apart.weight"][apart] + self._linear("between", between)
        )
        return shares(self._linear("relation", np.maximum(both, 0.0)))

    def _linear(self, name: str, x: Matrix) -> Matrix:
        result: Matrix = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return result


@dataclass(frozen=True)
class LinearHead:
    """A head of its own over features. weight: (labels, F); bias: (labels,)."""

    weight: Matrix
    bias: Matrix

    def shares(self, labels: type[Label], features: Matrix) -> dict[Label, float]:
        """How likely each is; together 1. labels: in the order of the rows; features: (F,)."""
        likely = shares(self.weight @ features + self.bias)
        return dict(zip(labels, map(float, likely), strict=True))

    @classmethod
    def read(cls, path: Path) -> LinearHead:
        """As `write` wrote it. OSError, KeyError or ValueError for a file that holds none."""
        with np.load(path, allow_pickle=False) as stored:
            return cls(stored["weight"].astype(np.float32), stored["bias"].astype(np.float32))

    def write(self, path: Path) -> None:
        """Half precision: nothing is lost that could be measured."""
        np.savez_compressed(path, weight=self.weight.astype(np.float16), bias=self.bias.astype(np.float16))


def whole_and_mean(vectors: Matrix) -> Matrix:
    """(2 D,) the vector of a text as a whole, which is the first, and the mean of all."""
    return np.concatenate([vectors[0], vectors.mean(axis=0)])


def record_features(vectors: Matrix, deeds: Sequence[int]) -> Matrix:
    """(3 D,) `whole_and_mean` and the mean of the words of deeds, zeros if there are none. deeds: their rows."""
    done = vectors[list(deeds)].mean(axis=0) if deeds else np.zeros(vectors.shape[1], vectors.dtype)
    return np.concatenate([whole_and_mean(vectors), done])


def shares(scores: Matrix) -> Probabilities:
    """The softmax of scores."""
    raised = np.exp((scores - scores.max()).astype(np.float64))
    return np.asarray(raised / raised.sum(), np.float64)


def best_tags(scores: Matrix, tags: Sequence[str]) -> list[str]:
    """The best sequence in which every "I-role" goes on with the same role (Viterbi). scores: (N, tags)."""
    before = _may_follow(tags)
    best = scores[0] + np.array([-np.inf if tag.startswith("I-") else 0.0 for tag in tags])
    came_from = []
    for row in scores[1:]:
        paths = best[:, None] + before
        came_from.append(paths.argmax(axis=0))
        best = paths.max(axis=0) + row
    path = [int(best.argmax())]
    for back in reversed(came_from):
        path.append(int(back[path[-1]]))
    return [tags[k] for k in reversed(path)]


def _may_follow(tags: Sequence[str]) -> NDArray[np.float64]:
    """(tags, tags) 0 where the column may follow the row, else minus infinity."""
    goes_on = [[after[:2] != "I-" or before[2:] == after[2:] for after in tags] for before in tags]
    return np.where(np.array(goes_on), 0.0, -np.inf)


_LISTS = ("acts", "tags", "span_tags", "relations", "deeds", "asked", "records")


def read_heads(path: Path) -> ReadingHeads:
    """As `write_heads` wrote them. OSError, KeyError or ValueError for a file that holds none."""
    with np.load(path, allow_pickle=False) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files if name not in _LISTS}
        lists = {name: tuple(map(str, stored[name])) for name in _LISTS if name in stored.files}
    return ReadingHeads(weights, **lists, temperature=float(weights.pop("temperature")))


def write_heads(heads: ReadingHeads, path: Path) -> None:
    """Half precision: nothing is lost that could be measured."""
    weights = {name: weight.astype(np.float16) for name, weight in heads.weights.items()}
    lists = {name: np.array(getattr(heads, name)) for name in _LISTS}
    arrays: dict[str, Any] = {**weights, **lists, "temperature": np.float32(heads.temperature)}
    np.savez_compressed(path, **arrays)
