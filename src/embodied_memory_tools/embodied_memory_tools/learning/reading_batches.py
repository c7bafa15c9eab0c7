"""Examples of the one reading as arrays of one size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.spoken_words import SpokenWords, grams_of, shapes_of, word_numbers

_WORDS_LOST, _GRAMS_LOST = 0.1, 0.3
"""Shares that are not shown, so that unknown words are learned from, too."""


@dataclass(frozen=True)
class ReadingExample:
    """tags: one a word; empty where only the act is told."""

    spoken: SpokenWords
    act: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Batch:
    """inputs: vectors (B, N, D), word numbers (B, N), shapes (B, N, 7), mask (B, N), grams (B, G). tags: -1 where
    there is none.
    """

    inputs: tuple[NDArray[np.generic], ...]
    acts: NDArray[np.int64]
    tags: NDArray[np.int64]


def batch_of(
    examples: Sequence[ReadingExample],
    vocabulary: Mapping[str, int],
    acts: Sequence[str],
    tags: Sequence[str],
    chance: Random,
) -> Batch:
    """Padded to the longest."""
    size, longest = len(examples), max(len(one.spoken.words) for one in examples)
    grams = [[gram for gram in grams_of(one.spoken.words) if chance.random() >= _GRAMS_LOST] for one in examples]
    vectors = np.zeros((size, longest, examples[0].spoken.vectors.shape[1]), np.float32)
    words, told = np.zeros((size, longest), np.int64), np.full((size, longest), -1, np.int64)
    shapes, mask = np.zeros((size, longest, 7), np.float32), np.zeros((size, longest), bool)
    pairs = np.zeros((size, max(1, *map(len, grams))), np.int64)
    for row, one in enumerate(examples):
        count = len(one.spoken.words)
        shown = np.array([chance.random() >= _WORDS_LOST for _ in range(count)])
        vectors[row, :count], mask[row, :count] = one.spoken.vectors, True
        words[row, :count] = word_numbers(one.spoken.words, vocabulary) * shown
        shapes[row, :count] = shapes_of(one.spoken.words)
        pairs[row, : len(grams[row])] = grams[row]
        told[row, : len(one.tags)] = [tags.index(tag) for tag in one.tags]
    right = np.array([acts.index(one.act) for one in examples], np.int64)
    return Batch((vectors, words, shapes, mask, pairs), right, told)
