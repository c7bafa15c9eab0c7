"""Surfaces as a depth camera meets them: how steeply it looks at them, where they end, which it cannot measure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from embodied_memory.observation import CameraIntrinsics
from household.shape import Finish

Image = NDArray[np.float32]

_EDGE_M, _EDGE_SHARE = 0.1, 0.06
"""Surfaces this far behind each other, and this share of their depth, end at an edge."""


def inverse_depth(depth: Image) -> Image:
    """1 / depth, 0 where nothing is. It is linear across every plane, which depth is not."""
    with np.errstate(divide="ignore"):
        return np.where(depth > 0, 1.0 / depth, 0.0).astype(np.float32)


def incidence(depth: Image, camera: CameraIntrinsics) -> Image:
    """(H, W) radians between the ray and the surface's normal: 0 seen from the front, pi/2 edge-on.

    With n . P = d, P = depth * (x, y, 1): n / d = (a, b, w - a x - b y), where w is the inverse depth and a, b are
    its slopes along x and y.
    """
    w = inverse_depth(depth)
    slope_y, slope_x = np.gradient(w)
    a, b = slope_x * np.float32(camera.fx), slope_y * np.float32(camera.fy)
    x = ((np.arange(camera.width) - camera.cx) / camera.fx).astype(np.float32)[None, :]
    y = ((np.arange(camera.height) - camera.cy) / camera.fy).astype(np.float32)[:, None]
    normal = np.sqrt(a * a + b * b + (w - a * x - b * y) ** 2)
    ray = np.sqrt(1 + x * x + y * y)
    cosine = w / np.maximum(normal * ray, 1e-9)
    return np.asarray(np.arccos(np.clip(cosine, 0.0, 1.0)), np.float32)


def edges(depth: Image) -> NDArray[np.bool_]:
    """(H, W) where one surface ends before another: the inverse depth is bent there, as it is on no plane."""
    w = inverse_depth(depth)
    bend = np.maximum(np.abs(_second_difference(w, 0)), np.abs(_second_difference(w, 1)))
    step_m = bend * depth * depth
    ends: NDArray[np.bool_] = (depth > 0) & (step_m > np.maximum(_EDGE_M, _EDGE_SHARE * depth))
    return ends


def near_and_far(depth: Image) -> tuple[Image, Image]:
    """The nearest and the farthest depth among each pixel and its neighbours."""
    return ndimage.minimum_filter(depth, 3), ndimage.maximum_filter(depth, 3)


def share_by_finish(glass: float, shiny: float, dark: float) -> NDArray[np.float32]:
    """(finishes,) by `Finish`: which share of its pixels a depth camera does not measure. glass: of mirrors, too."""
    of = {Finish.GLASS: glass, Finish.MIRROR: glass, Finish.SHINY: shiny, Finish.DARK: dark}
    return np.array([of.get(finish, 0.0) for finish in Finish], np.float32)


def _second_difference(image: Image, axis: int) -> Image:
    return np.asarray(ndimage.convolve1d(image, [1.0, -2.0, 1.0], axis=axis, mode="nearest"), np.float32)
