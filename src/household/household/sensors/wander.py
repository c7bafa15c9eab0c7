"""An error that changes slowly."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


class Wander:
    """Numbers of mean 0 and deviation 1 that forget where they were: a first-order Gauss-Markov process."""

    def __init__(self, count: int, holds: float, rng: np.random.Generator) -> None:
        """holds: after so much time or way, 1/e is left of what there was; in the units of `advance`."""
        self._holds, self._rng = holds, rng
        self.value: NDArray[np.float64] = rng.standard_normal(count)

    def advance(self, by: float) -> None:
        """Time passes, or way is gone."""
        kept = math.exp(-by / self._holds) if self._holds > 0 else 0.0
        self.value = kept * self.value + math.sqrt(1 - kept * kept) * self._rng.standard_normal(len(self.value))
