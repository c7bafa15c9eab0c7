"""Reductions over the parts of each memory: lists of different lengths, laid end to end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Segments:
    """N lists of indices into a row of values. An empty list counts as one value of 0."""

    def __init__(self, lists: Sequence[Sequence[int]], values: int) -> None:
        """values: the length of the rows that will be reduced; index `values` stands for 0."""
        filled = [list(indices) or [values] for indices in lists]
        self._flat = np.array([index for indices in filled for index in indices], np.intp)
        self._starts = np.cumsum([0, *(len(indices) for indices in filled[:-1])]) if filled else np.zeros(0, np.intp)

    def best(self, rows: Floats) -> Floats:
        """(Q, values) -> (Q, N): the largest value of each list."""
        if not len(self._starts):
            return np.zeros((len(rows), 0))
        padded = np.concatenate([rows, np.zeros((len(rows), 1))], axis=1)
        return np.maximum.reduceat(padded[:, self._flat], self._starts, axis=1)

    def weighted_mean(self, row: Floats, weights: Floats) -> Floats:
        """(values,) -> (N,): the mean of each list, 0 where the weights are all 0."""
        if not len(self._starts):
            return np.zeros(0)
        row, weights = np.append(row, 0.0), np.append(weights, 0.0)
        total = np.add.reduceat((row * weights)[self._flat], self._starts)
        weight = np.add.reduceat(weights[self._flat], self._starts)
        return np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)
