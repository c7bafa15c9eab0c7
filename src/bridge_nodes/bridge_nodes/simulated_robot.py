"""The robot of the simulated home on its ROS topics: one owner of pose, camera and clock."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bridge_nodes.pace import Pace
from bridge_nodes.sensor_publisher import SensorPublisher
from embodied_memory.geometry.pose import Pose2D
from household.robot import HomeRobot

_VELOCITY_HOLDS_S = 0.5
"""A robot whose commander died stops."""
_MAX_SPEED_M_S, _MAX_TURN_RAD_S = 1.5, 3.0
"""What asks for more drives the same curve at this speed."""


@dataclass(frozen=True)
class Durations:
    """How long things take. motion_s and view_s: simulated time; idle_look_s: real time."""

    motion_s: float
    view_s: float
    idle_look_s: float


class SimulatedRobot:
    """Moves, looks and lets time pass. Whoever moves it holds `lock`.

    is_watched: before that, it does not look around of its own accord. time_passed: called with every step of the
    clock from then on, before anything of that time is published.
    """

    IDLE_PERIOD_S = 0.1

    def __init__(
        self,
        robot: HomeRobot,
        sensors: SensorPublisher,
        pace: Pace,
        durations: Durations,
        is_watched: Callable[[], bool],
        time_passed: Callable[[], None] = lambda: None,
    ) -> None:
        self.lock = threading.RLock()
        self.robot = robot
        self.pace = pace
        self._sensors = sensors
        self._durations = durations
        self._is_watched = is_watched
        self._time_passed = time_passed
        self._velocity = (0.0, 0.0, 0.0)
        self._velocity_until = 0.0
        self._idle_since = 0.0

    @property
    def pose(self) -> Pose2D:
        """Where the robot takes its base to be."""
        return Pose2D(*self.robot.believed_pose)

    def _advance(self, seconds: float) -> int:
        stamp_ns = self.pace.advance(seconds)
        if self._is_watched():
            self._time_passed()
        return stamp_ns

    def look_around(self) -> None:
        """One view for each pan angle of the mount, then straight ahead again."""
        for pan_deg in self.robot.mount.pans_deg:
            self._sensors.publish_view(math.radians(pan_deg), self._advance(self._durations.view_s))
        self._sensors.publish_pose(self._advance(self._durations.view_s), 0.0)
        self._idle_since = time.monotonic()

    def drive_to(self, goal: Pose2D) -> Iterator[bool]:
        """Small steps to a pose; after each, odometry is out. Yields whether the robot bumped."""
        for bumped in self.robot.drive_to(goal.x, goal.y, goal.yaw):
            self._sensors.publish_pose(self._advance(self._durations.motion_s), 0.0)
            yield bumped

    def set_velocity(self, vx: float, vy: float, wz: float) -> None:
        """Metres and radians a second, in the base frame; holds for half a second. ValueError if it is not finite."""
        if not all(map(math.isfinite, (vx, vy, wz))):
            raise ValueError(f"velocity x {vx}, y {vy}, turn {wz} is refused")
        fastest = max(1.0, math.hypot(vx, vy) / _MAX_SPEED_M_S, abs(wz) / _MAX_TURN_RAD_S)
        self._velocity = (vx / fastest, vy / fastest, wz / fastest)
        self._velocity_until = time.monotonic() + _VELOCITY_HOLDS_S

    def idle(self) -> None:
        """Called again and again: obey a velocity, look around now and then, keep the clock going."""
        if not self.lock.acquire(blocking=False):
            return
        try:
            if time.monotonic() < self._velocity_until:
                self.robot.motion.integrate(*self._velocity, self.IDLE_PERIOD_S)
                self._sensors.publish_view(0.0, self._advance(self.IDLE_PERIOD_S))
                self._idle_since = time.monotonic()
            elif self._is_watched() and time.monotonic() - self._idle_since > self._durations.idle_look_s:
                self.look_around()
            else:
                self._sensors.publish_pose(self._advance(self.IDLE_PERIOD_S), 0.0)
        finally:
            self.lock.release()
