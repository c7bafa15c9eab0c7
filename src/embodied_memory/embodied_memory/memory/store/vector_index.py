"""The vectors most like a query among very many, in a quarter of the memory and time that float32 takes.

Vectors are kept as int8 codes with one scale each. A search scans the codes for more candidates than asked for
and orders those by their exact cosines, which come from wherever the float32 vectors are kept. The index holds
no truth: it is rebuilt from the database at start. What it appends one at a time it searches all at once
(`GrowingArray`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from embodied_memory.geometry.compiled import compiled

Vectors = NDArray[np.float32]
Rows = NDArray[np.int64]
Best = tuple[Rows, Vectors]
"""Rows and their cosines in units of the query's scale, best first."""
Among = NDArray[np.int64] | NDArray[np.bool_]
ExactVectors = Callable[[Rows], Vectors]
"""(n,) rows -> (n, D) the vectors as they were added."""

_CANDIDATES = 3
"""Candidates a result: the coarse order of int8 is rarely off by more than a place or two."""
_LEAST_CANDIDATES = 32
_LARGEST_CODE = 127
_LARGEST_ERROR = 2.0
"""Of a difference between two cosines of codes, in scales: five times what rounding does to it on the average."""
_SKIPPING_COSTS = 3
"""A row that is picked out takes as long as this many in a row: memory is read ahead."""
_BLOCK = 2048
"""Rows that are picked out together: some that fit into a processor's cache."""


class VectorIndex:
    """Vectors by row, in the order they were added. All are L2-normalised, or zero for "none"."""

    def __init__(self, dimension: int) -> None:
        self._codes = GrowingArray(dimension, np.int8)
        self._scales = GrowingArray(1, np.float32)

    def __len__(self) -> int:
        return len(self._codes)

    def extend(self, vectors: Vectors) -> None:
        """Add (N, D) vectors as the next N rows."""
        codes, scales = _encoded(vectors)
        self._codes.extend(codes)
        self._scales.extend(scales[:, np.newaxis])

    def search(self, query: Vectors, k: int, exact: ExactVectors, among: Among | None = None) -> tuple[Rows, Vectors]:
        """(rows, cosines) of the k vectors most like the query (D,), best first, the newer first where equal.

        among: search these rows alone: their numbers in ascending order, or a mark for every row; all if None.
        """
        count = _count(len(self), among)
        if count == 0 or k <= 0 or not query.any():
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        wanted = min(count, max(_LEAST_CANDIDATES, _CANDIDATES * k))
        codes, scales = _encoded(query[np.newaxis])
        rows, coarse = _best(self._codes.rows, self._scales.rows[:, 0], codes[0], wanted, among)
        rows = rows[_may_be_best(coarse * scales[0], self._scales.rows[rows, 0] + scales[0], k)]
        cosines = exact(rows) @ query
        order = np.lexsort((-rows, -cosines))[:k]
        return rows[order], cosines[order]

    def keep(self, kept: NDArray[np.bool_]) -> None:
        """Forget all rows but those marked in (N,); the rest moves up. Nothing of the others stays in memory."""
        self._codes = _kept(self._codes, kept)
        self._scales = _kept(self._scales, kept)


def _may_be_best(coarse: Vectors, scales: Vectors, k: int) -> NDArray[np.bool_]:
    """(n,) which of these, best first, may be among the k best: those that rounding may have put behind the k-th.

    coarse: cosines of codes; scales: of both sides, added. Rounding moves a cosine by some scale / sqrt(12).
    """
    return np.asarray(coarse >= coarse[min(k, len(coarse)) - 1] - _LARGEST_ERROR * scales.max())


def _kept(array: GrowingArray, kept: NDArray[np.bool_]) -> GrowingArray:
    rows = array.rows
    smaller = GrowingArray(rows.shape[1], rows.dtype)
    smaller.extend(rows[kept])
    return smaller


def _encoded(vectors: Vectors) -> tuple[NDArray[np.int8], Vectors]:
    """Codes (N, D) and scales (N,): vector = code * scale, as nearly as int8 allows."""
    scales = np.abs(vectors).max(axis=1) / np.float32(_LARGEST_CODE)
    divisors = np.where(scales > 0, scales, 1)[:, np.newaxis]
    return np.rint(vectors / divisors).astype(np.int8), scales.astype(np.float32)


def _count(size: int, among: Among | None) -> int:
    if among is None:
        return size
    return int(np.count_nonzero(among)) if among.dtype == np.bool_ else len(among)


def _best(codes: NDArray[np.int8], scales: Vectors, query: NDArray[np.int8], count: int, among: Among | None) -> Best:
    if among is None:
        return _best_in_span(codes, scales, query, count, np.ones(len(codes), np.bool_))
    first, last, allowed = _span(among)
    if _count(len(codes), among) * _SKIPPING_COSTS < last - first:
        return _best_among(codes, scales, query, count, first + np.flatnonzero(allowed))
    rows, values = _best_in_span(codes[first:last], scales[first:last], query, count, allowed)
    return first + rows, values


