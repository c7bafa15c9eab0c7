"""Obstacles that nobody has seen sharply: a way that only they block is gone to look at, not given up.

From afar depth is blurred, and what it puts in a way may be noise. So where no way is left, one through doubtful
cells is worth the try, step by step: looked at from near they are free, or doubtful no more.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from embodied_memory.mapping.grid import FREE, OccupancySlice


def without_doubtful(slice: OccupancySlice) -> OccupancySlice:
    """The slice with its doubtful cells free; the slice itself if it has none."""
    if slice.doubtful is None or not slice.doubtful.any():
        return slice
    cells = np.where(slice.doubtful, FREE, slice.cells).astype(np.int8)
    return replace(slice, cells=cells, doubtful=np.zeros_like(slice.doubtful))
