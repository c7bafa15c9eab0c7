"""What one measurement tells of the cells along its ray, and how much a camera's depth deviates.

A surface at z with deviation s lies in the cell at z with the probability of a normal error below half a cell.
In inverse depth a plane is linear: Lee's sigma filter (1983) takes noise off there, and what the corners of a
rectangle do not agree in is noise; it grows with the square of the distance (Khoshelham and Elberink 2012,
section 3.2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

from embodied_memory.config import VoxelMapConfig
from embodied_memory.geometry.compiled import compiled
from embodied_memory.mapping.voxel_evidence import HitRules
from embodied_memory.observation import Observation

_REACH = 2
_AGREE = 3.0
"""Neighbours agree within so many deviations of a pixel."""


def smoothed(depth: NDArray[np.float32], deviation: DepthDeviation) -> NDArray[np.float32]:
    """(H, W) metres, 0 where nothing was measured. deviation: of each pixel of the image."""
    spread = (np.float32(_AGREE * deviation.square_per_m), np.float32(_AGREE * deviation.proportional))
    inverse, along_rows = np.empty_like(depth), np.empty_like(depth)
    _invert(depth, inverse)
    _mean_along_rows(inverse, spread, along_rows)
    _mean_along_columns(along_rows, spread, inverse)
    _invert(inverse, along_rows)
    return along_rows


@compiled
def _invert(image: NDArray[np.float32], inverse: NDArray[np.float32]) -> None:
    """1 / x, 0 where x is no positive number."""
    nothing, one, endless = np.float32(0.0), np.float32(1.0), np.float32(np.inf)
    for v in range(image.shape[0]):
        for u in range(image.shape[1]):
            x = image[v, u]
            known = (x > nothing) & (x < endless)
            inverse[v, u] = one / x if known else nothing


@compiled
def _mean_along_rows(
    image: NDArray[np.float32], spread: tuple[np.float32, np.float32], mean: NDArray[np.float32]
) -> None:
    width = image.shape[1]
    total, count = np.empty(width, np.float32), np.empty(width, np.float32)
    for v in range(image.shape[0]):
        row = image[v]
        total[:] = row
        count[:] = np.float32(1.0)
        for shift in range(1, min(_REACH, width - 1) + 1):
            _add_agreeing(row[shift:], row[:-shift], spread, total[:-shift], count[:-shift])
            _add_agreeing(row[:-shift], row[shift:], spread, total[shift:], count[shift:])
        for u in range(width):
            mean[v, u] = total[u] / count[u]


@compiled
def _mean_along_columns(
    image: NDArray[np.float32], spread: tuple[np.float32, np.float32], mean: NDArray[np.float32]
) -> None:
    height, width = image.shape
    total, count = np.empty(width, np.float32), np.empty(width, np.float32)
    for v in range(height):
        total[:] = image[v]
        count[:] = np.float32(1.0)
        for other in range(max(v - _REACH, 0), min(v + _REACH + 1, height)):
            if other != v:
                _add_agreeing(image[other], image[v], spread, total, count)
        for u in range(width):
            mean[v, u] = total[u] / count[u]


@compiled
def _add_agreeing(
    others: NDArray[np.float32],
    own: NDArray[np.float32],
    spread: tuple[np.float32, np.float32],
    total: NDArray[np.float32],
    count: NDArray[np.float32],
) -> None:
    """Add to total, and one to count, where another pixel agrees with a pixel: selections, no branches."""
    nothing, one, constant, slope = np.float32(0.0), np.float32(1.0), spread[0], spread[1]
    for u in range(own.size):
        agrees = (abs(others[u] - own[u]) <= constant + slope * own[u]) & (others[u] > nothing)
        total[u] += others[u] if agrees else nothing
        count[u] += one if agrees else nothing


STEP_M = 0.05
"""Of the table of weights."""
_APART, _APART_SMOOTHED = 1 / 64, 1 / 32
"""Corners of squares that noise is told from, as a share of the width; the filter makes noise of wider pieces."""
_WORTH_SMOOTHING, _AT_M = 0.1, 3.0
"""Depth whose deviation at 3 m is below a tenth of a cell is left as it is."""


@dataclass(frozen=True, eq=False)
class SensorModel:
    """weights: int8 (N,), what a hit or a look through counts for, an entry each STEP_M of depth.

    deviation: of the pixels that are mapped.
    """

    weights: NDArray[np.int8]
    deviation: DepthDeviation

    def band(self, config: VoxelMapConfig) -> tuple[float, float]:
        """What pool_depth takes off: the noise in front of a surface."""
        times = config.free_deviations
        return times * self.deviation.proportional, times * self.deviation.square_per_m


_ACROSS_M = 3.0


class DepthSensor:
    """One camera, its noise told from its views."""

    def __init__(self, config: VoxelMapConfig) -> None:
        self._config = config
        least = DepthDeviation(config.depth_proportional, config.depth_square_per_m)
        self._noise = DepthNoise(least, _APART)
        self._left = DepthNoise(DepthDeviation(), _APART_SMOOTHED)
        self.deviation_m = 0.0
        """Of what was measured last, across a room."""

    def measure(
        self, depth: NDArray[np.float32], observation: Observation
    ) -> tuple[NDArray[np.float32], SensorModel]:
        """(depth, model): the depth to map, with the noise taken off that can be, and what it is worth."""
        deviation = self._noise.update(depth)
        self.deviation_m = float(deviation.at(_ACROSS_M))
        if deviation.at(_AT_M) > _WORTH_SMOOTHING * self._config.resolution_m:
            depth = smoothed(depth, deviation)
            deviation = self._left.update(depth)
        pose = pose_deviation(observation.pose_covariance, self._config)
        return depth, SensorModel(weights(self._config, deviation, pose), deviation)


def weights(config: VoxelMapConfig, depth: DepthDeviation, pose: tuple[float, float]) -> NDArray[np.int8]:
    """(N,) from 0 to hit_evidence. pose: deviation of the camera's place in metres and of its turn in radians."""
    z = (np.arange(int(config.max_range_m / STEP_M) + 2, dtype=np.float64) + 0.5) * STEP_M
    deviation = np.sqrt(depth.at(z) ** 2 + pose[0] ** 2 + (pose[1] * z) ** 2)
    return np.asarray(np.round(hit_mass(deviation, config.resolution_m) * config.hit_evidence), np.int8)


