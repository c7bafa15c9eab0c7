"""What wheels tell of the way that a robot went."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from household.sensors.odometry_model import OdometryModel
from household.sensors.planar_pose import Pose, compose, covariance_of, inverse
from household.sensors.wander import Wander


class Odometry:
    """Adds up what the robot takes itself to have gone. It begins where the robot really is."""

    def __init__(self, model: OdometryModel, start: Pose, rng: np.random.Generator) -> None:
        self._model, self._rng = model, rng
        self._drift = Wander(4, model.drift_holds_m, rng)
        self._was = self.pose = start
        self._gone_m = self._turned_rad = 0.0

    def update(self, true_pose: Pose) -> None:
        """The robot has got there since it was asked last."""
        if true_pose == self._was:
            return
        if self._model == OdometryModel():
            self._was = self.pose = true_pose
            return
        x, y, turn = compose(inverse(self._was), true_pose)
        self._was = true_pose
        gone = math.hypot(x, y)
        self._gone_m, self._turned_rad = self._gone_m + gone, self._turned_rad + abs(turn)
        self._drift.advance(gone)
        self.pose = self._drifted(compose(self.pose, self._told(x, y, turn, gone)), gone)

    def covariance(self) -> NDArray[np.float64]:
        """(6, 6): how far it may have drifted, by its own model."""
        model = self._model
        off_rad = math.radians(model.drift_deg_per_m) * self._gone_m + model.drift_share_of_turn * self._turned_rad
        return covariance_of(model.drift_m_per_m * self._gone_m, off_rad)

    def _told(self, x: float, y: float, turn: float, gone: float) -> Pose:
        """A motion in the robot's own frame, as its wheels tell it."""
        model = self._model
        longer = 1 + model.scale_share
        slips = self._rng.random() < -math.expm1(-model.slips_per_m * gone)
        further = 1 + model.turn_scale_share + model.drift_share_of_turn * self._drift.value[3]
        off = math.radians(model.drift_deg_per_m) * gone * self._drift.value[2]
        return longer * x + (model.slip_m if slips else 0.0), longer * y, further * turn + off

    def _drifted(self, pose: Pose, gone: float) -> Pose:
        x, y = self._model.drift_m_per_m * gone * self._drift.value[:2]
        return pose[0] + float(x), pose[1] + float(y), pose[2]
