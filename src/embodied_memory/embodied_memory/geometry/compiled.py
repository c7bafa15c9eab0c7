"""Compilation of inner loops over pixels and cells, kept between runs wherever a folder can be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

# Everything but "no NaN" and "no infinity": depth images hold both.
_FAST_MATH = {"contract", "reassoc", "arcp", "nsz"}


def compiled(function: Function) -> Function:
    """Compile with numba, with a cache on disk; without one where no cache folder can be written."""
    try:
        return numba.njit(cache=True, fastmath=_FAST_MATH)(function)  # type: ignore[no-any-return]
    except RuntimeError:
        return numba.njit(fastmath=_FAST_MATH)(function)  # type: ignore[no-any-return]


__all__ = ["compiled"]
