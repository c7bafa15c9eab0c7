"""How the camera is really mounted, beside what is told of it. The same through a whole run."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class MountModel:
    """The default is as told."""

    tilt_offset_deg: float = 0.0
    """It looks so much more down than told."""
    roll_offset_deg: float = 0.0
    """It is turned so much to the right about its axis."""
    height_offset_m: float = 0.0
    """It is so much higher than told."""

    def really(self, base_T_camera: NDArray[np.float64]) -> NDArray[np.float64]:
        """(4, 4), camera link (x forward) to base, as it is; base_T_camera: as told."""
        if self == MountModel():
            return base_T_camera
        tilt, roll = math.radians(self.tilt_offset_deg), math.radians(self.roll_offset_deg)
        down = np.array([[math.cos(tilt), 0, math.sin(tilt)], [0, 1, 0], [-math.sin(tilt), 0, math.cos(tilt)]])
        about = np.array([[1, 0, 0], [0, math.cos(roll), -math.sin(roll)], [0, math.sin(roll), math.cos(roll)]])
        matrix: NDArray[np.float64] = base_T_camera.copy()
        matrix[:3, :3] = base_T_camera[:3, :3] @ down @ about
        matrix[2, 3] += self.height_offset_m
        return matrix
