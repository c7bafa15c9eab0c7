"""The inner loops of the voxel map: pixels become hits, and the space in front of what was measured becomes free.

Evidence is one int8 a cell: above 0 occupied, below 0 free, 0 unknown. While a frame is integrated, the cells
it hit carry HIT_MARK on top, so that they are not carved by it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.compiled import compiled

HIT_MARK = 64
INWARDS_M = 1e-3
"""A surface on the very border of two cells, as a floor at z = 0 is, belongs to the one behind it."""
_MOST_VOTES = 255
_ALIKE = 0.03
_AGREE_DEVIATIONS = 4.0
"""Neighbours see the same surface when their inverse depths differ by no more than this share and this noise."""
_FEW_VOTES = 4
_TRIES = 3


class HitRules(NamedTuple):
    """What a hit counts for.

    weights: int8 table over depth, an entry each step_m. full_px: the pixels that make a hit count in full, one metre
    away. times: so many times a hit's weight is the most that such hits amount to. proportional, square_per_m: the
    deviation of depth. floor_level: z = 0 in cells; floor_slope: cells a metre that a tilted floor may rise;
    floor_deviations: so many of depth it may rise besides.
    """

    weights: NDArray[np.int8]
    step_m: float
    full_px: float
    times: int
    proportional: float
    square_per_m: float
    floor_level: float
    floor_slope: float
    floor_deviations: float


@compiled
def vote(
    depth: NDArray[np.float32],
    pinhole: tuple[float, float, float, float],
    grid_T_camera: NDArray[np.float64],
    ranges: tuple[float, float],
    rules: HitRules,
    votes: NDArray[np.uint8],
    hits: NDArray[np.int64],
    depths: NDArray[np.float32],
) -> int:
    """Count the pixels in each cell; returns how many cells have any.

    hits and depths list those cells and the depth of a pixel, negative where none of the first ones has neighbours on
    the same surface. pinhole: fx, fy, cx, cy. grid_T_camera: (3, 4), camera metres to cells. ranges: least depth and
    greatest distance. The rows of pixels are taken run by run: a run is what lies side by side in one cell.
    """
    rays = ((np.arange(depth.shape[1]) - pinhole[2]) / pinhole[0]).astype(np.float32)
    matrix = grid_T_camera.astype(np.float32)
    polls = votes.reshape(-1)
    cells, starts = np.empty(rays.size, np.int32), np.empty(rays.size + 1, np.int32)
    count = 0
    for v in range(depth.shape[0]):
        _cells_of_row(depth[v], rays, np.float32((v - pinhole[3]) / pinhole[1]), matrix, ranges, votes.shape, cells)
        for index in range(_runs(cells, starts)):
            start, stop = starts[index], starts[index + 1]
            cell = cells[start]
            if cell < 0:
                continue
            before = polls[cell]
            polls[cell] = min(before + stop - start, _MOST_VOTES)
            if before == 0:
                hits[count] = cell
                depths[count] = _first_supported(depth, v, start, stop, rules)
                count += 1
    return count


@compiled
def add_hits(
    hits: NDArray[np.int64],
    depths: NDArray[np.float32],
    camera_level: float,
    rules: HitRules,
    votes: NDArray[np.uint8],
    evidence: NDArray[np.int8],
) -> None:
    """Weigh what was voted for, add it to the evidence with HIT_MARK on top, and take the votes back.

    A hit wipes out that a look no sharper found the cell free: the surface may fill but a corner of it. Few pixels of
    those that a cell fills count for little; pixels without neighbours on the same surface, and what
    may be floor, for nothing.
    """
    flat, polls = evidence.reshape(-1), votes.reshape(-1)
    for index in range(hits.size):
        cell, z = hits[index], abs(depths[index])
        count, polls[cell] = polls[cell], 0
        sharpness = weight = int(rules.weights[int(z / rules.step_m)])
        part = count * z * z / rules.full_px
        if part < 1.0 and weight > 0:
            weight = max(int(weight * part + 0.5), 1)
        lonely = depths[index] < 0.0 and count <= _FEW_VOTES
        if lonely or _may_be_floor(cell % evidence.shape[2] - rules.floor_level, z, camera_level, rules):
            weight = 0
        known = int(flat[cell])
        if weight > 0:
            base = 0 if known < 0 and -known <= sharpness else known
            known = max(known, min(base + weight, rules.times * weight))
        flat[cell] = known + HIT_MARK


@compiled
def _may_be_floor(height: float, z: float, camera_level: float, rules: HitRules) -> bool:
    """Whether a cell, its lower border `height` cells above the floor, is within the floor's tilt and noise."""
    if height < -0.5:
        return False
    fall = abs(height + rules.floor_level - camera_level) / z
    noise = z * np.sqrt(rules.proportional**2 + (rules.square_per_m * z) ** 2)
    return bool(height + 0.5 < rules.floor_deviations * noise * fall + rules.floor_slope * z)


