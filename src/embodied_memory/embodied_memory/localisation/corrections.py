"""Since when which correction has been in force, and what has been moved since."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

import numpy as np
from numpy.typing import NDArray

from embodied_memory.localisation.localised import MapRevision

Array = NDArray[np.float64]

_KEPT = 20000
_SAME = 1e-6


class CorrectionChain:
    """The corrections (4, 4) map_T_believed of a run by stamp, and the revisions of what was written."""

    def __init__(self) -> None:
        self._stamps: deque[int] = deque(maxlen=_KEPT)
        self._corrections: deque[Array] = deque(maxlen=_KEPT)
        self._revisions: list[MapRevision] = []

    def append(self, stamp_ns: int, correction: Array) -> None:
        """From a stamp on this correction holds."""
        if self._corrections and np.abs(self._corrections[-1] - correction).max() < _SAME:
            return
        self._stamps.append(stamp_ns)
        self._corrections.append(np.array(correction))

    def revise(self, revision: MapRevision) -> None:
        """What was written in its span has been moved."""
        self._revisions.append(revision)

    def correction_at(self, stamp_ns: int) -> Array:
        """(4, 4) map_T_believed that was in force at a stamp; none, before the first."""
        number = bisect_right(self._stamps, stamp_ns) - 1
        return self._corrections[number].copy() if number >= 0 else np.eye(4)

    def correction_since(self, stamp_ns: int) -> Array:
        """(4, 4) map_T_map: moves what was written of a view of that stamp, when it came, to where it belongs now."""
        total = np.eye(4)
        for revision in self._revisions:
            if revision.since_ns <= stamp_ns <= revision.until_ns:
                total = revision.map_T_map @ total
        return total
