"""Which depth values were measured, and why an image has none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import InvalidObservationError


def measured(depth: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(H, W) bool: where depth is finite and positive."""
    return np.isfinite(depth) & (depth > 0)


def require_measured_depth(depth: NDArray[np.float32]) -> None:
    """Raise InvalidObservationError naming the cause if no depth value was measured."""
    if measured(depth).any():
        return
    if np.isnan(depth).all():
        cause = "every value is NaN"
    elif (depth == 0).all():
        cause = "every value is 0"
    else:
        cause = "no value is finite and positive"
    raise InvalidObservationError(f"the depth image measures nothing: {cause}; check the depth camera")
