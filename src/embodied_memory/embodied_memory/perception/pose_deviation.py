"""How far the pose of a view may be wrong, and what that does to a place seen from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation

Floats = NDArray[np.float64]

MOST_M, MOST_RAD = 0.5, 0.2
"""A covariance may be huge; a robot that is lost should not be asked for objects at all."""


@dataclass(frozen=True, eq=False)
class PoseDeviation:
    """still: (3,) m2 in map, of the place of the camera; swing: (3,) rad2, of a point by its distance."""

    still: Floats
    swing: Floats

    @staticmethod
    def of(observation: Observation, config: PerceptionConfig) -> PoseDeviation:
        """From the covariance of the pose; what is not given, not finite or not positive in it is as configured."""
        variance = _configured(config)
        if observation.pose_covariance is not None:
            given = np.diagonal(observation.pose_covariance)
            known = np.isfinite(given) & (given > 0)
            most = np.array([MOST_M**2] * 3 + [MOST_RAD**2] * 3)
            variance = np.where(known, np.minimum(np.where(known, given, 0), most), variance)
        return _of(variance)

    @staticmethod
    def configured(config: PerceptionConfig) -> PoseDeviation:
        """Of a view that does not say."""
        return _of(_configured(config))

    def variance(self, range_m: float) -> Floats:
        """(3,) m2 in map, of a point `range_m` away."""
        place: Floats = self.still + range_m**2 * self.swing
        return place


def _configured(config: PerceptionConfig) -> Floats:
    """(6,) m2 and rad2."""
    return np.array([config.pose_deviation_m**2] * 3 + [np.radians(config.pose_deviation_deg) ** 2] * 3)


def _of(variance: Floats) -> PoseDeviation:
    roll, pitch, yaw = variance[3:]
    return PoseDeviation(variance[:3], np.array([yaw, yaw, max(roll, pitch)]))
