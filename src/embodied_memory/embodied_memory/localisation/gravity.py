"""Views whose frame of gravity is wrong: nothing that could be levelled, so nothing that may be used.

Up is the mean of those normals that lie near a guess, in a cone made ever narrower, as in Gupta, Arbelaez and Malik,
"Perceptual organization and recognition of indoor scenes from RGB-D images" (2013).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import LevellingConfig
from embodied_memory.localisation.patches import Patches
from embodied_memory.observation import Observation

Array = NDArray[np.float64]

_CONES_DEG = (50.0, 30.0, 15.0, 10.0)
_FLOOR_SHARE, _BELOW_SHARE = 0.15, 0.03
"""So much of a view must lie in a plane, and at most so much below it, for the plane to be a floor."""
_THICKNESS_M = 0.05


def wrong_frame(observation: Observation, config: LevellingConfig) -> str:
    """Why the pose of a view cannot be that of a camera on a robot; empty if it can."""
    for name in ("map_T_base", "map_T_camera"):
        rotation = getattr(observation, name)[:3, :3]
        if np.abs(rotation @ rotation.T - np.eye(3)).max() > 1e-3 or np.linalg.det(rotation) < 0:
            return f"{name} is not a rigid motion: its rotation is not orthonormal"
    tilt = float(np.degrees(np.arccos(np.clip(observation.map_T_base[2, 2], -1.0, 1.0))))
    if tilt > config.refused_tilt_deg:
        return f"the robot's base is tilted by {tilt:.0f} degrees: the frame of its pose is not level"
    height = float(observation.map_T_camera[2, 3])
    if height < -config.max_height_error_m:
        return f"the camera is {-height:.1f} m below the floor: the height of its pose is wrong"
    return ""


def tilted_floor(patches: Patches, config: LevellingConfig) -> str:
    """What to say where the lowest large plane of a view is no floor but a slope; empty if there is none.

    patches: in map as it is believed to be.
    """
    up = np.array([0.0, 0.0, 1.0])
    for cone in _CONES_DEG:
        near = patches.normals[patches.normals @ up > np.cos(np.radians(cone))]
        if len(near) < max(config.min_patches, _FLOOR_SHARE * len(patches)):
            return ""
        up = near.mean(axis=0)
        up = up / np.linalg.norm(up)
    tilt = float(np.degrees(np.arccos(np.clip(up[2], -1.0, 1.0))))
    if tilt <= config.max_tilt_deg + 2.0 or not _lies_lowest(patches, up, near_deg=_CONES_DEG[-1]):
        return ""
    return f"the floor that the view shows is tilted by {tilt:.0f} degrees: the frame of its pose is not level"


def _lies_lowest(patches: Patches, up: Array, near_deg: float) -> bool:
    """Whether one plane that faces up holds much of the view, and nearly nothing lies below it."""
    heights = patches.points @ up
    facing = patches.normals @ up > np.cos(np.radians(near_deg))
    slack = _THICKNESS_M + 2.0 * patches.deviations
    lowest = float(np.percentile(heights[facing], 25))
    inside = facing & (np.abs(heights - lowest) < slack)
    below = heights < lowest - 3.0 * slack
    return bool(inside.mean() > _FLOOR_SHARE and below.mean() < _BELOW_SHARE)
