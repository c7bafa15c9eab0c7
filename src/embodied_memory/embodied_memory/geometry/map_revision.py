"""What was written into the map and turned out to belong elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ALWAYS_NS = 0
"""Before any view: a revision since then moves the whole map."""


@dataclass(frozen=True, eq=False)
class MapRevision:
    """What was written of views of since_ns to until_ns belongs at map_T_map times where it was written.

    map_T_map: (4, 4) rigid, about the vertical and along the floor, metres.
    """

    since_ns: int
    until_ns: int
    map_T_map: Array

    @property
    def is_whole(self) -> bool:
        """Whether all that was ever written moves."""
        return self.since_ns <= ALWAYS_NS

    def covers(self, stamp_ns: int) -> bool:
        """Whether what was written of a view of that stamp moves."""
        return self.since_ns <= stamp_ns <= self.until_ns

    def moved(self, points: Array) -> Array:
        """(N, 3) points as they were written -> where they belong."""
        return np.asarray(points @ self.map_T_map[:3, :3].T + self.map_T_map[:3, 3], np.float64)
