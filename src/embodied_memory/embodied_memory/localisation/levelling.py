"""How the camera really hangs: what the floors of many views say together.

A camera is mounted a little otherwise than told, always in the same way: turned in its own frame, on a mast that
leans with the base, and higher or lower. A Kalman filter with these six numbers as its state reads the floor of each
view, so that views that show none are levelled as well, and tells the two kinds of tilt apart as the camera pans.

The floor in one view: how much the camera is tilted, and how much higher it is, than its pose says.

A robust fit of a plane to the patches that look up and lie near height zero, by reweighted least squares with the
kernel of Geman and McClure, wide at first and narrowed as in Zhou, Park and Koltun, "Fast global registration"
(2016, section 3). What lies below the plane cannot be furniture: only what is above is given less weight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.senses import LevellingConfig
from embodied_memory.geometry.transforms import rotation_from_vector
from embodied_memory.localisation.surfels import Patches

_WIDTHS_M = (0.3, 0.15, 0.08, 0.05, 0.03, 0.02, 0.015, 0.01, 0.01)
_FACING_UP = 0.82
"""Cosine of how far a patch's normal may be from up: noise tilts small patches a lot."""
_ROUGHNESS_M = 0.002
_VAGUE_RAD, _VAGUE_M = 0.035, 0.05
_BELOW = 2.0
"""What lies below the plane keeps its weight up to this many times the width."""


@dataclass(frozen=True, eq=False)
class FloorView:
    """What one view says of its camera.

    error: (3,) a turn about the x and y axes of map, rad, and a rise, metres, that take the camera from where it is
    believed to be to where the floor says it is. covariance: (3, 3). patches: of floor, that agree.
    """

    error: Array
    covariance: Array
    patches: int


def floor_of(
    patches: Patches, camera: Array, guess: Array, doubt_m: float, config: LevellingConfig
) -> FloorView | None:
    """The floor in patches of map as it is believed to be; None if too little of it is seen.

    camera: (3,) where the camera is believed to be, in map. guess: (3,) error to begin from, as in FloorView;
    doubt_m: how far from the floor it may put a patch.
    """
    near = _near_floor(patches, camera, guess, config)
    if near.sum() < config.min_patches:
        return None
    arms = patches.points[near] - camera
    # A rotation w about the camera and a rise dz take a point's height z to z + w_x arm_y - w_y arm_x + dz.
    slopes = np.stack([arms[:, 1], -arms[:, 0], np.ones(len(arms))], axis=1)
    heights, variances = patches.points[near][:, 2], patches.deviations[near] ** 2 + _ROUGHNESS_M**2
    fit = _fit_heights(slopes, heights, variances, guess, [w for w in _WIDTHS_M if w <= doubt_m], config)
    return None if fit is None else _checked(*fit, camera[2], config)


def _near_floor(patches: Patches, camera: Array, guess: Array, config: LevellingConfig) -> NDArray[np.bool_]:
    """Mask (N,) of the patches that could be floor, were the camera tilted and raised as far as may be."""
    arms = patches.points - camera
    heights = patches.points[:, 2] + guess[0] * arms[:, 1] - guess[1] * arms[:, 0] + guess[2]
    slack = config.max_height_error_m + np.tan(np.radians(config.max_tilt_deg)) * np.hypot(arms[:, 0], arms[:, 1])
    return np.asarray((patches.normals[:, 2] > _FACING_UP) & (np.abs(heights) < slack))


def _fit_heights(
    slopes: Array, heights: Array, variances: Array, guess: Array, widths_m: list[float], config: LevellingConfig
) -> tuple[Array, Array, int] | None:
    """(error, covariance, patches that agree) of the plane at height zero."""
    prior = np.diag([np.radians(config.max_tilt_deg), np.radians(config.max_tilt_deg), config.max_height_error_m])
    prior = np.linalg.inv(prior @ prior)
    error = np.array(guess)
    for width in widths_m:
        residuals = heights + slopes @ error
        scale = width**2 + 4.0 * variances
        trusted = residuals < 0
        kernel = np.where(trusted & (residuals**2 < _BELOW**2 * scale), 1.0, (scale / (scale + residuals**2)) ** 2)
        weighted = slopes * (kernel / variances)[:, None]
        information = weighted.T @ slopes + prior
        error = error - np.linalg.solve(information, weighted.T @ residuals + prior @ error)
    residuals = heights + slopes @ error
    agree = residuals**2 < 9.0 * (variances + _ROUGHNESS_M**2)
    if agree.sum() < config.min_patches:
        return None
    excess = max(1.0, float(np.median(residuals[agree] ** 2 / variances[agree])) / 0.455)
    return error, np.linalg.inv(information) * excess, int(agree.sum())


def _checked(
    error: Array, covariance: Array, patches: int, height_m: float, config: LevellingConfig
) -> FloorView | None:
    """With the deviation that no number of patches takes away; None where floor is seen to one side only.

    The fitted plane is z = -(w_x y - w_y x + dz): its slopes are tangents, and its height is not along its normal.
    """
    tilt = np.radians(config.tilt_deviation_deg) ** 2
    covariance = covariance + np.diag([tilt, tilt, config.height_deviation_m**2])
    if (np.sqrt(np.diag(covariance)) > [_VAGUE_RAD, _VAGUE_RAD, _VAGUE_M]).any():
        return None
    steepness = float(np.hypot(error[0], error[1]))
    angle = np.arctan(steepness)
    turn = error[:2] * (angle / steepness if steepness > 0 else 1.0)
    rise = (height_m + error[2]) * np.cos(angle) - height_m
    return FloorView(np.array([*turn, rise]), covariance, patches)


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
