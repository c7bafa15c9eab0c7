"""Poses that may be wrong: each view is levelled and put where it fits what earlier views saw.

To be called once a view, before mapper and perception get it. Deterministic; no clock, no random numbers.

What the covariance that comes with a pose is worth.

ROS sends zeros where nothing is known (geometry_msgs/PoseWithCovariance, sensor_msgs/Imu), and drivers send worse.

Views whose frame of gravity is wrong: nothing that could be levelled, so nothing that may be used.

Up is the mean of those normals that lie near a guess, in a cone made ever narrower, as in Gupta, Arbelaez and Malik,
"Perceptual organization and recognition of indoor scenes from RGB-D images" (2013).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.senses import LevellingConfig, LocalisationConfig, TrustConfig
from embodied_memory.localisation.levelling import Levelling
from embodied_memory.localisation.localised import LevelView, LocalisationStatus, Localised, Placed
from embodied_memory.localisation.map_tracker import MapTracker
from embodied_memory.localisation.planar import BaseMotion, base_pose, inverse, motion_between, spatial
from embodied_memory.localisation.surfels import Patches, depth_patches
from embodied_memory.observation import Observation

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


_PLANE = np.ix_((0, 1, 5), (0, 1, 5))
"""x, y and yaw of REP-103's six."""
_ASYMMETRY = 1e-3


@dataclass(frozen=True, eq=False)
class GivenCovariance:
    """planar: (3, 3) of x, y, yaw in map, m2 and rad2, None where nothing is known. is_lost: it says that the pose is
    no pose. remark: what is wrong with it, empty if nothing is.
    """

    planar: Array | None = None
    is_lost: bool = False
    remark: str = ""


def read_covariance(covariance: Array | None, trust: TrustConfig) -> GivenCovariance:
    """Of an observation's pose_covariance (6, 6). What cannot be one is left out with a remark, never believed."""
    if covariance is None or not np.any(covariance):
        return GivenCovariance()
    if not np.isfinite(covariance).all():
        return GivenCovariance(remark="the covariance of the pose is not finite, and is ignored")
    scale = float(np.abs(covariance).max())
    if np.abs(covariance - covariance.T).max() > _ASYMMETRY * scale:
        return GivenCovariance(remark="the covariance of the pose is not symmetric, and is ignored")
    if np.linalg.eigvalsh(covariance).min() < -_ASYMMETRY * scale:
        return GivenCovariance(remark="the covariance of the pose is not positive, and is ignored")
    planar = covariance[_PLANE]
    if not planar.any():
        return GivenCovariance()
    deviations = np.sqrt(np.maximum(np.diag(planar), 0.0))
    is_lost = max(deviations[:2]) > trust.lost_m or deviations[2] > np.radians(trust.lost_deg)
    return GivenCovariance(planar, bool(is_lost))


def full_covariance(planar: Array, levelling: Array) -> Array:
    """(6, 6) as REP-103 orders it, of x, y, yaw (3, 3) in map and the deviations (3,) of roll, pitch and height."""
    covariance = np.zeros((6, 6))
    covariance[_PLANE] = planar
    covariance[2, 2], covariance[3, 3], covariance[4, 4] = levelling[2] ** 2, levelling[0] ** 2, levelling[1] ** 2
    return covariance


Array = NDArray[np.float64]


