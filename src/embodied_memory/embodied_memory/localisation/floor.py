"""The floor in one view: how much the camera is tilted, and how much higher it is, than its pose says.

A robust fit of a plane to the patches that look up and lie near height zero, by reweighted least squares with the
kernel of Geman and McClure, wide at first and narrowed as in Zhou, Park and Koltun, "Fast global registration"
(2016, section 3). What lies below the plane cannot be furniture: only what is above is given less weight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import LevellingConfig
from embodied_memory.localisation.patches import Patches

Array = NDArray[np.float64]

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
