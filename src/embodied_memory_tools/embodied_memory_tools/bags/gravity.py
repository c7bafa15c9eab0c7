"""Makes z of a recording's world point up from the floor, and says so; or refuses where it cannot be told."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import Observation
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.levelling import Surfaces
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings, axis_direction

Array = NDArray[np.float64]

_TILT_DEG = 5.0
"""A world that is tilted by more than this is levelled; less may be the camera, and is corrected view by view."""
_BASE_TILT_DEG = 10.0
_LOST_DEG, _UPRIGHT_DEG, _NEAR_TOLD_DEG = 50.0, 75.0, 15.0
_FLOOR_M = 0.3
_Z = np.array([0.0, 0.0, 1.0])
_REMEDY = "say which axis points up, for example --up -y, or --no-level to take it as it is"


@dataclass(frozen=True, eq=False)
class Gravity:
    """up (3,) and floor (metres along up) in the recording's world. is_seen: surfaces tell, not only the camera."""

    up: Array
    floor: float | None
    is_seen: bool


def find_gravity(views: list[Observation], settings: ReadSettings, knows_base: bool) -> Gravity:
    """From some views of a recording whose poses are still in its own world."""
    surfaces = Surfaces.of(views)
    guess = axis_direction(settings.up) if settings.up != "auto" else _guess(views, knows_base)
    seen = surfaces.up(guess) if settings.level else None
    if settings.up == "auto" and _angle(guess, _Z) < _UPRIGHT_DEG:
        # A camera that looks steeply down is no tilted world: where what is told holds for what is seen, it counts.
        told = surfaces.up(_Z)
        is_near = told is not None and _angle(told, _Z) < _NEAR_TOLD_DEG
        if told is not None and is_near and (seen is None or surfaces.facing(told) >= 0.5 * surfaces.facing(seen)):
            seen = told
    up = guess if seen is None else seen
    return Gravity(up, surfaces.floor_height(up), seen is not None)


def level_world(views: list[Observation], settings: ReadSettings, knows_base: bool, report: ReadReport) -> Array:
    """level_T_world (4, 4): nothing for a world that is level, with its floor at 0. BagError if up cannot be told."""
    if not views or (not settings.level and settings.up == "auto"):
        return np.eye(4)
    gravity = find_gravity(views, settings, knows_base)
    level_T_world = np.eye(4)
    level_T_world[:3, :3] = _turn(_checked_up(views, gravity, settings, knows_base, report))
    up = level_T_world[2, :3]
    floor = _floor(views, gravity, up, knows_base)
    if floor is not None:
        report.note(f"the floor lies at {floor:.2f} m in the recording's world: it is moved to 0")
        level_T_world[2, 3] = -floor
    return level_T_world


def place_world(views: list[Observation], settings: ReadSettings, report: ReadReport) -> Array:
    """level_T_world (4, 4): z up, the floor at 0, x and y where the first camera is, x as it looks.

    For recordings of cameras alone, whose world begins anywhere. BagError if up or the floor cannot be told.
    """
    if not views:
        return np.eye(4)
    if not settings.level and settings.up == "auto":
        settings = replace(settings, up="z")
    gravity = find_gravity(views, settings, knows_base=False)
    up = _checked_up(views, gravity, settings, False, report)
    first = views[0].map_T_camera
    height = settings.camera_height_m
    floor = Surfaces.of(views).floor_height(up) if height is None else float(up @ first[:3, 3]) - height
    if floor is None:
        raise BagError("no depth image shows any surface; check the depth scale")
    forward = first[:3, 2] - (first[:3, 2] @ up) * up
    if np.linalg.norm(forward) < 0.1:  # it looks straight up or down: where its top points will do
        forward = -first[:3, 1] + (first[:3, 1] @ up) * up
    forward /= np.linalg.norm(forward)
    level_T_world = np.eye(4)
    level_T_world[:3, :3] = np.stack([forward, np.cross(up, forward), up])
    level_T_world[:2, 3] = -(level_T_world[:2, :3] @ first[:3, 3])
    level_T_world[2, 3] = -floor
    return level_T_world


def _guess(views: list[Observation], knows_base: bool) -> Array:
    """The z axis of the base; without one, or if it disagrees with every camera held upright, up in the images."""
    camera = _mean([-view.map_T_camera[:3, 1] for view in views])
    if not knows_base:
        return camera
    base = _mean([view.map_T_base[:3, 2] for view in views])
    return base if _angle(base, camera) < 90 or _angle(base, _Z) < _BASE_TILT_DEG else camera


def _checked_up(
    views: list[Observation], gravity: Gravity, settings: ReadSettings, knows_base: bool, report: ReadReport
) -> Array:
    """The direction that is to become z, with a word if it is not z already."""
    tilt = _angle(gravity.up, _Z)
    if settings.up != "auto" or tilt <= _TILT_DEG:
        return gravity.up if settings.up != "auto" else _Z
    base = _mean([view.map_T_base[:3, 2] for view in views]) if knows_base else None
    if base is not None and _angle(base, _Z) < _TILT_DEG:
        if gravity.is_seen and tilt > _BASE_TILT_DEG:
            report.note(
                f"level surfaces are seen tilted by {tilt:.0f} degrees though the robot's base is level: check how "
                "the camera is mounted, and give --camera-mount"
            )
        return _Z
    by_base = base is not None and _angle(base, gravity.up) < 1
    if gravity.is_seen or by_base:
        told = "surfaces that are seen" if gravity.is_seen else "robot's base"
        report.note(f"the recording's world is tilted by {tilt:.0f} degrees: it is levelled by the {told}")
        return gravity.up
    if tilt > _LOST_DEG:
        raise BagError(
            f"z of the recording's world does not point up: its cameras stand tilted by {tilt:.0f} degrees, and too "
            f"few level surfaces are seen to tell by how much; {_REMEDY}"
        )
    return _Z


def _floor(views: list[Observation], gravity: Gravity, up: Array, knows_base: bool) -> float | None:
    """Where the floor is, if it is clearly not at 0."""
    seen = gravity.floor
    if seen is None or not gravity.is_seen:
        return None
    bases = float(np.median([view.map_T_base[:3, 3] @ up for view in views]))
    cameras = float(np.median([view.map_T_camera[:3, 3] @ up for view in views]))
    if knows_base and abs(bases) > _FLOOR_M and not (seen < bases - _FLOOR_M and cameras - bases < _FLOOR_M):
        return seen if abs(seen - bases) < _FLOOR_M else bases
    is_on_floor = knows_base and cameras - bases > _FLOOR_M
    if abs(seen) <= _FLOOR_M or (is_on_floor and abs(bases) <= _FLOOR_M):
        return None
    return seen


def _turn(up: Array) -> Array:
    """(3, 3) the shortest turn that takes up to z (Rodrigues); half a turn about x if up is down."""
    cosine, axis = float(up @ _Z), np.cross(up, _Z)
    if cosine < -0.9999:
        return np.diag([1.0, -1.0, -1.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + cross + cross @ cross / (1 + cosine), np.float64)


def _mean(directions: list[Array]) -> Array:
    mean = np.mean(directions, axis=0)
    length = float(np.linalg.norm(mean))
    return np.asarray(mean / length if length > 0.1 else directions[0], np.float64)


def _angle(one: Array, other: Array) -> float:
    """Degrees."""
    return float(np.degrees(np.arccos(np.clip(one @ other, -1, 1))))
