"""Rows of numbers that grow by one and shrink by some, without a Python object for each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]


class GrowingTable:
    """Named columns of equal length. A column may hold an array a row; new rows have the column's default."""

    def __init__(self, **defaults: Any) -> None:
        self._defaults = {name: np.asarray(value) for name, value in defaults.items()}
        self._columns = {name: _filled(8, value) for name, value in self._defaults.items()}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, name: str) -> NDArray[Any]:
        """The column, which may be written to; it is another one after a row was added."""
        return self._columns[name][: self._count]

    def add(self) -> int:
        """Add a row of defaults; return its number."""
        for name, column in self._columns.items():
            if self._count == len(column):
                column = self._columns[name] = np.concatenate([column, _filled(len(column), self._defaults[name])])
            column[self._count] = self._defaults[name]
        self._count += 1
        return self._count - 1

    def keep(self, rows: Rows) -> None:
        """Drop all rows but these, which move up in this order."""
        for column in self._columns.values():
            column[: len(rows)] = column[rows]
        self._count = len(rows)


def _filled(length: int, default: NDArray[Any]) -> NDArray[Any]:
    filled: NDArray[Any] = np.broadcast_to(default, (length, *default.shape)).copy()
    return filled
