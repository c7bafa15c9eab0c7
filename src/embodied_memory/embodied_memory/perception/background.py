"""The surfaces that go on around the box of a detection: what the thing stands on, and the walls behind it.

In inverse depth a level plane is one number times the upward part of the pixel's ray, a wall two numbers times
its level parts. So they are found from few pixels, as gravity is known; those are taken evenly whatever the
length of the rows, by the multiples of an irrational number (Weyl 1916): every n-th pixel would always be of
the same columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.observation import Observation
from embodied_memory.perception.measurement import InverseDepth

Floats = NDArray[np.float64]

RING_SHARE, RING_PX = 0.2, (3, 24)
"""The ring around a box is this share of its size wide, within these bounds."""
GAP_SHARE = 0.04
"""Between box and ring: boxes of detectors are not exact."""
MAX_RING_PIXELS = 600
TOLERANCE = 2.5
"""What differs from a plane by fewer deviations lies on it ..."""
ROUGH_M = 0.015
"""... or by less than this: floors and walls are not quite flat, cameras not quite level."""
SIDE_SHARE = 0.4
"""A surface goes on at a side of the box if it makes up this share of what was measured there."""
HYPOTHESES = 24
MAX_WALLS, MIN_WALL_PIXELS, WALL_SHARE = 3, 8, 0.15
"""A wall makes up at least this share of the ring."""
ABOVE_SHARE = 0.7
"""What makes up so much of what is above the box goes on behind it."""


@dataclass(frozen=True, eq=False)
class Rays:
    """Directions of pixels in map, scaled to 1 along the optical axis. rotation: map_R_camera; position: (3,) map."""

    rotation: Floats
    position: Floats
    scale: tuple[float, float, float, float]
    """1/fx, 1/fy, cx, cy."""
    floor_m: float
    """Height of what the robot stands on, in map."""

    @staticmethod
    def of(observation: Observation) -> Rays:
        """The rays of a view."""
        camera, pose = observation.intrinsics, observation.map_T_camera
        scale = (1 / camera.fx, 1 / camera.fy, camera.cx, camera.cy)
        return Rays(
            np.ascontiguousarray(pose[:3, :3]), pose[:3, 3].copy(), scale, float(observation.map_T_base[2, 3])
        )

    def at(self, columns: Floats, rows: Floats) -> Floats:
        """(N, 3)."""
        fx, fy, cx, cy = self.scale
        in_camera = np.stack([(columns - cx) * fx, (rows - cy) * fy, np.ones_like(columns)], axis=-1)
        rays: Floats = in_camera @ self.rotation.T
        return rays


@dataclass(frozen=True, eq=False)
class Background:
    """Around one box. support: 1 / (height of the level plane below it - height of the camera), 0: none was seen.

    walls: (K, 2); a point z along a ray r is on one if walls @ r[:2] = 1/z. The first `sure` of them go on at two
    sides of the box or above it, the others at one side: a neighbour may end in the same plane as the thing itself.
    """

    support: float
    walls: Floats
    sure: int

    def support_height(self, rays: Rays) -> float:
        """Of what the thing stands on, in map; NaN if none was seen."""
        return float(rays.position[2] + 1 / self.support) if self.support else float("nan")


def background_of(box: tuple[int, int, int, int], image: InverseDepth, rays: Rays) -> Background:
    """The planes that go on beyond a box (left, top, right, bottom) at most of its border."""
    values, directions, sides = _ring(box, image, rays)
    if not len(values):
        return Background(0.0, np.zeros((0, 2)), 0)
    drop = rays.floor_m - rays.position[2]
    floor = 1 / drop if drop < -0.1 else 0.0
    support = _support(values, directions, sides, image.deviation, floor)
    walls, is_sure = _walls(values, directions, sides, support, image.deviation, HYPOTHESES)
    return Background(support, np.vstack([walls[is_sure], walls[~is_sure]]), int(is_sure.sum()))


def _ring(
    box: tuple[int, int, int, int], image: InverseDepth, rays: Rays
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Inverse depth (N,), rays (N, 3) and sides (N,) of the measured pixels around a box."""
    left, top, right, bottom = box
    size = min(right - left, bottom - top)
    width = int(np.clip(RING_SHARE * size, *RING_PX))
    gap = 1 + int(GAP_SHARE * size)
    step = 1 + int(2 * width * (right - left + bottom - top) / MAX_RING_PIXELS)
    columns, rows, values, sides = _gather_ring(image.values, left, top, right, bottom, gap, width, step)
    return values, rays.at(columns, rows), sides


