"""Rows of numbers that are appended one at a time and searched all at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


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
