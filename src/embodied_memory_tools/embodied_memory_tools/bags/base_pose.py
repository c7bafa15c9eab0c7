"""Where a robot stands whose recording only says where its camera was."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def base_below(map_T_camera: NDArray[np.float64]) -> NDArray[np.float64]:
    """map_T_base (4, 4) of a base on the floor under the camera that faces where the camera looks."""
    forward = map_T_camera[:3, 2]
    yaw = np.arctan2(forward[1], forward[0])
    map_T_base = np.eye(4)
    map_T_base[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    map_T_base[:2, 3] = map_T_camera[:2, 3]
    return map_T_base