@njit(cache=True)  # type: ignore[untyped-decorator]
def _gather_ring(values, left, top, right, bottom, gap, width, step):  # type: ignore[no-untyped-def]
    height, length = values.shape
    outer = gap + width
    most = (right - left + 2 * outer) * (bottom - top + 2 * outer)
    columns, rows, found = np.empty(most), np.empty(most), np.empty(most)
    sides = np.empty(most, np.int64)
    kept = seen = 0
    for row in range(max(top - outer, 0), min(bottom + outer, height)):
        for column in range(max(left - outer, 0), min(right + outer, length)):
            is_beside = left - gap <= column < right + gap
            is_level = top - gap <= row < bottom + gap
            if is_beside == is_level:  # inside of the box and its gap, or at a corner, which is on no side
                continue
            value = values[row, column]
            if value <= 0:
                continue
            seen += 1
            if not is_sampled(seen, step):
                continue
            columns[kept], rows[kept], found[kept] = column, row, value
            if is_level:
                sides[kept] = 0 if column < left else 2
            else:
                sides[kept] = 1 if row < top else 3
            kept += 1
    return columns[:kept], rows[:kept], found[:kept], sides[:kept]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _support(values, rays, sides, deviation, floor):  # type: ignore[no-untyped-def]
    """The level plane at the lower side of the box; where that is out of view at its left or right; 0 if none is.

    floor: the level plane that the robot stands on, where a single side is too little to go by.
    """
    for lower in (1, 0):
        at_side = (sides == 3) if lower else ((sides == 0) | (sides == 2))
        pixels = np.flatnonzero(at_side & (rays[:, 2] < -0.05))
        if len(pixels) < 4:
            continue
        support = np.median(values[pixels] / rays[pixels, 2]) if lower else floor
        good = 0
        for index in pixels:
            value = values[index]
            tolerance = TOLERANCE * deviation + ROUGH_M * value * value
            good += abs(value - support * rays[index, 2]) <= tolerance
        if good >= SIDE_SHARE * len(pixels):
            return support
        if lower:
            return 0.0
    return 0.0


@njit(cache=True)  # type: ignore[untyped-decorator]
def _walls(values, rays, sides, support, deviation, hypotheses):  # type: ignore[no-untyped-def]
    """Upright planes that go on beyond the box, the best of those through two random pixels; whether at two sides."""
    tolerance = TOLERANCE * deviation + ROUGH_M * values**2
    free = np.abs(values - support * rays[:, 2]) > tolerance
    walls, is_sure = np.zeros((MAX_WALLS, 2)), np.zeros(MAX_WALLS, np.bool_)
    count = 0
    total = _by_side(sides)
    for number in range(MAX_WALLS):
        candidates = np.flatnonzero(free)
        if len(candidates) < MIN_WALL_PIXELS:
            break
        best, good = _best_wall(values, rays, candidates, tolerance, hypotheses, number + 1)
        if good < WALL_SHARE * len(values):
            break
        for _ in range(2):
            best = _refined(best, values, rays, free, tolerance)
        ahead = best[0] * rays[:, 0] + best[1] * rays[:, 1]
        on_wall = free & (np.abs(values - ahead) <= tolerance)
        free &= ~on_wall
        on_side = _by_side(sides[on_wall])
        goes_on = (on_side >= SIDE_SHARE * total) & (on_side > 1)
        if goes_on.any():
            walls[count] = best
            is_sure[count] = goes_on.sum() >= 2 or on_side[1] >= ABOVE_SHARE * total[1] > 0
            count += 1
    return walls[:count], is_sure[:count]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _by_side(sides):  # type: ignore[no-untyped-def]
    """(4,): how many pixels there are at each side."""
    total = np.zeros(4)
    for side in sides:
        total[side] += 1
    return total


@njit(cache=True)  # type: ignore[untyped-decorator]
def _best_wall(values, rays, candidates, tolerance, hypotheses, state):  # type: ignore[no-untyped-def]
    """The upright plane through two of the candidates on which most of them lie, and how many do."""
    best, best_good = np.zeros(2), 0
    for _ in range(hypotheses):
        state = (
            state * 1103515245 + 12345
        ) % 2147483648  # the same for the same view: Numerical Recipes, section 7.1
        one = candidates[(state >> 8) % len(candidates)]
        state = (state * 1103515245 + 12345) % 2147483648
        other = candidates[(state >> 8) % len(candidates)]
        determinant = rays[one, 0] * rays[other, 1] - rays[one, 1] * rays[other, 0]
        if abs(determinant) < 1e-4:
            continue
        a = (values[one] * rays[other, 1] - values[other] * rays[one, 1]) / determinant
        b = (values[other] * rays[one, 0] - values[one] * rays[other, 0]) / determinant
        good = 0
        for index in candidates:
            good += abs(values[index] - a * rays[index, 0] - b * rays[index, 1]) <= tolerance[index]
        if good > best_good:
            best_good, best[0], best[1] = good, a, b
    return best, best_good


@njit(cache=True)  # type: ignore[untyped-decorator]
def _refined(wall, values, rays, free, tolerance):  # type: ignore[no-untyped-def]
    """Least squares over the pixels that lie on a wall."""
    xx = xy = yy = xw = yw = 0.0
    for index in range(len(values)):
        x, y, value = rays[index, 0], rays[index, 1], values[index]
        if free[index] and abs(value - wall[0] * x - wall[1] * y) <= tolerance[index]:
            xx, xy, yy, xw, yw = xx + x * x, xy + x * y, yy + y * y, xw + x * value, yw + y * value
    determinant = xx * yy - xy * xy
    if abs(determinant) < 1e-9:
        return wall
    return np.array([(xw * yy - yw * xy) / determinant, (yw * xx - xw * xy) / determinant])


_GOLDEN = 0.6180339887498949


@njit(cache=True)  # type: ignore[untyped-decorator]
def is_sampled(number, step):  # type: ignore[no-untyped-def]
    """Whether the pixel of that number is one of those of which one in `step` is taken."""
    return (number * _GOLDEN) % 1.0 * step < 1.0