class Localiser:
    """Levels cameras, corrects poses, and says when the robot is lost."""

    def __init__(self, config: LocalisationConfig | None = None) -> None:
        self._config = config or LocalisationConfig()
        self._levelling = Levelling(self._config.levelling)
        self._tracker = MapTracker(self._config)
        self._given: tuple[int, Array] | None = None
        self._said: set[str] = set()

    @property
    def correction(self) -> Array:
        """(4, 4) map_T_believed in force. Its inverse takes goals in the map to the frame that the base drives in."""
        return spatial(self._tracker.correction)

    def localise(self, observation: Observation) -> Localised:
        """The view as it must have been taken, or why it must not be used."""
        if not self._config.enabled:
            return self._as_it_came(observation)
        refusal = wrong_frame(observation, self._config.levelling)
        if refusal:
            return self._refused(refusal)
        camera = observation.intrinsics
        patches = depth_patches(observation.depth, camera, self._config.registration.max_range_m)
        levelled, deviations, refusal = self._level(patches, observation)
        if refusal:
            return self._refused(refusal)
        given = base_pose(observation)
        covariance = read_covariance(observation.pose_covariance, self._config.trust)
        view = self._view(observation, patches, levelled, given, covariance)
        placed = self._tracker.place(view)
        return self._result(observation, levelled, deviations, placed, self._remark(covariance.remark))

    def _level(self, patches: Patches, observation: Observation) -> tuple[Array, Array, str]:
        """(map_T_camera levelled, deviations of roll, pitch and height, why that is impossible)."""
        camera, base = observation.map_T_camera.astype(np.float64), observation.map_T_base
        floor = self._levelling.look(patches, camera, base)
        refusal = ""
        if floor is None and not self._levelling.views:
            refusal = tilted_floor(patches.seen_from(camera), self._config.levelling)
        return (*self._levelling.level(camera, base), refusal)

    def _view(
        self, observation: Observation, patches: Patches, levelled: Array, given: Array, covariance: GivenCovariance
    ) -> LevelView:
        """In the frame of the base, as far as it is upright."""
        in_map = self._tracker.surfels.useful(patches.seen_from(levelled))
        in_base = in_map.seen_from(spatial(inverse(given)))
        turn = spatial(given)[:3, :3]
        local = None if covariance.planar is None else turn.T @ covariance.planar @ turn
        return LevelView(
            observation.stamp_ns, given, self._motion(observation.stamp_ns, given), in_base, local, covariance.is_lost
        )

    def _motion(self, stamp_ns: int, given: Array) -> BaseMotion:
        """Since the last view."""
        before, self._given = self._given, (stamp_ns, given)
        if before is None:
            return BaseMotion(np.zeros(3), stood_still=False, jumped=False)
        return motion_between(before[1], given, (stamp_ns - before[0]) / 1e9, self._config.motion)

    def _result(
        self, observation: Observation, levelled: Array, deviations: Array, placed: Placed, remark: str
    ) -> Localised:
        """The observation with its poses corrected, unless the robot is lost."""
        reason = "; ".join(filter(None, (placed.reason, remark)))
        if placed.status is LocalisationStatus.LOST:
            return Localised(None, placed.status, self.correction, self._unknown(), reason, placed.revision)
        correction = self.correction
        covariance = self._covariance(deviations)
        corrected = replace(
            observation,
            map_T_camera=correction @ levelled,
            map_T_base=correction @ observation.map_T_base,
            pose_covariance=covariance,
        )
        may_move = not self._tracker.is_fixed
        return Localised(corrected, placed.status, correction, covariance, reason, placed.revision, may_move)

    def _covariance(self, deviations: Array) -> Array:
        """(6, 6) of the base in map."""
        turn = spatial(self._tracker.filter.pose)[:3, :3]
        return full_covariance(turn @ self._tracker.filter.covariance @ turn.T, deviations)

    def _unknown(self) -> Array:
        """(6, 6) of a robot that is lost."""
        far, turned = self._config.trust.lost_m**2, np.radians(self._config.trust.lost_deg) ** 2
        return np.diag([far, far, far, turned, turned, turned])

    def _refused(self, reason: str) -> Localised:
        return Localised(None, LocalisationStatus.LOST, self.correction, self._unknown(), reason)

    def _as_it_came(self, observation: Observation) -> Localised:
        covariance = np.zeros((6, 6)) if observation.pose_covariance is None else observation.pose_covariance
        return Localised(observation, LocalisationStatus.LOCALISED, np.eye(4), covariance)

    def _remark(self, remark: str) -> str:
        """What has not been said before."""
        if not remark or remark in self._said:
            return ""
        self._said.add(remark)
        return remark
