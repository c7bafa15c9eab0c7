"""From the pixels of one thing to its box in map: without other surfaces, without the spread of noise; and where a
thing is whose box shows nothing that stands off: flat on a surface, or standing and too small to tell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.perception.background import Background, Rays
from embodied_memory.perception.measurement import InverseDepth

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

DEPTH_GAP_M, GAP_DEVIATIONS = 0.3, 4.0
"""Surfaces farther apart in depth than this, with nothing between them, are not one object."""
DEPTH_MARGIN_M, MARGIN_DEVIATIONS = 0.1, 2.0
"""The outline lies a little nearer or farther than the inside it belongs to."""
OUTLIER_SHARE = 0.005
FACE_DEPTH_M = 0.05
CUT_SHARE = 0.1
LEADS_OUT = 0.3
"""Cosine between a face's outward normal and the direction in which a pixel's side leads on."""
REACHED_PX = 2.0
"""A thing ends this close to a side of its box, or goes on to it unseen ..."""
LOST_SHARE = 0.2
"""... if no larger share of the box is missing: then the box is too large."""


@dataclass(frozen=True, eq=False)
class Extent:
    """minimum, maximum: (3,) in map; cut: (6,) as in LiftedObject; noise: (3,) m2, of a point by its depth."""

    minimum: Floats
    maximum: Floats
    cut: Bools
    noise: Floats
    range_m: float


def extent_of_pixels(
    pixels: Floats,
    on_outline: Bools,
    is_cut: Bools,
    rays: Rays,
    deviation: float,
    box: tuple[int, int, int, int] | None = None,
    support_m: float = np.nan,
) -> Extent:
    """The box of a thing from `detection_pixels`; deviation: of inverse depth.

    With the `box` of a detection that has no mask the thing reaches from side to side of it, and down to the height
    `support_m` of what it stands on, if that is near: close to a surface it does not stand off it.
    """
    depth = pixels[:, 2]
    nearest, farthest = _main_cluster(depth, on_outline, deviation)
    margin = DEPTH_MARGIN_M + MARGIN_DEVIATIONS * deviation * farthest**2
    kept = np.flatnonzero((depth >= nearest - margin) & (depth <= farthest + margin))
    points = _points(pixels, kept, rays.rotation, rays.position, rays.scale)
    minimum, maximum, noise, range_m = _extent(points, depth[kept], rays.position, deviation)
    if box is not None:
        edges = _edges(pixels, kept, box)
        reached = _points(edges, np.arange(len(edges)), rays.rotation, rays.position, rays.scale)
        minimum = np.minimum(minimum, reached.min(axis=0, initial=np.inf))
        maximum = np.maximum(maximum, reached.max(axis=0, initial=-np.inf))
        if abs(minimum[2] - support_m) < DEPTH_GAP_M and support_m < maximum[2]:
            minimum[2] = support_m
    cut = cut_faces(points, on_outline[kept], is_cut[kept], minimum, maximum, rays.rotation)
    return Extent(minimum, maximum, cut, noise, range_m)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _main_cluster(depth, on_outline, deviation):  # type: ignore[no-untyped-def]
    """Nearest and farthest depth of the largest cluster; outline pixels often mix two surfaces."""
    inner = depth[~on_outline]
    ordered = np.sort(inner if 2 * len(inner) >= len(depth) else depth)
    best_start = best_end = start = 0
    for end in range(len(ordered)):
        value = ordered[end]
        is_last = end + 1 == len(ordered)
        if is_last or ordered[end + 1] - value > max(DEPTH_GAP_M, GAP_DEVIATIONS * deviation * value * value):
            if end - start > best_end - best_start or end == 0:
                best_start, best_end = start, end
            start = end + 1
    return ordered[best_start], ordered[best_end]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _points(pixels, kept, rotation, position, scale):  # type: ignore[no-untyped-def]
    """(N, 3) in map."""
    points = np.empty((len(kept), 3))
    for number, index in enumerate(kept):
        depth = pixels[index, 2]
        x, y = (pixels[index, 0] - scale[2]) * scale[0] * depth, (pixels[index, 1] - scale[3]) * scale[1] * depth
        for axis in range(3):
            ahead = rotation[axis, 0] * x + rotation[axis, 1] * y + rotation[axis, 2] * depth
            points[number, axis] = position[axis] + ahead
    return points


@njit(cache=True)  # type: ignore[untyped-decorator]
def _extent(points, depth, camera, deviation):  # type: ignore[no-untyped-def]
    """Minimum, maximum (3,), variance by noise (3,) and range; the spread is drawn in until that variance is gone."""
    count = len(points)
    skipped = int(count * OUTLIER_SHARE)
    low, high, noise = np.empty(3), np.empty(3), np.empty(3)
    squares = np.zeros(count)
    for axis in range(3):
        ordered = np.sort(points[:, axis])
        ahead = points[:, axis] - camera[axis]
        squares += ahead**2
        noise[axis] = np.mean((deviation * depth * ahead) ** 2)
        spread, middle = ordered.var(), ordered[count // 2]
        share = np.sqrt(max(spread - noise[axis], 0.0) / max(spread, 1e-12))
        low[axis] = middle + share * (ordered[skipped] - middle)
        high[axis] = middle + share * (ordered[count - 1 - skipped] - middle)
    return low, high, noise, np.sqrt(np.sort(squares)[skipped])


@njit(cache=True)  # type: ignore[untyped-decorator]
def _edges(pixels, kept, box):  # type: ignore[no-untyped-def]
    """(N, 3) column, row, depth: the pixels nearest to each side of the box that none reaches, moved to it."""
    few = max(len(kept) // 50, min(3, len(kept)))
    edges = np.empty((4, 3))
    count = 0
    for side in range(4):
        axis, sign = side % 2, 1.0 if side < 2 else -1.0
        limit = box[side] - 0.5
        nearest = kept[np.argsort(sign * pixels[kept, axis])[:few]]
        missing = abs(np.median(pixels[nearest, axis]) - limit)
        if missing <= REACHED_PX or missing > REACHED_PX + LOST_SHARE * (box[axis + 2] - box[axis]):
            continue
        for column in range(3):
            edges[count, column] = np.median(pixels[nearest, column])
        edges[count, axis] = limit
        count += 1
    return edges[:count]


@njit(cache=True)  # type: ignore[untyped-decorator]
def cut_faces(points, on_outline, is_cut, minimum, maximum, map_R_camera):  # type: ignore[no-untyped-def]
    """A face is cut if a share of the outline that reaches it is cut off on a side that leads out of it.

    is_cut: (N, 4) on its right, lower, left and upper side.
    """
    at_face, cut_there = np.zeros(6), np.zeros(6)
    for index in np.flatnonzero(on_outline):
        for face in range(6):
            axis = face % 3
            depth = min(FACE_DEPTH_M, (maximum[axis] - minimum[axis]) / 4) + 1e-6
            if face < 3:
                is_there = points[index, axis] <= minimum[axis] + depth
            else:
                is_there = points[index, axis] >= maximum[axis] - depth
            if not is_there:
                continue
            at_face[face] += 1
            for side in range(4):
                leads = map_R_camera[axis, side % 2] * (1.0 if side < 2 else -1.0) * (-1.0 if face < 3 else 1.0)
                if is_cut[index, side] and leads > LEADS_OUT:
                    cut_there[face] += 1
                    break
    return cut_there > CUT_SHARE * np.maximum(at_face, 1.0)


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
