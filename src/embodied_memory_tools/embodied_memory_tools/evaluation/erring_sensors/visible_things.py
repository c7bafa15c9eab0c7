"""What a robot's views really showed: what its memory could have kept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import CameraIntrinsics
from household.renderer import Rendering


class VisibleThings:
    """Distinct things that some view showed near enough, on enough pixels."""

    def __init__(self, camera: CameraIntrinsics, config: PerceptionConfig) -> None:
        self._config = config
        self._ray = _ray_lengths(camera)
        self._instances: set[int] = set()

    def __len__(self) -> int:
        return len(self._instances)

    def take(self, picture: Rendering) -> None:
        """The truth of one view."""
        pixels = np.bincount(picture.ids[picture.depth > 0].ravel(), minlength=1)
        near = picture.ids[(picture.depth > 0) & (picture.depth * self._ray <= self._config.max_object_range_m)]
        shown = np.intersect1d(np.flatnonzero(pixels >= self._config.min_object_pixels), near)
        self._instances |= {int(number) for number in shown} - {0}


def _ray_lengths(camera: CameraIntrinsics) -> NDArray[np.float64]:
    """(H, W): metres away for each metre of planar depth."""
    x = (np.arange(camera.width) - camera.cx) / camera.fx
    y = (np.arange(camera.height) - camera.cy) / camera.fy
    lengths: NDArray[np.float64] = np.sqrt(1 + x[None, :] ** 2 + y[:, None] ** 2)
    return lengths
