"""Where the base is, by what it is said to have driven and by what it sees.

An error-state Kalman filter over x, y and yaw. How much the given pose is off from one look to the next is learned
from the fits (adaptive filtering after Mehra, 1970): they tell a pose that is right, one that wavers and one that
drifts. A fit that differs by no more than its own deviation changes nothing: a right pose stays as it is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import MotionConfig
from embodied_memory.localisation.planar import BaseMotion, carried, moved, step_between
from embodied_memory.localisation.surfel_fit import Fit

Array = NDArray[np.float64]

_MEMORY = 0.1
"""Share of the newest fit in the learned deviation."""
_SIGNIFICANT = 9.0
"""Squared, in deviations of the fit."""
_TELLING_M, _TELLING_RAD = 0.03, 0.01
"""A fit teaches only about directions that it knows better than this."""
_LEAST = np.array([1e-3, 1e-3, 2e-4]) ** 2


class PoseFilter:
    """pose: (3,) in map. covariance: (3, 3) of it in the frame of the base. noise: (3,) variances that each new pose
    adds, along the base, across it, and of yaw.
    """

    def __init__(self, config: MotionConfig) -> None:
        self._config = config
        self.noise = np.array([config.noise_m, config.noise_m, np.radians(config.noise_deg)]) ** 2
        self.pose = np.zeros(3)
        self.covariance = np.zeros((3, 3))
        self._moved_since_fit = False

    def begin(self, pose: Array, covariance: Array) -> None:
        """Stand at a pose (3,), with a covariance (3, 3) in the frame of the base."""
        self.pose, self.covariance = np.array(pose), np.array(covariance)

    def drive(self, pose: Array, motion: BaseMotion, given: Array | None) -> None:
        """Follow what the base is said to have done. pose: (3,) where that leads to in map.

        given: (3, 3) covariance that came with the pose, in the frame of the base; it counts until better is known.
        """
        self.covariance = carried(self.covariance, motion.step)
        self.pose = np.array(pose)
        if motion.stood_still:
            return
        way = float(np.hypot(motion.step[0], motion.step[1]))
        drift = np.array([self._config.drift * way] * 2 + [np.radians(self._config.drift_deg_per_m) * way]) ** 2
        noise = self.noise if given is None else np.maximum(self.noise, np.diag(given))
        self.covariance = self.covariance + np.diag(drift + noise)
        self._moved_since_fit = True

    def surprise(self, fit: Fit) -> float:
        """How far a fit is from the pose, squared, in deviations of both."""
        step = step_between(self.pose, fit.pose)
        return float(step @ np.linalg.solve(self.covariance + fit.covariance, step))

    def accept(self, fit: Fit) -> None:
        """Take a fit in, weighed against the pose."""
        step = step_between(self.pose, fit.pose)
        if self._moved_since_fit:
            self._learn(step, fit.covariance)
        gain = self.covariance @ np.linalg.inv(self.covariance + fit.covariance)
        if float(step @ np.linalg.solve(fit.covariance, step)) > _SIGNIFICANT:
            self.pose = moved(self.pose, gain @ step)
        keep = np.eye(3) - gain
        self.covariance = keep @ self.covariance @ keep.T + gain @ fit.covariance @ gain.T
        self._moved_since_fit = False

    def _learn(self, step: Array, covariance: Array) -> None:
        """What the last move added: how far the fit was from where the robot was thought to be."""
        variances = np.diag(covariance)
        telling = variances < np.array([_TELLING_M, _TELLING_M, _TELLING_RAD]) ** 2
        seen = np.maximum(step**2 - variances, 0.0)
        self.noise = np.where(telling, (1 - _MEMORY) * self.noise + _MEMORY * seen, self.noise)
        self.noise = np.maximum(self.noise, _LEAST)
