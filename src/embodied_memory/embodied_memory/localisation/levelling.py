"""How the camera really hangs: what the floors of many views say together.

A camera is mounted a little otherwise than told, always in the same way: turned in its own frame, on a mast that
leans with the base, and higher or lower. A Kalman filter with these six numbers as its state reads the floor of each
view, so that views that show none are levelled as well, and tells the two kinds of tilt apart as the camera pans.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import LevellingConfig
from embodied_memory.geometry.rotation import rotation_from_vector
from embodied_memory.localisation.floor import FloorView, floor_of
from embodied_memory.localisation.patches import Patches

Array = NDArray[np.float64]

_CAMERA_TILT_RAD, _MAST_TILT_RAD = np.radians(3.0), np.radians(0.7)
_WANDER_RAD, _WANDER_M = np.radians(0.003), 1e-4
"""A mount may move this much from one view to the next."""
_GATE = 9.0
"""Squared, in deviations: what a view says beyond it counts less."""
_SIGNIFICANT = 2.5
_FAR_M = 3.0
"""A tilt puts patches this far off too high or too low."""


class Levelling:
    """Turns and raises cameras so that the floor that they see is level and at height zero.

    The state is (turn in the optical frame (3), turn of the mast about the x and y axes of the base (2), rise (1)).
    """

    def __init__(self, config: LevellingConfig) -> None:
        self._config = config
        self._state = np.zeros(6)
        deviations = [_CAMERA_TILT_RAD] * 3 + [_MAST_TILT_RAD] * 2 + [config.max_height_error_m / 2]
        self._covariance = np.diag(np.square(deviations))
        self.views = 0
        """How many views showed floor."""

    def look(self, patches: Patches, map_T_camera: Array, map_T_base: Array) -> FloorView | None:
        """Learn from the floor of one view, if it shows any. patches: in the optical frame; poses: as believed."""
        design = _design(map_T_camera, map_T_base)
        guess = design @ self._state
        spread = np.sqrt(np.diag(design @ self._covariance @ design.T))
        doubt_m = 3.0 * float(_FAR_M * max(spread[0], spread[1]) + spread[2]) + 0.02
        floor = floor_of(patches.seen_from(map_T_camera), map_T_camera[:3, 3], guess, doubt_m, self._config)
        if floor is not None:
            self._update(design, floor)
        return floor

    def level(self, map_T_camera: Array, map_T_base: Array) -> tuple[Array, Array]:
        """(map_T_camera levelled, (3,) deviations of its roll and pitch, rad, and height, metres)."""
        design = _design(map_T_camera, map_T_base)
        error, deviations = design @ self._state, np.sqrt(np.diag(design @ self._covariance @ design.T))
        if np.hypot(*error[:2]) < max(np.radians(self._config.least_tilt_deg), _SIGNIFICANT * max(deviations[:2])):
            error[:2] = 0.0
        if abs(error[2]) < max(self._config.least_height_m, _SIGNIFICANT * deviations[2]):
            error[2] = 0.0
        levelled = np.array(map_T_camera, np.float64)
        if error[:2].any():
            levelled[:3, :3] = rotation_from_vector(np.array([*error[:2], 0.0])) @ levelled[:3, :3]
        levelled[2, 3] += error[2]
        return levelled, deviations

    def _update(self, design: Array, floor: FloorView) -> None:
        """One step of the filter; a view that says something quite different counts less (Huber)."""
        self.views += 1
        self._covariance += np.diag([_WANDER_RAD**2] * 5 + [_WANDER_M**2])
        innovation = floor.error - design @ self._state
        expected = design @ self._covariance @ design.T + floor.covariance
        excess = max(1.0, float(innovation @ np.linalg.solve(expected, innovation)) / _GATE)
        expected = expected + (excess - 1.0) * floor.covariance
        gain = np.linalg.solve(expected, design @ self._covariance).T
        self._state = self._state + gain @ innovation
        self._covariance = self._covariance - gain @ design @ self._covariance
        self._covariance = 0.5 * (self._covariance + self._covariance.T)


def _design(map_T_camera: Array, map_T_base: Array) -> Array:
    """(3, 6): what the state means for a view, as in `FloorView.error`."""
    yaw = np.arctan2(map_T_base[1, 0], map_T_base[0, 0])
    design = np.zeros((3, 6))
    design[:2, :3] = map_T_camera[:2, :3]
    design[:2, 3:5] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    design[2, 5] = 1.0
    return design
