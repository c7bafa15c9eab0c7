"""The inner loops of the voxel map: pixels become hits, and the space in front of them becomes free.

Evidence is one int8 a cell: above 0 occupied, below 0 free, 0 unknown. While a frame is integrated, the
cells it hit carry HIT_MARK on top, so that they count once a frame and are not carved by it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled

HIT_MARK = 64
POOL = 2
INWARDS_M = 1e-3
"""A surface on the very border of two cells, as a floor at z = 0 is, belongs to the one behind it."""


@compiled
def pool_depth(depth: NDArray[np.float32], min_depth: float, pooled: NDArray[np.float32]) -> float:
    """Fill `pooled` with the least depth of each block of POOL by POOL pixels, 0 where one was not measured.

    Returns the greatest depth measured, 0 if there is none. The loops over pixels have selections instead
    of branches, here and below, so that the compiler takes eight pixels at a time.
    """
    nothing, far, near = np.float32(0.0), np.float32(np.inf), np.float32(min_depth)
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
            pooled[row, column] = block
    return float(most.max())


@compiled
def splat_hits(
    depth: NDArray[np.float32],
    pinhole: tuple[float, float, float, float],
    grid_T_camera: NDArray[np.float64],
    ranges: tuple[float, float],
    gain: tuple[int, int],
    evidence: NDArray[np.int8],
    hits: NDArray[np.int64],
) -> int:
    """Mark the cell of every pixel as hit; returns how many cells, listed in `hits`.

    pinhole: fx, fy, cx, cy. grid_T_camera: (3, 4), camera metres to cells. ranges: least depth and greatest
    distance. gain: what a hit adds to a cell's evidence, once a frame, and up to what.
    """
    rays = ((np.arange(depth.shape[1]) - pinhole[2]) / pinhole[0]).astype(np.float32)
    matrix = grid_T_camera.astype(np.float32)
    flat = evidence.reshape(-1)
    cells, above = np.full(rays.size, -1, np.int32), np.full(rays.size, -1, np.int32)
    fresh = np.empty(rays.size + 1, np.int32)
    count = 0
    for v in range(depth.shape[0]):
        cells, above = above, cells
        ray_y = np.float32((v - pinhole[3]) / pinhole[1])
        _cells_of_row(depth[v], rays, ray_y, matrix, ranges, evidence.shape, cells)
        for index in range(_unlike_neighbours(cells, above, fresh)):
            cell = fresh[index]
            if cell >= 0 and flat[cell] < HIT_MARK // 2:
                flat[cell] = min(max(flat[cell], 0) + gain[0], gain[1]) + HIT_MARK
                hits[count] = cell
                count += 1
    return count


@compiled
def _unlike_neighbours(cells: NDArray[np.int32], above: NDArray[np.int32], fresh: NDArray[np.int32]) -> int:
    """List in `fresh` the cells of the 2 in 100 pixels that differ from the pixels to the left and above.

    The others have been dealt with. Every cell is written and only the count depends on the test: a branch
    here would be mispredicted so often as to double the time of a frame's hits.
    """
    count, last = 0, np.int32(-1)
    for u in range(cells.size):
        fresh[count] = cells[u]
        count += (cells[u] != last) & (cells[u] != above[u])
        last = cells[u]
    return count


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


FAR_BEHIND_M, CLEAR_LOSS = 0.5, 4
"""What is seen through to something this far behind is no matter of a grazed edge: it loses what a hit gives."""


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
    evidence: NDArray[np.int8],
) -> None:
    """Make free every cell of the frustum whose centre lies well in front of the pooled depth.

    The projection (u z, v z, z) of a cell's centre, u and v in blocks of `pooled`, is linear in its index:
    origin + i * steps[0] + j * steps[1] + k * steps[2]. planes: (P, 4), a projection with a 1 behind it is in
    the frustum where plane @ projection >= 0. centre and reach: the camera and its range, in cells.
    margins: how far behind its centre the surface must lie for a cell that is unknown and for one that is
    occupied, metres; the latter must be in front of all that its image covers, which reaches spread / depth
    blocks from the centre's, because a surface may touch only a corner of it.
    """
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
                if known < 0 or known >= HIT_MARK // 2:
                    continue
                depth = z + k * steps[2, 2]
                scale = 1.0 / depth
                u, v = (x + k * steps[2, 0]) * scale, (y + k * steps[2, 1]) * scale
                if pooled[int(v), int(u)] - depth <= margins[0]:
                    continue
                if known == 0:
                    column[k] = -1
                elif _wholly_in_front(pooled, u, v, spread * scale, depth + margins[1]):
                    is_far = _wholly_in_front(pooled, u, v, spread * scale, depth + FAR_BEHIND_M)
                    loss = CLEAR_LOSS if is_far else 1
                    column[k] = known - loss if known > loss else -1


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


@compiled
def release_hits(evidence: NDArray[np.int8], hits: NDArray[np.int64], count: int) -> None:
    """Take HIT_MARK off the cells that splat_hits marked."""
    cells = evidence.reshape(-1)
    for index in range(count):
        cells[hits[index]] -= HIT_MARK
