"""The inner loops of the voxel map: pixels become hits, and the space in front of them becomes free.

Evidence is one int8 a cell: above 0 occupied, below 0 free, 0 unknown. While a frame is integrated, the
cells it hit carry HIT_MARK on top, so that they count once a frame and are not carved by it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled

HIT_MARK = 64


@compiled
def pool_depth(
    depth: NDArray[np.float32], stride: int, min_depth: float, pooled: NDArray[np.float32]
) -> tuple[int, float]:
    """Fill `pooled` with the least depth of each block of 2 by 2 samples; 0 where one was not measured.

    Returns how many samples were measured and the greatest depth among them.
    """
    measured = 0
    deepest = np.float32(0.0)
    nearest = np.float32(min_depth)
    for row in range(pooled.shape[0]):
        for column in range(pooled.shape[1]):
            least = np.float32(np.inf)
            for v in (2 * row * stride, (2 * row + 1) * stride):
                for u in (2 * column * stride, (2 * column + 1) * stride):
                    z = depth[v, u]
                    known = z >= nearest and z < np.inf
                    z = z if known else np.float32(0.0)
                    measured += known
                    least = min(least, z)
                    deepest = max(deepest, z)
            pooled[row, column] = least
    return measured, deepest


@compiled
def splat_hits(
    depth: NDArray[np.float32],
    stride: int,
    pinhole: tuple[float, float, float, float],
    grid_T_camera: NDArray[np.float64],
    min_depth: float,
    max_range: float,
    hit: int,
    most: int,
    evidence: NDArray[np.int8],
    hits: NDArray[np.int64],
) -> int:
    """Mark the cell of every sampled pixel as hit; returns how many cells, listed in `hits`.

    grid_T_camera maps camera metres to cells; pinhole: fx, fy, cx, cy. A cell's evidence is raised once.
    """
    fx, fy, cx, cy = pinhole
    width, height = evidence.shape[1] * evidence.shape[2], evidence.shape[2]
    cells = evidence.reshape(-1)
    m = grid_T_camera.astype(np.float32)
    count, last = 0, -1
    for v in range(0, depth.shape[0], stride):
        yn = np.float32((v - cy) / fy)
        ray_x = m[0, 1] * yn + m[0, 2]
        ray_y = m[1, 1] * yn + m[1, 2]
        ray_z = m[2, 1] * yn + m[2, 2]
        for u in range(0, depth.shape[1], stride):
            z = depth[v, u]
            xn = np.float32((u - cx) / fx)
            if not (z >= min_depth and z * z * (1 + xn * xn + yn * yn) <= max_range * max_range):
                continue
            level = m[2, 3] + z * (ray_z + xn * m[2, 0])
            if not (level >= 0 and level < height):
                continue
            i = int(m[0, 3] + z * (ray_x + xn * m[0, 0]))
            j = int(m[1, 3] + z * (ray_y + xn * m[1, 0]))
            cell = i * width + j * height + int(level)
            if cell == last:
                continue
            last = cell
            before = cells[cell]
            if before < HIT_MARK // 2:
                cells[cell] = min(max(before, 0) + hit, most) + HIT_MARK
                hits[count] = cell
                count += 1
    return count


@compiled
def carve_free_space(
    pooled: NDArray[np.float32],
    planes: NDArray[np.float64],
    start: tuple[int, int],
    stop: tuple[int, int],
    column_origin: NDArray[np.float64],
    column_steps: NDArray[np.float64],
    max_range: float,
    resolution: float,
    centre: tuple[float, float],
    margins: tuple[float, float],
    evidence: NDArray[np.int8],
) -> None:
    """Make free every cell of the frustum whose centre lies well in front of the pooled depth.

    Along a column of cells the point (u z, v z, z), u and v in blocks of `pooled`, is linear in the index:
    column_origin + i * steps[0] + j * steps[1] + k * steps[2]. planes: (P, 3), a point is in the frustum
    where plane @ point >= 0 (near plane: column 3 is its offset). centre: the camera, in cells.
    """
    x0, y0, z0 = column_origin
    dx, dy, dz = column_steps[2]
    reach = (max_range / resolution) ** 2
    margin, occupied_margin = margins
    slope = planes[:, 0] * dx + planes[:, 1] * dy + planes[:, 2] * dz
    for i in range(start[0], stop[0]):
        for j in range(start[1], stop[1]):
            if (i + 0.5 - centre[0]) ** 2 + (j + 0.5 - centre[1]) ** 2 > reach:
                continue
            x = x0 + i * column_steps[0, 0] + j * column_steps[1, 0]
            y = y0 + i * column_steps[0, 1] + j * column_steps[1, 1]
            z = z0 + i * column_steps[0, 2] + j * column_steps[1, 2]
            first, last = 0.0, evidence.shape[2] - 1.0
            for p in range(planes.shape[0]):
                value = planes[p, 0] * x + planes[p, 1] * y + planes[p, 2] * z + planes[p, 3]
                if slope[p] > 1e-9:
                    first = max(first, -value / slope[p])
                elif slope[p] < -1e-9:
                    last = min(last, -value / slope[p])
                elif value < 0:
                    last = -1.0
            if last < first:
                continue
            column = evidence[i, j]
            for k in range(int(np.ceil(first)), int(last) + 1):
                depth = z + k * dz
                scale = 1.0 / depth
                gap = pooled[int((y + k * dy) * scale), int((x + k * dx) * scale)] - depth
                if gap <= margin:
                    continue
                known = column[k]
                if known == 0:
                    column[k] = -1
                elif known > 0 and known < HIT_MARK // 2 and gap > occupied_margin:
                    column[k] = known - 1 if known > 1 else -1


@compiled
def release_hits(evidence: NDArray[np.int8], hits: NDArray[np.int64], count: int) -> None:
    """Take HIT_MARK off the cells that splat_hits marked."""
    cells = evidence.reshape(-1)
    for index in range(count):
        cells[hits[index]] -= HIT_MARK
