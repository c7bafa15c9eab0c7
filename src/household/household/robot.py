"""A robot in the home: it drives in small steps and looks around with a camera on a pan joint."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory.skill import Skill
from household.home import Home
from household.motion import RobotMotion
from household.navigation import NavigationGrid
from household.renderer import Renderer, Rendering
from household.sensors.planar_pose import Pose, matrix_of
from household.sensors.senses import Senses
from household.sensors.sensor_suite import Sensors

STEP_M = 0.25
TURN_RAD = math.radians(30.0)
"""The action space of LMEE, section 3: 0.25 m forward, 30 degrees left or right."""
STEP_S = 0.25
"""How long one of them takes: for what changes with time."""
_APPROACHES = 3
"""So often the robot sets out anew, where it takes itself to be elsewhere on arriving than on setting out."""
_ARRIVED_M, _ARRIVED_RAD = 0.1, math.radians(5.0)

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
    """Where the robot is, where it takes itself to be, how it gets elsewhere, what it sees.

    Poses are (x, y, yaw) in map. on_picture: is shown the truth of every view that the robot gets; for judges only.
    """

    def __init__(
        self, home: Home, mount: CameraMount | None = None, sensors: Sensors | None = None, seed: int = 0
    ) -> None:
        """sensors: None: exact. seed: of their errors."""
        self.mount = mount or CameraMount()
        self._navigation = NavigationGrid(home)
        self.motion = RobotMotion(home, grid=self._navigation)
        self._renderer = Renderer(home)
        self.senses = Senses(sensors or Sensors(), home, self._renderer.entity_of, self.motion.pose, seed)
        self.on_picture: Callable[[Rendering], None] = lambda picture: None

    @property
    def pose(self) -> Pose:
        """Where the base is, in truth."""
        return self.motion.pose

    @property
    def believed_pose(self) -> Pose:
        """Where the robot takes the base to be."""
        self.senses.attend(self.pose)
        return self.senses.believed_pose

    def map_T_base(self) -> NDArray[np.float64]:
        """(4, 4), as the robot believes it."""
        return matrix_of(self.believed_pose)

    def pass_time(self, stamp_ns: int) -> None:
        """Without a view: what the robot believes may change as time passes."""
        self.senses.attend(self.pose, stamp_ns / 1e9)

    def view(self, pan_rad: float, stamp_ns: int) -> Observation | None:
        """What the camera sees at a pan angle, with the pose that the robot believes; None: the view was lost."""
        senses, camera = self.senses, self.mount.intrinsics
        senses.attend(self.pose, stamp_ns / 1e9)
        if senses.loses_view():
            return None
        picture = self._picture(self.pose, pan_rad)
        late = self._picture(senses.depth_pose(), pan_rad) if senses.depth_pose() != self.pose else picture
        self.on_picture(picture)
        map_T_base = matrix_of(senses.told_pose())
        return Observation(
            stamp_ns,
            senses.color(picture),
            senses.depth(late, camera),
            camera,
            map_T_base @ self.mount.base_T_camera(pan_rad) @ camera_T_optical(),
            map_T_base,
            "robot",
            senses.instances(picture, camera),
            senses.covariance(),
        )

    def _picture(self, pose: Pose, pan_rad: float) -> Rendering:
        """The truth, through the camera as it is really mounted."""
        base_T_camera = self.senses.sensors.mount.really(self.mount.base_T_camera(pan_rad))
        return self._renderer.render(matrix_of(pose) @ base_T_camera @ camera_T_optical(), self.mount.intrinsics)

    def drive_to(self, x: float, y: float, yaw: float) -> Iterator[bool]:
        """Drive to a pose in the map as the robot believes itself to be in it, one small step an iteration; yields
        whether the robot bumped into something.

        Ends where the way ends: at the pose, at the nearest point to it that can be reached, or after a bump.
        """
        goal = self._really(x, y, yaw)
        for _ in range(_APPROACHES):
            for bumped in self._drive(*goal):
                yield bumped
                if bumped:
                    return
            before, goal = goal, self._really(x, y, yaw)
            turned = abs(math.remainder(goal[2] - before[2], 2 * math.pi))
            if math.dist(goal[:2], before[:2]) <= _ARRIVED_M and turned <= _ARRIVED_RAD:
                return

    def reaching(self, skill: Skill) -> Skill:
        """The skill with its position as it is in truth, from where the robot takes it and itself to be."""
        if skill.target_position is None:
            return skill
        x, y, z = skill.target_position
        return replace(skill, target_position=(*self._really(x, y, 0.0)[:2], z))

    def _really(self, x: float, y: float, yaw: float) -> Pose:
        self.senses.attend(self.pose)
        return self.senses.true_goal(self.pose, (x, y, yaw))

    def _drive(self, x: float, y: float, yaw: float) -> Iterator[bool]:
        """To a true pose."""
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
            self.senses.attend(self.pose, passed_s=STEP_S)
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
            self.senses.attend(self.pose, passed_s=STEP_S)
            yield False
