"""How far a view can be relied on: which depth values were measured, how far they scatter, and how far its pose
may be wrong.

Stereo and structured light measure disparity, so deviation grows with the square of the distance (Khoshelham
and Elberink, Sensors 2012, section 3.2). In inverse depth it is the same everywhere, and planes are linear in
the pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import InvalidObservationError, Observation


def measured(depth: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(H, W) bool: where depth is finite and positive."""
    return np.isfinite(depth) & (depth > 0)


def require_measured_depth(depth: NDArray[np.float32]) -> None:
    """Raise InvalidObservationError naming the cause if no depth value was measured."""
    if measured(depth).any():
        return
    if np.isnan(depth).all():
        cause = "every value is NaN"
    elif (depth == 0).all():
        cause = "every value is 0"
    else:
        cause = "no value is finite and positive"
    raise InvalidObservationError(f"the depth image measures nothing: {cause}; check the depth camera")


Floats = NDArray[np.float64]

QUANTILE = 0.3
"""Of the second differences; low, because many of them cross an edge."""
OF_NORMAL = 0.3853
"""That quantile of the absolute value of a standard normal deviate."""
SPANS_PX = (1, 3)
"""Neighbours at these distances: a smoothed image hides its noise from the nearest."""
ROW_STEP, COLUMN_STEP = 6, 3
ALIKE = 3.0
"""Two values differ by noise alone up to so many deviations."""
LEAST, MOST = 5e-4, 5e-2


@dataclass(frozen=True, eq=False)
class InverseDepth:
    """(H, W) float64, 1/m, 0 where nothing was measured; deviation: of each value, 1/m: metres at 1 m."""

    values: Floats
    deviation: float

    def deviation_m(self, depth_m: float) -> float:
        """Of a depth, along the optical axis."""
        return self.deviation * depth_m**2


def inverse_depth(depth: NDArray[np.float32]) -> InverseDepth:
    """Of a depth image in metres; 0, NaN and inf are not measured."""
    return with_deviation(_inverted(depth))


def smoothed(image: InverseDepth) -> InverseDepth:
    """Each value the mean of those around it that may differ by noise alone (sigma filter, Lee 1983)."""
    if image.deviation <= LEAST:
        return image
    return with_deviation(_averaged(image.values, ALIKE * image.deviation))


def with_deviation(values: Floats) -> InverseDepth:
    """The deviation from second differences along the rows, which are 0 on every plane."""
    found = LEAST
    for span in SPANS_PX:
        differences = _second_differences(values, span, ROW_STEP, COLUMN_STEP)
        rank = int(QUANTILE * len(differences))
        if len(differences):
            found = max(found, float(np.partition(differences, rank)[rank]) / OF_NORMAL / 6**0.5)
    return InverseDepth(values, min(found, MOST))


@njit(cache=True)  # type: ignore[untyped-decorator]
def _inverted(depth):  # type: ignore[no-untyped-def]
    height, width = depth.shape
    values = np.zeros((height, width), np.float64)
    for row in range(height):
        for column in range(width):
            value = depth[row, column]
            if np.isfinite(value) and value > 0:
                values[row, column] = 1.0 / value
    return values


@njit(cache=True)  # type: ignore[untyped-decorator]
def _second_differences(values, span, row_step, column_step):  # type: ignore[no-untyped-def]
    height, width = values.shape
    found = np.empty((height // row_step + 1) * (max(width - 2 * span, 0) // column_step + 1), np.float64)
    count = 0
    for row in range(0, height, row_step):
        for column in range(span, width - span, column_step):
            before, here, after = values[row, column - span], values[row, column], values[row, column + span]
            if before > 0 and here > 0 and after > 0:
                found[count] = abs(before - 2 * here + after)
                count += 1
    return found[:count]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _averaged(values, within):  # type: ignore[no-untyped-def]
    """Row by row, with selections instead of branches, so that the compiler takes several pixels at a time."""
    height, width = values.shape
    result = values.copy()
    total, count = np.empty(width), np.empty(width)
    for row in range(1, height - 1):
        here = values[row]
        total[:] = 0.0
        count[:] = 0.0
        for other in range(row - 1, row + 2):
            for shift in range(-1, 2):
                for column in range(1, width - 1):
                    value = values[other, column + shift]
                    agrees = (abs(value - here[column]) <= within) & (value > 0)
                    total[column] += value if agrees else 0.0
                    count[column] += 1.0 if agrees else 0.0
        for column in range(1, width - 1):
            if here[column] > 0:
                result[row, column] = total[column] / count[column]
    return result


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
