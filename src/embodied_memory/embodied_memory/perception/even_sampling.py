"""A share of the pixels that are passed row by row, spread evenly whatever the length of the rows.

Every n-th pixel of rows that are a multiple of n long is always the same column: one side of a thing is never looked
at. The multiples of an irrational number are even along every stride (Weyl 1916).
"""

from __future__ import annotations

from numba import njit

_GOLDEN = 0.6180339887498949


@njit(cache=True)  # type: ignore[untyped-decorator]
def is_sampled(number, step):  # type: ignore[no-untyped-def]
    """Whether the pixel of that number is one of those of which one in `step` is taken."""
    return (number * _GOLDEN) % 1.0 * step < 1.0
