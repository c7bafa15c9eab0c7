"""What a frontier is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.pose import Point


@dataclass(frozen=True, eq=False)
class Frontier:
    """F = (r, p, I_obs) of LMEE, section 14.

    region: (N, 2) centres (x, y) of its cells, metres in map. boundary_point: (x, y) the robot can get to,
    where the region borders on what is explored. view: a small JPEG looking at it, empty if there is none.
    frontier_id stays as long as the region does: intersection over union of at least 0.95.
    """

    frontier_id: int
    region: NDArray[np.float64]
    boundary_point: Point
    area_m2: float
    view: bytes = b""
