"""The space in front of what was measured becomes free: the second inner loop of the voxel map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled
from embodied_memory.mapping.voxel_hits import HIT_MARK

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