def _span(among: Among) -> tuple[int, int, NDArray[np.bool_]]:
    """The first row, the one after the last, and a mark for every row from the one to the other."""
    if among.dtype == np.bool_:
        first, last = int(among.argmax()), len(among) - int(among[::-1].argmax())
        return first, last, np.asarray(among[first:last], np.bool_)
    first, last = int(among[0]), int(among[-1]) + 1
    allowed = np.zeros(last - first, np.bool_)
    allowed[among - first] = True
    return first, last, allowed


@compiled
def _best_in_span(
    codes: NDArray[np.int8], scales: Vectors, query: NDArray[np.int8], count: int, allowed: NDArray[np.bool_]
) -> Best:
    rows, values = np.empty(2 * count, np.int64), np.empty(2 * count, np.float32)
    held, least = 0, np.float32(-np.inf)
    for row in range(codes.shape[0]):
        value = _dot(codes[row], query) * scales[row]
        if value >= least and allowed[row]:
            rows[held], values[held] = row, value
            held += 1
            if held == 2 * count:
                held, least = _cut(rows, values, count)
    best = _best_first(rows[:held], values[:held])[:count]
    return rows[best], values[best]


def _best_among(codes: NDArray[np.int8], scales: Vectors, query: NDArray[np.int8], count: int, among: Rows) -> Best:
    """Rows that lie far apart are copied together first: many copies wait for memory at once, products do not."""
    rows, values = np.empty(2 * count, np.int64), np.empty(2 * count, np.float32)
    block = np.empty((min(_BLOCK, len(among)), codes.shape[1]), np.int8)
    held, least = 0, np.float32(-np.inf)
    for start in range(0, len(among), _BLOCK):
        some = among[start : start + _BLOCK]
        together = np.take(codes, some, axis=0, out=block[: len(some)], mode="clip")
        held, least = _take_in(together, scales[some], query, some, rows, values, held, least)
    best = _best_first(rows[:held], values[:held])[:count]
    return rows[best], values[best]


@compiled
def _take_in(
    codes: NDArray[np.int8],
    scales: Vectors,
    query: NDArray[np.int8],
    numbers: Rows,
    rows: Rows,
    values: Vectors,
    held: int,
    least: np.float32,
) -> tuple[int, np.float32]:
    """Put those that reach `least` into `rows` and `values` after the first `held`; both are cut when full."""
    for place in range(codes.shape[0]):
        value = _dot(codes[place], query) * scales[place]
        if value >= least:
            rows[held], values[held] = numbers[place], value
            held += 1
            if held == len(rows):
                held, least = _cut(rows, values, len(rows) // 2)
    return held, least


@compiled
def _dot(code: NDArray[np.int8], query: NDArray[np.int8]) -> np.float32:
    # Exact in int32. Said at every step: numba would add up in int64, at half as many to a vector instruction.
    total = np.int32(0)
    for column in range(len(code)):
        total = np.int32(total + np.int32(code[column]) * np.int32(query[column]))
    return np.float32(total)  # type: ignore[no-any-return]


@compiled
def _cut(rows: Rows, values: Vectors, count: int) -> tuple[int, np.float32]:
    """Keep the best `count` at the front; the least of them is what the next must reach."""
    order = _best_first(rows, values)[:count]
    rows[:count], values[:count] = rows[order], values[order]
    return count, values[count - 1]


@compiled
def _best_first(rows: Rows, values: Vectors) -> NDArray[np.int64]:
    """The order by value, the newer row first where they are equal."""
    newest_first = np.argsort(-rows, kind="mergesort")
    return newest_first[np.argsort(-values[newest_first], kind="mergesort")]


class GrowingArray:
    """An (N, width) array whose capacity doubles, so that appending costs the same on any day."""

    def __init__(self, width: int, dtype: DTypeLike) -> None:
        self._storage: NDArray[Any] = np.zeros((64, width), dtype)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def rows(self) -> NDArray[Any]:
        """(N, width), a view that is valid until the next append."""
        return self._storage[: self._count]

    def append(self, row: NDArray[Any]) -> None:
        """Add one row."""
        self.extend(row[np.newaxis])

    def extend(self, rows: NDArray[Any]) -> None:
        """Add many rows."""
        needed = self._count + len(rows)
        if needed > len(self._storage):
            capacity = max(needed, 2 * len(self._storage))
            grown = np.zeros((capacity, self._storage.shape[1]), self._storage.dtype)
            grown[: self._count] = self._storage[: self._count]
            self._storage = grown
        self._storage[self._count : needed] = rows
        self._count = needed
