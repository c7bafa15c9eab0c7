"""Tells depth whose unit is wrong by a factor of a thousand: millimetres taken for metres, or the reverse."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.measurement import measured
from embodied_memory_tools.bags.images.image_error import ImageError

PLAUSIBLE_M = (0.03, 60.0)
"""Between these lies the middle distance of every view of a room: no depth camera measures outside."""


def require_plausible_unit(depth: NDArray[np.float32], metres_per_unit: float) -> None:
    """ImageError with the unit that it seems to have, if the middle distance is that of no room.

    depth: (H, W) metres, made from units of that many metres.
    """
    distances = depth[measured(depth)]
    if not len(distances):
        return
    middle = float(np.median(distances))
    if PLAUSIBLE_M[0] <= middle <= PLAUSIBLE_M[1]:
        return
    factor = 0.001 if middle > PLAUSIBLE_M[1] else 1000.0
    told = f"depth in a wrong unit: the middle distance is {middle:.4g} m"
    if not PLAUSIBLE_M[0] <= middle * factor <= PLAUSIBLE_M[1]:
        raise ImageError(told, "give --depth-scale, the metres of one unit of the recorded depth")
    was, right = ("millimetres", "metres") if factor < 1 else ("metres", "millimetres")
    remedy = f"give --depth-scale {metres_per_unit * factor:g}, the metres of one unit, if that is so"
    raise ImageError(f"{told}, as if {was} were taken for {right}", remedy)
