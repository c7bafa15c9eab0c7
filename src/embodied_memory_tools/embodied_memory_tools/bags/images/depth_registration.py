"""Registers depth to colour: each measured point is moved into the colour camera, where the nearest one counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.compiled import compiled
from embodied_memory.observation import CameraIntrinsics

_MAX_FOOTPRINT_PX = 12
"""Across, of one depth pixel in the colour image: where it would be larger, the surface is too near to be told."""
_MIN_Z_M = 0.02
_SMOOTH = 0.06
"""Neighbours whose depth differs by less than this part are of one surface."""


def register_depth(
    depth: NDArray[np.float32],
    depth_camera: CameraIntrinsics,
    color_T_depth: NDArray[np.float64],
    color_camera: CameraIntrinsics,
) -> NDArray[np.float32]:
    """(H, W) float32 metres as the colour camera would measure it; 0 where nothing was measured or it cannot see.

    depth: (h, w) of the depth camera. color_T_depth: (4, 4), depth camera's optical frame in that of colour. A pixel
    is carried over with its whole area and slope: a finer colour image has neither holes nor steps between pixels.
    """
    registered = np.zeros((color_camera.height, color_camera.width), np.float32)
    _splat(
        np.ascontiguousarray(depth, np.float32),
        np.array([depth_camera.fx, depth_camera.fy, depth_camera.cx, depth_camera.cy]),
        np.ascontiguousarray(color_T_depth, np.float64),
        np.array([color_camera.fx, color_camera.fy, color_camera.cx, color_camera.cy]),
        registered,
    )
    return registered


@compiled
def _splat(depth: Any, source: Any, transform: Any, target: Any, registered: Any) -> None:
    """Fill `registered` through a z-buffer. source, target: fx, fy, cx, cy."""
    height, width = registered.shape
    for row in range(depth.shape[0]):
        for column in range(depth.shape[1]):
            z = depth[row, column]
            if not (np.isfinite(z) and z > 0):
                continue
            x = (column - source[2]) / source[0] * z
            y = (row - source[3]) / source[1] * z
            moved = transform[2, 0] * x + transform[2, 1] * y + transform[2, 2] * z + transform[2, 3]
            if moved < _MIN_Z_M:
                continue
            u = (transform[0, 0] * x + transform[0, 1] * y + transform[0, 2] * z + transform[0, 3]) / moved
            v = (transform[1, 0] * x + transform[1, 1] * y + transform[1, 2] * z + transform[1, 3]) / moved
            u, v = target[0] * u + target[2], target[1] * v + target[3]
            # What a pixel of depth covers: its own angle, seen from where the colour camera is.
            across = min(target[0] / source[0] * z / moved, float(_MAX_FOOTPRINT_PX))
            down = min(target[1] / source[1] * z / moved, float(_MAX_FOOTPRINT_PX))
            left, right = _pixels(u, across / 2, width)
            top, bottom = _pixels(v, down / 2, height)
            slope_u = _slope(depth, row, column, 0, 1) / across
            slope_v = _slope(depth, row, column, 1, 0) / down
            for v_pixel in range(top, bottom):
                for u_pixel in range(left, right):
                    surface = moved + slope_u * (u_pixel - u) + slope_v * (v_pixel - v)
                    known = registered[v_pixel, u_pixel]
                    if known == 0 or surface < known:
                        registered[v_pixel, u_pixel] = surface


@compiled
def _slope(depth: Any, row: int, column: int, down: int, right: int) -> float:
    """How much farther the next pixel that way is, on one smooth surface; 0 at its edges."""
    z = depth[row, column]
    total, count = 0.0, 0
    for step in (-1, 1):
        r, c = row + step * down, column + step * right
        if 0 <= r < depth.shape[0] and 0 <= c < depth.shape[1]:
            difference = depth[r, c] - z
            if abs(difference) < _SMOOTH * z:  # false for what is not a number
                total += step * difference
                count += 1
    return total / count if count else 0.0


@compiled
def _pixels(middle: float, half: float, size: int) -> tuple[int, int]:
    """Pixels whose middle lies in the interval; at least the nearest one; within the image. End exclusive."""
    first, last = np.ceil(middle - half - 1e-6), np.ceil(middle + half - 1e-6)
    if last <= first:
        first = np.floor(middle + 0.5)
        last = first + 1
    if not (last > 0 and first < size):
        return 0, 0
    return int(max(first, 0.0)), int(min(last, float(size)))
