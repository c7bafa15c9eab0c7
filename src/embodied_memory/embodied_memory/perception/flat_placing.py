"""Where a thing is whose box shows nothing that stands off: flat on a surface, or standing and too small to tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.background import Background, Rays
from embodied_memory.perception.depth_noise import InverseDepth

Floats = NDArray[np.float64]
Box = tuple[int, int, int, int]

MOST_RESIDUAL = 9.0
"""Squared deviations; beyond, a pixel says only that it does not fit."""
MIN_MEASURED = 0.1
"""Share of the box; with less there is no depth in it."""
ROUND = 0.7
"""How deep a standing thing is of which nothing is known, in units of its lesser side."""
MOST_DEPTH_M = 0.4
MOST_RANGE_M = 12.0


@dataclass(frozen=True, eq=False)
class Placing:
    """points: (N, 3) in map, the corners of what was seen; is_measured: depth within the box agrees with it."""

    points: Floats
    is_measured: bool


def place_flat(box: Box, image: InverseDepth, rays: Rays, background: Background) -> Placing | None:
    """The best of: on one of the walls, flat on the support, standing on it; None if there is neither."""
    left, top, right, bottom = box
    surfaces = _surfaces(box, rays, background)
    if not surfaces:
        return None
    rows, columns = np.mgrid[top:bottom, left:right]
    values = image.values[top:bottom, left:right]
    middle = (np.abs(columns + 0.5 - (left + right) / 2) <= (right - left) / 3) & (values > 0)
    is_measured = bool((values > 0).sum() >= MIN_MEASURED * values.size and middle.any())
    if is_measured:
        directions = rays.at(columns[middle].astype(float), rows[middle].astype(float))
        costs = [_misfit(values[middle], directions @ plane, image.deviation) for plane, _ in surfaces]
        plane, is_standing = surfaces[int(np.argmin(costs))]
    else:
        plane, is_standing = surfaces[0 if len(background.walls) else -1]
    points = _corners(box, rays, plane)
    if points is None:
        return None
    return Placing(_thickened(points, rays) if is_standing else points, is_measured)


def _surfaces(box: Box, rays: Rays, background: Background) -> list[tuple[Floats, bool]]:
    """Planes (3,) with plane @ ray = 1 / depth, and whether a thing stands there by itself: walls, level, upright."""
    found = [(np.array([wall[0], wall[1], 0.0]), False) for wall in background.walls]
    if not background.support:
        return found
    found.append((np.array([0.0, 0.0, background.support]), False))
    left, _, right, bottom = box
    foot = rays.at(np.array([(left + right - 1) / 2]), np.array([bottom - 0.5]))[0]
    near = background.support * foot[2]
    level = float(np.hypot(foot[0], foot[1]))
    if near > 1 / MOST_RANGE_M and level > 1e-3:
        ahead = np.array([foot[0], foot[1], 0.0]) / level
        found.append((ahead * near / level, True))
    return found


def _misfit(values: Floats, expected: Floats, deviation: float) -> float:
    residual = ((values - expected) / (deviation + 0.02 * values**2)) ** 2
    return float(np.minimum(residual, MOST_RESIDUAL).mean())


def _corners(box: Box, rays: Rays, plane: Floats) -> Floats | None:
    """The middles of the four sides of the box on a plane, in map; None if one of them does not meet it nearby."""
    left, top, right, bottom = (value - 0.5 for value in box)
    column, row = (left + right) / 2, (top + bottom) / 2
    directions = rays.at(np.array([left, right, column, column]), np.array([row, row, top, bottom]))
    inverse = directions @ plane
    if (inverse < 1 / MOST_RANGE_M).any():
        return None
    points: Floats = rays.position + directions / inverse[:, None]
    return points


def _thickened(points: Floats, rays: Rays) -> Floats:
    """Going on behind what was seen of it by about its lesser side."""
    width = float(np.linalg.norm(points[1] - points[0]))
    height = float(np.linalg.norm(points[3] - points[2]))
    ahead = points.mean(axis=0) - rays.position
    ahead[2] = 0
    ahead /= max(float(np.linalg.norm(ahead)), 1e-9)
    return np.vstack([points, points + min(ROUND * min(width, height), MOST_DEPTH_M) * ahead])
