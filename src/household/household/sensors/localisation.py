"""Where a robot is told that it is in its map."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from household.sensors.localisation_model import LocalisationModel
from household.sensors.planar_pose import Pose, covariance_of, wrapped
from household.sensors.wander import Wander

_LOST_DEVIATION_M, _LOST_DEVIATION_RAD = 10.0, math.pi
_MOST_AT_ONCE_S = 10.0
"""However long the robot stood still, no more than so much time makes its pose jump."""


class Localisation:
    """The true pose with an offset that wanders, jumps and now and then is anything."""

    def __init__(self, model: LocalisationModel, rng: np.random.Generator) -> None:
        self._model, self._rng = model, rng
        self._wander = Wander(3, model.correlation_s, rng)
        self._white = np.zeros(3)
        self._jump = np.zeros(3)
        self._lost = np.zeros(3)
        self._lost_for_s = 0.0
        self._deviation = np.array([model.offset_m, model.offset_m, math.radians(model.offset_deg)])

    @property
    def is_lost(self) -> bool:
        """Whether it says that it does not know where it is."""
        return self._lost_for_s > 0

    def pass_time(self, seconds: float) -> None:
        """The offset wanders on."""
        model = self._model
        if model == LocalisationModel() or seconds <= 0:
            return
        self._wander.advance(seconds)
        self._white = self._rng.standard_normal(3)
        self._jump = self._jump * math.exp(-seconds / max(model.correlation_s, 1e-6))
        self._lost_for_s = max(0.0, self._lost_for_s - seconds)
        minutes = min(seconds, _MOST_AT_ONCE_S) / 60
        if self._happens(model.jumps_per_min * minutes):
            self._jump = self._jump + self._anywhere(model.jump_m, model.jump_deg)
        if self._happens(model.losses_per_min * minutes) and not self.is_lost:
            self._lost_for_s, self._lost = model.loss_s, self._anywhere(model.loss_m, 45.0)

    def told(self, true_pose: Pose) -> Pose:
        """Where the robot takes itself to be."""
        if self._model == LocalisationModel():
            return true_pose
        white = self._model.white_share
        off = self._deviation * (math.sqrt(1 - white * white) * self._wander.value + white * self._white)
        off = off + self._jump + (self._lost if self.is_lost else 0.0)
        x, y, yaw = (float(part) for part in np.asarray(true_pose) + off)
        return x, y, wrapped(yaw)

    def covariance(self) -> NDArray[np.float64]:
        """(6, 6) of map_T_base, as it is told: a jump is not in it, being lost is."""
        if self.is_lost:
            return covariance_of(_LOST_DEVIATION_M, _LOST_DEVIATION_RAD)
        return covariance_of(self._model.offset_m, math.radians(self._model.offset_deg))

    def _happens(self, expected: float) -> bool:
        return bool(expected > 0 and self._rng.random() < -math.expm1(-expected))

    def _anywhere(self, away_m: float, deviation_deg: float) -> NDArray[np.float64]:
        """So far away in any direction, and turned."""
        towards = self._rng.uniform(-math.pi, math.pi)
        turned = math.radians(deviation_deg) * self._rng.standard_normal()
        return np.array([away_m * math.cos(towards), away_m * math.sin(towards), turned])
