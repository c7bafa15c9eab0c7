"""Observations to write to bags and read back."""

import numpy as np
import pytest

from embodied_memory.observation import CameraIntrinsics, InstanceImage, InstanceLabel, Observation
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.observation_writer import ObservationWriter

SECOND = 1_000_000_000


def make_observation(second=1.0, x=0.0, instances=False):
    """A 6x4 view from (x, 0, 1.2) that looks along x of the map."""
    rows, columns = np.mgrid[0:4, 0:6]
    camera = np.array([[0, 0, 1, x], [-1, 0, 0, 0], [0, -1, 0, 1.2], [0, 0, 0, 1]], float)
    base = np.eye(4)
    base[0, 3] = x
    return Observation(
        stamp_ns=int(second * SECOND),
        color=np.stack([rows * 10, columns * 10, rows * columns], axis=2).astype(np.uint8),
        depth=(1 + 0.25 * rows + 0.125 * columns).astype(np.float32),
        intrinsics=CameraIntrinsics(6, 4, 5.0, 5.5, 2.5, 1.5),
        map_T_camera=camera,
        map_T_base=base,
        instances=InstanceImage(
            (rows * 300).astype(np.uint16), (InstanceLabel(300, "mug", "a red mug", (("color", "red"),)),)
        )
        if instances
        else None,
    )


def write_bag(path, observations, storage="mcap", topics=None):
    with BagWriter(path, storage=storage) as writer:
        writes = ObservationWriter(writer, topics)
        for observation in observations:
            writes.write(observation)
    return path


@pytest.fixture
def observation():
    return make_observation


@pytest.fixture
def bag_of(tmp_path):
    def build(*observations, storage="mcap", topics=None):
        return write_bag(tmp_path / "bag", observations, storage, topics)

    return build
