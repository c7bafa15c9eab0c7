"""Depth that can be no depth is said, not believed: in the wrong unit, or the same everywhere."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import InvalidObservationError

_FARTHEST_M = 100.0
"""No depth camera measures half of its pixels beyond this; in millimetres it is a decimetre."""
_NEAREST_M, _NEARLY_ALL = 0.02, 0.95
"""Nor does one measure nearer than this; a home in kilometres is all nearer."""
_SAMPLES = 32
"""Along each side of the image."""
_SAME, _ASLANT = 1e-3, math.sin(math.radians(10.0))
"""Depths that differ by less than this share are the same; an axis farther from level and upright is aslant."""


def check_unit(depth: NDArray[np.float32]) -> None:
    """Raise InvalidObservationError, with the likely unit, if depth (H, W) can hardly be metres.

    Pixels that are 0, negative or no finite number tell nothing; an image of nothing else passes.
    """
    some = _sampled(depth)
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


def check_not_constant(depth: NDArray[np.float32], map_T_camera: NDArray[np.float64]) -> None:
    """Raise InvalidObservationError if depth (H, W), metres, is the same everywhere though the camera looks aslant.

    Only a plane square to the optical axis has one depth. Walls are upright and floors level, so a camera that looks
    straight at one may see that, and one that is tilted down never does: its driver is stuck or sends a placeholder.
    """
    some = _sampled(depth)
    along, down = float(np.hypot(*map_T_camera[:2, 2])), abs(float(map_T_camera[2, 2]))
    if some.size < _SAMPLES or min(along, down) < _ASLANT:
        return
    middle = float(np.median(some))
    if (np.abs(some - middle) <= _SAME * middle).mean() > _NEARLY_ALL:
        raise InvalidObservationError(
            f"depth is {middle:.3f} m everywhere, which a camera that looks aslant cannot see:"
            " check the depth camera and its driver"
        )


def _sampled(depth: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N,): what was measured of about _SAMPLES by _SAMPLES pixels."""
    rows, columns = (max(side // _SAMPLES, 1) for side in depth.shape)
    some = depth[::rows, ::columns]
    return np.asarray(some[np.isfinite(some) & (some > 0)])
