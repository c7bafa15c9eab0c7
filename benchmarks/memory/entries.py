"""What everybody is given to remember: seeded texts with clustered unit vectors, as views of a home are.

Imports numpy alone, because the peers' environment has no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

DIMENSION = 512
CLUSTERS = 1000
SPREAD = 0.7
"""Length of what is added to a cluster's centre: members of one cluster have a cosine of about 2/3."""
BLOCK = 1000
"""Entries are made in blocks of this many, each from a seed of its own: any part can be made alone."""

_COLORS = ("red", "blue", "green", "white", "wooden", "striped", "old", "small")
_THINGS = ("mug", "book", "lamp", "plant", "box", "pan", "cushion", "bottle", "jacket", "remote control")
_PLACES = ("kitchen table", "shelf in the hall", "desk", "sofa", "window sill", "bathroom sink", "bed", "counter")
_PEOPLE = ("Ana", "Bo", "Chen", "Dana")

Vectors = NDArray[np.float32]


def vectors(seed: int, start: int, stop: int) -> Vectors:
    """(stop - start, 512) float32, L2-normalised: the vectors of the entries start to stop - 1."""
    if stop <= start:
        return np.zeros((0, DIMENSION), np.float32)
    first, last = start // BLOCK, (stop - 1) // BLOCK
    rows = np.concatenate([_block(seed, number) for number in range(first, last + 1)])
    return rows[start - first * BLOCK : stop - first * BLOCK]


def queries(seed: int, count: int) -> Vectors:
    """(count, 512): vectors like the entries', none of them an entry."""
    rng = np.random.default_rng([seed, 2])
    return _around_centres(_centres(seed), rng, count)


def text(seed: int, number: int) -> str:
    """A sentence of some 60 characters, which says the entry's number."""
    draws = _draws(seed, number // BLOCK)[number % BLOCK]
    words = [table[int(draw) % len(table)] for table, draw in zip(_TABLES, draws, strict=True)]
    return f"entry {number}: {words[3]} put the {words[0]} {words[1]} on the {words[2]}"


def number_of(said: str) -> int:
    """The number of the entry that a text belongs to."""
    return int(said.split(":", 1)[0].removeprefix("entry "))


def chunks(start: int, stop: int, size: int) -> Iterator[tuple[int, int]]:
    """(first, after the last) of consecutive chunks of at most `size`."""
    for first in range(start, stop, size):
        yield first, min(first + size, stop)


_TABLES = (_COLORS, _THINGS, _PLACES, _PEOPLE)


@lru_cache(maxsize=1)
def _draws(seed: int, block: int) -> NDArray[np.int64]:
    return np.random.default_rng([seed, 3, block]).integers(0, 1 << 30, size=(BLOCK, 4))


@lru_cache(maxsize=1)
def _centres(seed: int) -> Vectors:
    return _normalised(np.random.default_rng([seed, 0]).standard_normal((CLUSTERS, DIMENSION), np.float32))


def _block(seed: int, number: int) -> Vectors:
    return _around_centres(_centres(seed), np.random.default_rng([seed, 1, number]), BLOCK)


def _around_centres(centres: Vectors, rng: np.random.Generator, count: int) -> Vectors:
    noise = _normalised(rng.standard_normal((count, DIMENSION), np.float32))
    return _normalised(centres[rng.integers(0, CLUSTERS, count)] + SPREAD * noise)


def _normalised(rows: Vectors) -> Vectors:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)