@compiled
def _runs(cells: NDArray[np.int32], starts: NDArray[np.int32]) -> int:
    """List where the cell changes along a row, and its end; returns the number of runs.

    Every pixel is written and only the count depends on the test: a branch would often be mispredicted.
    """
    count, last = 0, np.int32(-2)
    for u in range(cells.size):
        starts[count] = u
        count += cells[u] != last
        last = cells[u]
    starts[count] = cells.size
    return count


@compiled
def _first_supported(depth: NDArray[np.float32], v: int, start: int, stop: int, rules: HitRules) -> float:
    """The depth of the first of some pixels of a run that lies on a surface; that of the first, negative, if none."""
    for u in range(start, min(stop, start + _TRIES)):
        if _is_supported(depth, v, u, rules):
            return float(depth[v, u])
    return -float(depth[v, start])


@compiled
def _is_supported(depth: NDArray[np.float32], v: int, u: int, rules: HitRules) -> bool:
    """Whether at least two of a pixel's four neighbours see the same surface.

    A pixel that mixes two surfaces lies between its neighbours, away from both: it has no support, unless it is on
    the line between them, as on a plane that is seen at a grazing angle. The image's border is mirrored.
    """
    own = 1.0 / depth[v, u]
    noise = np.sqrt(rules.square_per_m**2 + (rules.proportional * own) ** 2)
    tolerance = _ALIKE * own + _AGREE_DEVIATIONS * noise
    last_v, last_u = depth.shape[0] - 1, depth.shape[1] - 1
    above, below = depth[v - 1 if v > 0 else min(1, last_v), u], depth[v + 1 if v < last_v else max(v - 1, 0), u]
    left, right = depth[v, u - 1 if u > 0 else min(1, last_u)], depth[v, u + 1 if u < last_u else max(u - 1, 0)]
    rows, columns = _alike(above, own, below, tolerance), _alike(left, own, right, tolerance)
    return rows >= 0 and columns >= 0 and rows + columns >= 2


@compiled
def _alike(one: float, own: float, other: float, tolerance: float) -> int:
    """How many of two opposite neighbours, depths, agree with an inverse depth; -1 where it mixes the two."""
    a = 1.0 / one - own if one > 0.0 else np.inf
    b = 1.0 / other - own if other > 0.0 else np.inf
    near = int(abs(a) <= tolerance) + int(abs(b) <= tolerance)
    if near > 0 or not (abs(a) < np.inf and abs(b) < np.inf) or a * b > 0.0:
        return near
    return 2 if abs(a + b) <= tolerance else -1


@compiled
def _cells_of_row(
    line: NDArray[np.float32],
    rays: NDArray[np.float32],
    ray_y: float,
    m: NDArray[np.float32],
    ranges: tuple[float, float],
    shape: tuple[int, int, int],
    cells: NDArray[np.int32],
) -> None:
    """Fill `cells` with the flat index of the cell that each pixel of a row lies in, -1 for none."""
    base_x, base_y, base_z = m[0, 1] * ray_y + m[0, 2], m[1, 1] * ray_y + m[1, 2], m[2, 1] * ray_y + m[2, 2]
    m00, m10, m20, m03, m13, m23 = m[0, 0], m[1, 0], m[2, 0], m[0, 3], m[1, 3], m[2, 3]
    nothing, one, inwards = np.float32(0.0), np.float32(1.0), np.float32(INWARDS_M)
    near, far, top = np.float32(ranges[0]), np.float32(ranges[1] ** 2), np.float32(shape[2])
    per_x, per_y = np.int32(shape[1] * shape[2]), np.int32(shape[2])
    for u in range(cells.size):
        z, ray_x = line[u], rays[u]
        inside = z + inwards
        level = m23 + inside * (base_z + ray_x * m20)
        z = z if z * z * (one + ray_y * ray_y + ray_x * ray_x) <= far else nothing
        z = z if level >= nothing else nothing
        z = z if level < top else nothing
        known = z >= near
        x = m03 + inside * (base_x + ray_x * m00) if known else nothing
        y = m13 + inside * (base_y + ray_x * m10) if known else nothing
        level = level if known else nothing
        cell = np.int32(x) * per_x + np.int32(y) * per_y + np.int32(level)
        cells[u] = cell if known else -1


@compiled
def release_hits(evidence: NDArray[np.int8], hits: NDArray[np.int64]) -> None:
    """Take HIT_MARK off the cells that add_hits marked."""
    cells = evidence.reshape(-1)
    for index in range(hits.size):
        cells[hits[index]] -= HIT_MARK


POOL = 2


