"""Depth in the wrong unit is said, not believed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import InvalidObservationError

_FARTHEST_M = 100.0
"""No depth camera measures half of its pixels beyond this; in millimetres it is a decimetre."""
_NEAREST_M, _NEARLY_ALL = 0.02, 0.95
"""Nor does one measure nearer than this; a home in kilometres is all nearer."""
_SAMPLES = 32
"""Along each side of the image."""


def check_unit(depth: NDArray[np.float32]) -> None:
    """Raise InvalidObservationError, with the likely unit, if depth (H, W) can hardly be metres.

    Pixels that are 0, negative or no finite number tell nothing; an image of nothing else passes.
    """
    rows, columns = (max(side // _SAMPLES, 1) for side in depth.shape)
    some = depth[::rows, ::columns]
    some = some[np.isfinite(some) & (some > 0)]
    if not some.size:
        return
    middle = float(np.median(some))
    if middle > _FARTHEST_M:
        raise InvalidObservationError(
            f"depth has a median of {middle:.0f}: these are millimetres, not metres; divide them by 1000"
        )
    if middle < _NEAREST_M and (some < _NEAREST_M).mean() > _NEARLY_ALL:
        raise InvalidObservationError(
            f"depth has a median of {middle:.5f}: these are no metres but kilometres, as when millimetres are"
            " divided by 1000 twice; multiply them by 1000"
        )
