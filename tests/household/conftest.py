"""Homes to test with. A generated home is made once; whoever changes it takes a copy."""

import copy
from pathlib import Path

import numpy as np
import pytest

from embodied_memory.observation import CameraIntrinsics
from household.generation import generate_home
from household.home import Home
from household.scene_files import load_home

_SHARED_SCENE = Path(__file__).resolve().parents[3] / "shared" / "data" / "scenes" / "aws_small_house.glb"
_MADE = {}


@pytest.fixture
def home_of():
    """home_of(seed): a fresh copy of the home of a seed; looks are shared, the world is not."""

    def make(seed):
        if seed not in _MADE:
            _MADE[seed] = generate_home(seed)
        made = _MADE[seed]
        world = copy.copy(made.world)
        world.entities = dict(made.world.entities)
        return Home(made.name, world, made.appearances, made.structure, made.start_pose)

    return make


@pytest.fixture
def home(home_of):
    return home_of(7)


@pytest.fixture(scope="session")
def shared_scene():
    if not _SHARED_SCENE.is_file():
        pytest.skip(f"{_SHARED_SCENE} is missing: the shared data is not beside this repository")
    return _SHARED_SCENE


@pytest.fixture(scope="session")
def foreign_home(shared_scene):
    return load_home(shared_scene)


@pytest.fixture
def small_camera():
    return CameraIntrinsics.from_horizontal_fov(160, 120, 120.0)


@pytest.fixture
def camera_at():
    """camera_at(x, y, yaw, z, tilt_deg): map_T_camera of an optical frame."""

    def make(x, y, yaw=0.0, z=1.5, tilt_deg=30.0):
        tilt = np.radians(tilt_deg)
        forward = np.array([np.cos(yaw) * np.cos(tilt), np.sin(yaw) * np.cos(tilt), -np.sin(tilt)])
        right = np.array([np.sin(yaw), -np.cos(yaw), 0.0])
        matrix = np.eye(4)
        matrix[:3, :3] = np.stack([right, np.cross(forward, right), forward], 1)
        matrix[:3, 3] = x, y, z
        return matrix

    return make