@compiled
def pool_depth(
    depth: NDArray[np.float32], min_depth: float, band: tuple[float, float], pooled: NDArray[np.float32]
) -> float:
    """Fill `pooled` with the least depth of each block of POOL by POOL pixels, 0 where one was not measured.

    The surface may be nearer than measured: off depth z goes sqrt((band[0] z)^2 + (band[1] z^2)^2). Returns the
    greatest depth measured, 0 if there is none. The loops over pixels have selections instead
    of branches, here and below, so that the compiler takes eight pixels at a time.
    """
    nothing, far, near = np.float32(0.0), np.float32(np.inf), np.float32(min_depth)
    linear, square = np.float32(band[0] ** 2), np.float32(band[1] ** 2)
    least = np.empty(depth.shape[1], np.float32)
    most = np.zeros(depth.shape[1], np.float32)
    for row in range(pooled.shape[0]):
        least[:] = far
        for v in range(POOL * row, POOL * (row + 1)):
            for u in range(depth.shape[1]):
                z = depth[v, u]
                z = z if z >= near else nothing
                z = z if z < far else nothing
                least[u] = least[u] if least[u] < z else z
                most[u] = most[u] if most[u] > z else z
        for column in range(pooled.shape[1]):
            block = least[POOL * column]
            for u in range(POOL * column + 1, POOL * (column + 1)):
                block = block if block < least[u] else least[u]
            pooled[row, column] = block - block * np.sqrt(linear + square * block * block)
    return float(most.max())


@compiled
def carve_free_space(
    pooled: NDArray[np.float32],
    planes: NDArray[np.float64],
    start: tuple[int, int],
    stop: tuple[int, int],
    origin: NDArray[np.float64],
    steps: NDArray[np.float64],
    reach: float,
    centre: tuple[float, float],
    margins: tuple[float, float],
    spread: float,
    weights: NDArray[np.int8],
    per_m: float,
    evidence: NDArray[np.int8],
) -> None:
    """Make free every cell of the frustum whose centre lies well in front of the pooled depth.

    The projection (u z, v z, z) of a cell's centre, u and v in blocks of `pooled`, is linear in its index:
    origin + i * steps[0] + j * steps[1] + k * steps[2]. planes: (P, 4), a projection with a 1 behind it is in
    the frustum where plane @ projection >= 0. centre and reach: the camera and its range, in cells.
    margins: how far behind its centre the surface must lie for a cell that is unknown and for one that is
    occupied, metres; the latter must be in front of all that its image covers, which reaches spread / depth
    blocks from the centre's, because a surface may touch only a corner of it. weights: what a look through a cell
    counts for, a table over depth, per_m entries a metre: free is known as well as the best look tells.
    """
    most = int(weights.max())
    slopes = planes[:, 0] * steps[2, 0] + planes[:, 1] * steps[2, 1] + planes[:, 2] * steps[2, 2]
    for i in range(start[0], stop[0]):
        for j in range(start[1], stop[1]):
            if (i + 0.5 - centre[0]) ** 2 + (j + 0.5 - centre[1]) ** 2 > reach * reach:
                continue
            x = origin[0] + i * steps[0, 0] + j * steps[1, 0]
            y = origin[1] + i * steps[0, 1] + j * steps[1, 1]
            z = origin[2] + i * steps[0, 2] + j * steps[1, 2]
            first, last = _levels_in_view(planes, slopes, x, y, z, evidence.shape[2])
            column = evidence[i, j]
            for k in range(first, last):
                known = column[k]
                if known <= -most or known >= HIT_MARK // 2:
                    continue
                depth = z + k * steps[2, 2]
                weight = int(weights[int(depth * per_m)])
                if known <= -weight:
                    continue
                scale = 1.0 / depth
                u, v = (x + k * steps[2, 0]) * scale, (y + k * steps[2, 1]) * scale
                if pooled[int(v), int(u)] - depth <= margins[0]:
                    continue
                if known <= 0:
                    column[k] = -weight
                elif _wholly_in_front(pooled, u, v, spread * scale, depth + margins[1]):
                    column[k] = known - weight if known > weight else -weight


@compiled
def _wholly_in_front(pooled: NDArray[np.float32], u: float, v: float, reach: float, depth: float) -> bool:
    """Whether all blocks within reach of (u, v), in blocks, are deeper than that; False at the border."""
    top, bottom = int(np.floor(v - reach)), int(np.floor(v + reach))
    left, right = int(np.floor(u - reach)), int(np.floor(u + reach))
    if top < 0 or left < 0 or bottom >= pooled.shape[0] or right >= pooled.shape[1]:
        return False
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            if pooled[row, column] <= depth:
                return False
    return True


@compiled
def _levels_in_view(
    planes: NDArray[np.float64], slopes: NDArray[np.float64], x: float, y: float, z: float, levels: int
) -> tuple[int, int]:
    """First and one past the last cell of a column that the frustum holds; equal or less if none."""
    first, last = 0.0, levels - 1.0
    for p in range(planes.shape[0]):
        value = planes[p, 0] * x + planes[p, 1] * y + planes[p, 2] * z + planes[p, 3]
        if slopes[p] > 1e-9:
            first = max(first, -value / slopes[p])
        elif slopes[p] < -1e-9:
            last = min(last, -value / slopes[p])
        elif value < 0:
            return 0, 0
    return (int(np.ceil(first)), int(last) + 1) if last >= first else (0, 0)
