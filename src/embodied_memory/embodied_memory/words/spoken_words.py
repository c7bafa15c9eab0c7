"""An utterance as words in context: what the reading is learned from and reads."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BUCKETS = 8192
"""Words and pairs of words are known by a number below this; 0 is none."""
_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_MOST_WORDS = 100
"""Of a longer text, the beginning is read."""

TokensInContext = Callable[[str], tuple[Sequence[tuple[int, int]], NDArray[np.float32]]]
"""Text -> (the characters of each token, begin and end; (T, D) vectors)."""


@dataclass(frozen=True)
class SpokenWords:
    """words: as said; spans: their characters; vectors: (N, D), unit length, a row a word."""

    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    vectors: NDArray[np.float32]


def spoken_words(text: str, tokens_of: TokensInContext) -> SpokenWords:
    """A word's vector is the mean of those of its tokens; of a word beyond what the model reads it is zero."""
    spans = tuple(match.span() for match in _WORD.finditer(text))[:_MOST_WORDS]
    offsets, vectors = tokens_of(text)
    rows = np.zeros((len(spans), vectors.shape[1]), np.float32)
    for row, (begin, end) in enumerate(spans):
        inside = [k for k, (first, last) in enumerate(offsets) if first < end and last > begin and last > first]
        if inside:
            mean = vectors[inside].mean(axis=0)
            rows[row] = mean / max(float(np.linalg.norm(mean)), 1e-6)
    return SpokenWords(tuple(text[begin:end] for begin, end in spans), spans, rows)


def shapes_of(words: Sequence[str]) -> NDArray[np.float32]:
    """(N, 7) per word: capital, figure, mark, first, last; of the whole: ends in a question mark, in any mark."""
    last = len(words) - 1
    ends = (words[-1] == "?", words[-1] in ".!?")
    return np.array(
        [
            (word[:1].isupper(), word[0].isdigit(), not word[0].isalnum(), k == 0, k == last, *ends)
            for k, word in enumerate(words)
        ],
        np.float32,
    )


def word_numbers(words: Sequence[str], vocabulary: Mapping[str, int]) -> NDArray[np.int64]:
    """(N,) 0 for a word that the vocabulary lacks."""
    return np.array([vocabulary.get(word.lower(), 0) for word in words], np.int64)


def grams_of(words: Sequence[str]) -> list[int]:
    """Numbers of its words and of its pairs of words, with its beginning and its end."""
    lower = ["^", *(word.lower() for word in words), "$"]
    return [*map(_bucket, lower[1:-1]), *(_bucket(f"{one} {other}") for one, other in pairwise(lower))]


def _bucket(gram: str) -> int:
    return zlib.crc32(gram.encode()) % (BUCKETS - 1) + 1
