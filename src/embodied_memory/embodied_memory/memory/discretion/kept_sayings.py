"""What sort of saying is to be kept from others: learned from examples, over the vector of its words and the acts
that the one reading hears in it.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.said import SpeechAct

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|, (?=(?:but|and|so|don't|not)\b)")
_SCALE, _LEAST = 0.3, 1e-4
"""Of the logarithms of the acts' probabilities, so that they weigh like the sentence's vector, of length 1."""
_DIGIT = r"(?:\d|zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
_RECITED = re.compile(rf"\b{_DIGIT}(?:[ ,.-]+(?:double )?{_DIGIT}){{2,}}\b", re.I)
"""Digits said one by one, "seven three nine one": a code or somebody's number, whatever the words around it."""
_MOST_CHARACTERS = 1000
"""Of a longer saying, the beginning is sorted."""
_REMEMBERED = 4096
"""A saying is judged for every question that it may bear on."""


class Sort(str, Enum):
    """Of a saying. PLAIN may be told to any resident; the others in `Discretion`."""

    PLAIN = "plain"
    CONFIDED = "confided"
    SURPRISE = "surprise"
    CODE = "code"
    MONEY = "money"
    HEALTH = "health"
    OPINION = "opinion"
    AWAY = "away"


class ActReader(Protocol):
    """The one reading, as far as it is needed here."""

    def acts(self, text: str) -> Mapping[SpeechAct, float]:
        """How likely each act is."""


def saying_vectors(sayings: Sequence[str], embedder: Embedder, reading: ActReader) -> NDArray[np.float64]:
    """(N, D + 2 A): the vector of each, its acts, and each act in the sentence that is most like it.

    One sentence that asks for silence ("not a word to Ben") is enough, whatever the others are about.
    """
    rows = []
    beginnings = [saying[:_MOST_CHARACTERS] for saying in sayings]
    for saying, vector in zip(beginnings, embedder.embed_text(beginnings), strict=True):
        sentences = sentences_of(saying)
        whole = _log_acts(reading, saying)
        each = [_log_acts(reading, part) for part in sentences] if len(sentences) > 1 else [whole]
        rows.append(np.concatenate([vector, whole, np.max(each, axis=0)]))
    return np.array(rows, np.float64)


def sentences_of(saying: str) -> list[str]:
    """Its sentences, and what follows a "but" or a "don't"."""
    return [part for part in _SENTENCE.split(saying) if part.strip()]


def _log_acts(reading: ActReader, text: str) -> NDArray[np.float64]:
    shares = reading.acts(text)
    return _SCALE * np.log([shares.get(act, 0.0) + _LEAST for act in SpeechAct])


@dataclass(frozen=True)
class KeptSayings:
    """A multinomial logistic regression. model: the embedder whose vectors it reads; weights: (S, D + 2 A); bias:
    (S,).
    """

    model: str
    sorts: tuple[Sort, ...]
    weights: NDArray[np.float64]
    bias: NDArray[np.float64]

    def sorted(self, vectors: NDArray[np.float64]) -> list[dict[Sort, float]]:
        """For each row of `saying_vectors` how likely it is of each sort."""
        logits = vectors @ self.weights.T + self.bias
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares = raised / raised.sum(axis=1, keepdims=True)
        return [dict(zip(self.sorts, map(float, row), strict=True)) for row in shares]


class SayingSorter:
    """Sorts sayings by their words; where it cannot read, everything is confided.

    Remembers the latest, in itself and not by `lru_cache`: memory makes a new one after an erasure, and no cycle of
    references may keep the erased words until the next collection.
    """

    def __init__(self, head: KeptSayings, embedder: Embedder, reading: Callable[[], ActReader | None]) -> None:
        """reading: loads it, where the head reads the embedder's vectors; None if its files are not installed."""
        self._head, self._embedder = head, embedder
        self._reading = reading() if embedder.name == head.model else None
        self._sorted: OrderedDict[str, dict[Sort, float]] = OrderedDict()

    @property
    def can_read(self) -> bool:
        """Whether it tells the sorts apart."""
        return self._reading is not None

    def shares(self, saying: str) -> Mapping[Sort, float]:
        """How likely a saying is of each sort."""
        if self._reading is None:
            return {sort: float(sort is Sort.CONFIDED) for sort in Sort}
        if _RECITED.search(saying):
            return {sort: float(sort is Sort.CODE) for sort in Sort}
        if saying not in self._sorted:
            vectors = saying_vectors([saying], self._embedder, self._reading)
            (self._sorted[saying],) = self._head.sorted(vectors)
            while len(self._sorted) > _REMEMBERED:
                self._sorted.popitem(last=False)
        return self._sorted[saying]


@lru_cache(maxsize=1)
def learned_sayings() -> KeptSayings:
    """As they come with this package (`make learn`)."""
    told = json.loads(Path(__file__).with_name("kept_sayings.json").read_text(encoding="utf-8"))
    return KeptSayings(
        told["model"], tuple(map(Sort, told["sorts"])), np.array(told["weights"]), np.array(told["bias"])
    )
