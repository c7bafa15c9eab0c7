"""Poses that may be wrong: each view is levelled and put where it fits what earlier views saw.

To be called once a view, before mapper and perception get it. Deterministic; no clock, no random numbers.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import LocalisationConfig
from embodied_memory.localisation.base_motion import BaseMotion, base_pose, motion_between
from embodied_memory.localisation.covariance import GivenCovariance, full_covariance, read_covariance
from embodied_memory.localisation.gravity import tilted_floor, wrong_frame
from embodied_memory.localisation.level_view import LevelView, Placed
from embodied_memory.localisation.levelling import Levelling
from embodied_memory.localisation.localised import LocalisationStatus, Localised
from embodied_memory.localisation.map_tracker import MapTracker
from embodied_memory.localisation.patches import Patches, depth_patches
from embodied_memory.localisation.planar import inverse, spatial
from embodied_memory.observation import Observation

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
