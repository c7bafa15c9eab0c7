"""Straight lines over a grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled


@compiled
def blocked_between(clear: NDArray[np.bool_], row: int, column: int, to_row: int, to_column: int) -> int:
    """How many cells on the straight line between two cells, both included, are not clear.

    The line is sampled twice a cell, so that it slips through no diagonal gap of a wall.
    """
    steps = 2 * max(abs(to_row - row), abs(to_column - column), 1)
    count, last = 0, -1
    for index in range(steps + 1):
        part = index / steps
        r = int(np.floor(row + (to_row - row) * part + 0.5))
        c = int(np.floor(column + (to_column - column) * part + 0.5))
        cell = r * clear.shape[1] + c
        inside = 0 <= r < clear.shape[0] and 0 <= c < clear.shape[1]
        if cell != last and not (inside and clear[r, c]):
            count += 1
        last = cell
    return count


def in_sight(clear: NDArray[np.bool_], cell: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether every cell on the line is clear."""
    return blocked_between(clear, cell[0], cell[1], other[0], other[1]) == 0
