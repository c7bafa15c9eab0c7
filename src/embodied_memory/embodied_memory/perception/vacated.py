"""Whether a view shows that an object is no longer where it was: it looks through the place."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import Observation

Floats = NDArray[np.float64]

SAMPLES = np.array([(0.0, 0.0, 0.0), *product((-0.25, 0.25), repeat=3)])
"""The middle of a box and eight points around it, in units of its size."""


def is_vacated(minimum: Floats, maximum: Floats, observation: Observation, margin_m: float) -> bool:
    """Whether something farther was measured behind every sample point of a box in map.

    False if any of the points is out of view, hidden or not measured: then nothing is known of the place.
    """
    points = (minimum + maximum) / 2 + SAMPLES * (maximum - minimum)
    camera, transform = observation.intrinsics, observation.map_T_camera
    in_camera = (points - transform[:3, 3]) @ transform[:3, :3]
    depth = in_camera[:, 2]
    if (depth <= 0).any():
        return False
    columns = np.rint(in_camera[:, 0] / depth * camera.fx + camera.cx).astype(int)
    rows = np.rint(in_camera[:, 1] / depth * camera.fy + camera.cy).astype(int)
    if not ((columns >= 0) & (columns < camera.width) & (rows >= 0) & (rows < camera.height)).all():
        return False
    behind = observation.depth[rows, columns]
    return bool((np.isfinite(behind) & (behind > depth + margin_m)).all())
