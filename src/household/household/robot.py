"""A robot in the home: it drives in small steps and looks around with a camera on a pan joint."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics, InstanceImage, Observation
from household.home import Home
from household.motion import RobotMotion
from household.navigation import NavigationGrid
from household.renderer import Renderer

STEP_M = 0.25
TURN_RAD = math.radians(30.0)
"""The action space of LMEE, section 3: 0.25 m forward, 30 degrees left or right."""

_OPTICAL_AXES = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
"""link_R_optical: optical z is forward (x of the link), optical x is right, optical y is down (REP-103)."""


@dataclass(frozen=True)
class CameraMount:
    """A pinhole camera above the base. Defaults: 3D-Mem's public GOAT-Bench configuration at a small size."""

    width: int = 320
    height: int = 240
    horizontal_fov_deg: float = 120.0
    height_m: float = 1.5
    tilt_deg: float = 30.0
    """Downwards."""
    pans_deg: tuple[float, ...] = (-60.0, 0.0, 60.0)
    """Where one look around points: three views 60 degrees apart (LMEE, section 14)."""

    @property
    def intrinsics(self) -> CameraIntrinsics:
        """Of every view."""
        return CameraIntrinsics.from_horizontal_fov(self.width, self.height, self.horizontal_fov_deg)

    def base_T_camera(self, pan_rad: float) -> NDArray[np.float64]:
        """(4, 4), camera link (x forward) to base, at a pan angle."""
        cos, sin = math.cos(pan_rad), math.sin(pan_rad)
        pan = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
        cos, sin = math.cos(math.radians(self.tilt_deg)), math.sin(math.radians(self.tilt_deg))
        tilt = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
        matrix = np.eye(4)
        matrix[:3, :3] = pan @ tilt
        matrix[2, 3] = self.height_m
        return matrix


def camera_T_optical() -> NDArray[np.float64]:
    """(4, 4), optical frame to camera link."""
    matrix = np.eye(4)
    matrix[:3, :3] = _OPTICAL_AXES
    return matrix


class HomeRobot:
    """Where the robot is, how it gets elsewhere, what it sees. Poses are (x, y, yaw) in map."""

    def __init__(self, home: Home, mount: CameraMount | None = None) -> None:
        self.mount = mount or CameraMount()
        self._navigation = NavigationGrid(home)
        self.motion = RobotMotion(home, grid=self._navigation)
        self._renderer = Renderer(home)

    @property
    def pose(self) -> tuple[float, float, float]:
        """Where the base is."""
        return self.motion.pose

    def map_T_base(self) -> NDArray[np.float64]:
        """(4, 4)."""
        x, y, yaw = self.motion.pose
        cos, sin = math.cos(yaw), math.sin(yaw)
        return np.array([[cos, -sin, 0.0, x], [sin, cos, 0.0, y], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])

    def view(self, pan_rad: float, stamp_ns: int) -> Observation:
        """What the camera sees at a pan angle."""
        map_T_base = self.map_T_base()
        map_T_camera = map_T_base @ self.mount.base_T_camera(pan_rad) @ camera_T_optical()
        picture = self._renderer.render(map_T_camera, self.mount.intrinsics)
        instances = InstanceImage(picture.ids, picture.labels)
        return Observation(
            stamp_ns,
            picture.color,
            picture.depth,
            self.mount.intrinsics,
            map_T_camera,
            map_T_base,
            "robot",
            instances,
        )

    def drive_to(self, x: float, y: float, yaw: float) -> Iterator[bool]:
        """Drive to a pose, one small step an iteration; yields whether the robot bumped into something.

        Ends where the way ends: at the pose, at the nearest point to it that can be reached, or after a bump.
        """
        here = (self.motion.pose[0], self.motion.pose[1])
        path = self._navigation.shortest_path(here, (x, y)) or []
        # a robot that stands closer to something than it may drive first backs out to where it may
        clear = self._navigation.nearest_free(here)
        for target in ([clear] if clear and path else []) + path[1:]:
            for bumped in self._drive_straight(target):
                yield bumped
                if bumped:
                    return
        yield from self._turn_to(yaw)

    def _drive_straight(self, target: tuple[float, float]) -> Iterator[bool]:
        """Turn towards a point and go there."""
        while True:
            x, y, _ = self.motion.pose
            left = math.dist((x, y), target)
            if left < 0.01:
                return
            yield from self._turn_to(math.atan2(target[1] - y, target[0] - x))
            bumped = self.motion.forward(min(STEP_M, left))
            yield bumped
            if bumped:
                return

    def _turn_to(self, yaw: float) -> Iterator[bool]:
        """Turn by at most 30 degrees a step."""
        while True:
            left = math.remainder(yaw - self.motion.pose[2], 2 * math.pi)
            if abs(left) < 0.01:
                return
            self.motion.turn(math.degrees(math.copysign(min(TURN_RAD, abs(left)), left)))
            yield False
