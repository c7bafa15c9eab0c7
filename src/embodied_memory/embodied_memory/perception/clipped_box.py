"""Boxes in whole pixels, within the image."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def clipped_box(
    corners: Sequence[float] | NDArray[np.float64], width: int, height: int
) -> tuple[int, int, int, int] | None:
    """Return (left, top, right, bottom), right and bottom exclusive; None if none of it is in the image."""
    if not np.isfinite(corners).all():
        return None
    left, top = max(int(np.floor(corners[0])), 0), max(int(np.floor(corners[1])), 0)
    right, bottom = min(int(np.ceil(corners[2])), width), min(int(np.ceil(corners[3])), height)
    return (left, top, right, bottom) if left < right and top < bottom else None
