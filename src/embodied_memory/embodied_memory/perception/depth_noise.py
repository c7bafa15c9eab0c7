"""How far the depth of a view scatters, told by the view itself.

Stereo and structured light measure disparity, so deviation grows with the square of the distance (Khoshelham and
Elberink, Sensors 2012, section 3.2). In inverse depth it is the same everywhere, and planes are linear in the pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

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
