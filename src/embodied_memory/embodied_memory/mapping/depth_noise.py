"""How much a camera's depth deviates, told from its views alone.

A plane is linear in inverse depth, so of four pixels at the corners of a rectangle the inverse depths of one diagonal
add up to those of the other one: on every plane, and across every edge that runs along rows or columns. What is left
over is noise. Its least third, by distance, gives the deviation, whatever furniture there is; and as the corners lie
apart, noise that is smoothed over some pixels is told as well as white noise. A disparity with a constant deviation
is a depth whose deviation grows with the square of the distance (Khoshelham and Elberink 2012, section 3.2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled

_BIN_M, _BINS = 0.5, 12
_OCTAVE_PARTS, _FIRST_OCTAVE, _OCTAVES = 4, -24, 24
_QUANTILE, _AT_QUANTILE = 0.3, 2 * 0.3853
"""Below the second value lie 0.3 of |N(0, 4)|: a left-over adds up the errors of four pixels."""
_LEAST_SAMPLES = 20.0
_KEPT = 0.9
"""What a view counts for after the next one: after ten it is a third."""


@dataclass(frozen=True)
class DepthDeviation:
    """The standard deviation at z metres is sqrt((proportional z)^2 + (square_per_m z^2)^2) metres."""

    proportional: float = 0.0
    square_per_m: float = 0.0

    def at(self, depth_m: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """Metres, for depths in metres of any shape."""
        z = np.asarray(depth_m, np.float64)
        return np.asarray(np.hypot(self.proportional * z, self.square_per_m * z * z))

    def at_least(self, other: DepthDeviation) -> DepthDeviation:
        """The larger of each part."""
        proportional = max(self.proportional, other.proportional)
        return DepthDeviation(proportional, max(self.square_per_m, other.square_per_m))


class DepthNoise:
    """The deviation of one camera's depth, better known with every view."""

    def __init__(self, least: DepthDeviation, apart: float) -> None:
        """least: the estimate never falls below it. apart: of the corners, as a share of the image's width."""
        self._least = least
        self._apart = apart
        self._counts = np.zeros((_BINS, _OCTAVES * _OCTAVE_PARTS), np.float64)

    def update(self, depth: NDArray[np.float32]) -> DepthDeviation:
        """Take in an (H, W) image, metres, 0 or no number where nothing was measured; what is known now."""
        width = depth.shape[1]
        self._counts *= _KEPT
        _count_left_overs(depth, max(int(self._apart * width), 2), max(width // 80, 1), self._counts)
        return DepthDeviation(*_fitted(*_deviations(self._counts))).at_least(self._least)


@compiled
def _count_left_overs(depth: NDArray[np.float32], apart: int, step: int, counts: NDArray[np.float64]) -> None:
    """Add what each square `apart` pixels wide leaves over to counts: (bins of depth, parts of octaves)."""
    columns = max((depth.shape[1] - apart + step - 1) // step, 0)
    left_over, nearest = np.zeros(columns, np.float32), np.zeros(columns, np.float32)
    bits = left_over.view(np.int32)
    for v in range(0, depth.shape[0] - apart, step):
        for k in range(columns):
            u = k * step
            a, b, c, d = depth[v, u], depth[v + apart, u + apart], depth[v, u + apart], depth[v + apart, u]
            known = (min(min(a, b), min(c, d)) > 0) & (max(max(a, b), max(c, d)) < np.float32(np.inf))
            nearest[k] = a if known else np.float32(-1.0)
            left_over[k] = abs(1 / a + 1 / b - 1 / c - 1 / d) if known else np.float32(0.0)
        for k in range(columns):
            if nearest[k] > 0 and nearest[k] < _BIN_M * _BINS:
                # the exponent and the first two bits of the mantissa: quarters of an octave
                part = (bits[k] >> 21) - (127 + _FIRST_OCTAVE) * _OCTAVE_PARTS
                counts[int(nearest[k] / _BIN_M), min(max(part, 0), counts.shape[1] - 1)] += 1.0


@compiled
def _deviations(counts: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each bin of depth: (deviation of inverse depth in 1/m, how many samples, 0 if too few)."""
    deviation, weight = np.zeros(counts.shape[0]), np.zeros(counts.shape[0])
    for k in range(counts.shape[0]):
        total = counts[k].sum()
        if total < _LEAST_SAMPLES:
            continue
        wanted, below, part = _QUANTILE * total, 0.0, 0
        while below + counts[k, part] < wanted:
            below += counts[k, part]
            part += 1
        within = part + (wanted - below) / counts[k, part]
        octave = np.floor(within / _OCTAVE_PARTS)
        value = (1.0 + within / _OCTAVE_PARTS - octave) * 2.0 ** (octave + _FIRST_OCTAVE)
        deviation[k] = value / _AT_QUANTILE if within >= 1.0 else 0.0
        weight[k] = total
    return deviation, weight


@compiled
def _fitted(deviation: NDArray[np.float64], weight: NDArray[np.float64]) -> tuple[float, float]:
    """(proportional, square): of an inverse depth i the variance is square^2 + proportional^2 i^2, least squares.

    Neither may be negative: where one would be, the other alone is fitted. Errors count relative to the variance.
    """
    w, wx, wxx, wy, wxy = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(deviation.size):
        x, y = 1.0 / ((k + 0.5) * _BIN_M) ** 2, deviation[k] ** 2
        trust = weight[k] / (y + 1e-12) ** 2
        w, wx, wxx, wy, wxy = w + trust, wx + trust * x, wxx + trust * x * x, wy + trust * y, wxy + trust * x * y
    determinant = w * wxx - wx * wx
    if wxx <= 0.0:
        return 0.0, 0.0
    if determinant > 1e-9 * w * wxx:
        square, proportional = (wxx * wy - wx * wxy) / determinant, (w * wxy - wx * wy) / determinant
        if square >= 0 and proportional >= 0:
            return proportional**0.5, square**0.5
    # the one that alone explains more
    if wxy * wxy / wxx > wy * wy / w:
        return (wxy / wxx) ** 0.5, 0.0
    return 0.0, (wy / w) ** 0.5
