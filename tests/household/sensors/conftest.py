"""A wall in front of a camera, and rooms with known noise."""

import numpy as np
import pytest

from embodied_memory.observation import CameraIntrinsics, InstanceLabel
from household.renderer import Rendering

SIZE = (120, 160)


@pytest.fixture
def camera():
    return CameraIntrinsics.from_horizontal_fov(SIZE[1], SIZE[0], 90.0)


@pytest.fixture
def wall():
    """wall(depth_m): a plane in front of the camera, all of it one instance."""

    def make(depth_m, category="painting", brightness=200, finish=None):
        return Rendering(
            np.full((*SIZE, 3), brightness, np.uint8),
            np.full(SIZE, depth_m, np.float32),
            np.ones(SIZE, np.uint16),
            (InstanceLabel(1, category, f"a {category}"),),
            None if finish is None else np.full(SIZE, finish, np.uint8),
        )

    return make


@pytest.fixture
def step(wall):
    """A near wall on the left and a far one on the right."""
    near = wall(1.0)
    near.depth[:, SIZE[1] // 2 :] = 3.0
    return near