def hit_mass(deviation_m: NDArray[np.float64], cell_m: float) -> NDArray[np.float64]:
    """The probability that a surface lies in the cell in the middle of which it was measured."""
    return np.asarray(erf(cell_m / 2 / (np.sqrt(2) * np.maximum(deviation_m, 1e-9))))


def pose_deviation(covariance: NDArray[np.float64] | None, config: VoxelMapConfig) -> tuple[float, float]:
    """(metres, radians) of a (6, 6) covariance of REP-103, or the configured ones if those are larger."""
    least = (config.pose_deviation_m, float(np.radians(config.pose_deviation_deg)))
    if covariance is None or not np.isfinite(covariance).all():
        return least
    place, turn = (float(np.linalg.eigvalsh(covariance[part, part]).max()) for part in (slice(3), slice(3, 6)))
    return max(least[0], max(place, 0.0) ** 0.5), max(least[1], max(turn, 0.0) ** 0.5)


def hit_rules(config: VoxelMapConfig, model: SensorModel, pinhole: tuple[float, float, float, float]) -> HitRules:
    """For the pixels of a camera: fx, fy, cx, cy."""
    size = config.resolution_m
    return HitRules(
        weights=model.weights,
        step_m=STEP_M,
        full_px=config.hit_share * pinhole[0] * pinhole[1] * size * size,
        times=config.max_evidence // config.hit_evidence,
        proportional=model.deviation.proportional,
        square_per_m=model.deviation.square_per_m,
        floor_level=-config.min_height_m / size,
        floor_slope=float(np.tan(np.radians(config.floor_tilt_deg))) / size,
        floor_deviations=config.floor_deviations,
    )


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
