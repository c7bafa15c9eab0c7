"""All that a robot senses, from what is really there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics, InstanceImage
from household.home import Home
from household.renderer import Rendering
from household.sensors.color_noise import ColorNoise
from household.sensors.depth_noise import DepthNoise
from household.sensors.localisation import Localisation
from household.sensors.localisation_model import LocalisationModel
from household.sensors.odometry import Odometry
from household.sensors.odometry_model import OdometryModel
from household.sensors.planar_pose import Pose, between, compose, inverse
from household.sensors.sensor_suite import Sensors
from household.sensors.simulated_detector import SimulatedDetector

_REMEMBERED_S = 3.0


@dataclass(frozen=True)
class _Moment:
    """clock_s: of the robot."""

    clock_s: float
    true_pose: Pose
    believed_pose: Pose


class Senses:
    """One robot's, through one run: the same seed gives the same errors for the same motions and views.

    entity_of: the entity behind an instance number of the renderer. start: where the robot really is.
    """

    def __init__(self, sensors: Sensors, home: Home, entity_of: Callable[[int], str], start: Pose, seed: int) -> None:
        self.sensors = sensors
        depth, color, frames, detector, odometry, localisation = (
            np.random.default_rng([seed, number]) for number in range(6)
        )
        self._depth = DepthNoise(sensors.depth, depth)
        self._color = ColorNoise(sensors.color, color)
        self._frames = frames
        self._detector = SimulatedDetector(sensors.detector, home, entity_of, seed, detector)
        self._odometry = Odometry(sensors.odometry, start, odometry)
        self._localisation = Localisation(sensors.localisation, localisation)
        self._clock_s: float | None = None
        self._moments = [_Moment(0.0, start, self._told(start))]

    @property
    def believed_pose(self) -> Pose:
        """Where the robot takes itself to be."""
        return self._moments[-1].believed_pose

    @property
    def odometry_pose(self) -> Pose:
        """Where it would be by its wheels alone, from where it started."""
        return self._odometry.pose

    def attend(self, true_pose: Pose, clock_s: float | None = None, passed_s: float = 0.0) -> None:
        """The robot is there now. clock_s: by its clock; None: so many seconds have passed."""
        before_s = self._clock_s
        if clock_s is None:
            clock_s = (before_s or 0.0) + passed_s
        elif before_s is not None:
            passed_s = max(0.0, clock_s - before_s)
        self._clock_s = clock_s
        self._localisation.pass_time(passed_s)
        self._odometry.update(true_pose)
        recent = [one for one in self._moments if clock_s - _REMEMBERED_S <= one.clock_s < clock_s]
        self._moments = [*recent, _Moment(clock_s, true_pose, self._told(true_pose))]

    def true_goal(self, true_pose: Pose, goal: Pose) -> Pose:
        """Where a goal is really, which the robot has in the map that it believes itself to be in."""
        believed = self.believed_pose
        return goal if believed == true_pose else compose(true_pose, compose(inverse(believed), goal))

    def told_pose(self) -> Pose:
        """The pose that comes with a view now."""
        return self._at(self.sensors.frames.late_ms).believed_pose

    def depth_pose(self) -> Pose:
        """Where the depth of a view is really from."""
        return self._at(self.sensors.frames.depth_late_ms).true_pose

    @property
    def odometry_is_believed(self) -> bool:
        """Whether map and odom are one frame: nothing corrects odometry, or it has no need of that."""
        exact = (LocalisationModel(), OdometryModel())
        return not self.sensors.localisation.present or (self.sensors.localisation, self.sensors.odometry) == exact

    @property
    def tells_localisation(self) -> bool:
        """Whether localisation says how far it may be off."""
        model = self.sensors.localisation
        return model.present and model.tells_covariance and model != LocalisationModel()

    def covariance(self) -> NDArray[np.float64] | None:
        """(6, 6) of the pose that is told; None if nothing tells it."""
        if self.sensors.localisation.present:
            return self._localisation.covariance() if self.tells_localisation else None
        return self.odometry_covariance()

    def odometry_covariance(self) -> NDArray[np.float64] | None:
        """(6, 6) of the odometry's pose; None if it does not tell it."""
        return self._odometry.covariance() if self.sensors.odometry.tells_covariance else None

    def loses_view(self) -> bool:
        """Whether a view never comes."""
        share = self.sensors.frames.lost_share
        return bool(share and self._frames.random() < share)

    def color(self, picture: Rendering) -> NDArray[np.uint8]:
        """(H, W, 3)."""
        return self._color.seen(picture.color)

    def depth(self, picture: Rendering, camera: CameraIntrinsics) -> NDArray[np.float32]:
        """(H, W) metres."""
        return self._depth.measured(picture, camera)

    def instances(self, picture: Rendering, camera: CameraIntrinsics) -> InstanceImage:
        """What the detector makes of it."""
        return self._detector.detected(picture, camera)

    def _told(self, true_pose: Pose) -> Pose:
        return self._localisation.told(true_pose) if self.sensors.localisation.present else self._odometry.pose

    def _at(self, before_ms: float) -> _Moment:
        """So long before the last moment."""
        last = self._moments[-1]
        if not before_ms:
            return last
        asked_s = last.clock_s - before_ms / 1e3
        after = next(k for k, one in enumerate(self._moments) if one.clock_s >= asked_s)
        if after == 0:
            return self._moments[0]
        one, other = self._moments[after - 1], self._moments[after]
        share = (asked_s - one.clock_s) / (other.clock_s - one.clock_s)
        true, believed = (
            between(getattr(one, name), getattr(other, name), share) for name in ("true_pose", "believed_pose")
        )
        return _Moment(asked_s, true, believed)
