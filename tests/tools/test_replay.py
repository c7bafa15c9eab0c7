"""A bag becomes a memory that answers, faster than it was recorded."""

import math
from dataclasses import replace

import numpy as np
import pytest

from embodied_memory.config import Config
from embodied_memory.event import Event, EventKind
from embodied_memory.observation import CameraIntrinsics, InstanceImage, InstanceLabel, Observation
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.event_message import write_event
from embodied_memory_tools.bags.observation_writer import ObservationWriter
from embodied_memory_tools.replay import replay

SECOND = 1_000_000_000


def room_view(second, x=0.0, depth=None):
    """From (x, 0, 1.2) along x: a wall 3 m ahead of the origin, a floor, and a red mug in front of the wall."""
    camera = CameraIntrinsics(160, 120, 120.0, 120.0, 79.5, 59.5)
    rows, columns = np.mgrid[0:120, 0:160]
    down = (rows - camera.cy) / camera.fy
    wall_m = 3.0 - x
    planar = np.where(down > 1.2 / wall_m, 1.2 / np.maximum(down, 1e-6), wall_m).astype(np.float32)
    mug = (np.abs(rows - 60) < 8) & (np.abs(columns - 80) < 8)
    planar[mug] = wall_m - 0.3
    map_T_camera = np.array([[0, 0, 1, x], [-1, 0, 0, 0], [0, -1, 0, 1.2], [0, 0, 0, 1]], float)
    map_T_base = np.eye(4)
    map_T_base[0, 3] = x
    ids = np.where(mug, 7, 0).astype(np.uint16)
    labels = (InstanceLabel(7, "mug", "a red mug", (("color", "red"),)),)
    return Observation(
        int(second * SECOND),
        np.full((120, 160, 3), 90, np.uint8),
        planar if depth is None else depth,
        camera,
        map_T_camera,
        map_T_base,
        instances=InstanceImage(ids, labels),
    )


def hashing_config():
    config = Config()
    return replace(config, perception=replace(config.perception, embedder="hashing"))


@pytest.fixture
def bag(tmp_path):
    with BagWriter(tmp_path / "bag") as writer:
        writes = ObservationWriter(writer)
        for step in range(10):
            writes.write(room_view(1 + 3 * step, x=0.1 * step))
        writes.write(room_view(31, x=1.0, depth=np.zeros((120, 160), np.float32)))
        write_event(writer, Event(2 * SECOND, EventKind.UTTERANCE, "anna", "That mug is mine."))
    return tmp_path / "bag"


def test_a_replayed_bag_answers_with_evidence(bag, tmp_path):
    done = []
    summary = replay(
        bag,
        tmp_path / "memory.db",
        hashing_config(),
        ["Where is the mug?", "Where is the piano?"],
        on_progress=lambda count, total: done.append((count, total)),
    )
    mug, piano = summary.answers
    assert mug.known
    assert mug.evidence
    assert math.dist(mug.positions[0], (2.7, 0, 1.2)) < 0.2
    assert not piano.known
    assert (summary.observations, summary.events) == (10, 1)
    assert dict(summary.read.skipped) == {"observation refused by the core": 1}
    assert done[-1] == (10, 11)
    assert [item.category for item in summary.objects] == ["mug"]
    assert summary.map is not None
    assert summary.map.robot_xy == pytest.approx((0.9, 0.0))


def test_replay_is_faster_than_real_time(bag, tmp_path):
    replay(bag, tmp_path / "first.db", hashing_config())  # compiles what has to be compiled
    summary = replay(bag, tmp_path / "memory.db", hashing_config())
    assert summary.recorded_s == 27.0
    assert summary.speed > 5


def test_a_bag_that_cannot_be_replayed_leaves_no_database(tmp_path):
    with pytest.raises(BagError, match="there is no bag"):
        replay(tmp_path / "nothing", tmp_path / "memory.db", hashing_config())
    assert not (tmp_path / "memory.db").exists()
