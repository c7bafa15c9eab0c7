"""A room of boxes, seen by a pinhole camera: exact depth and instance ids without any simulator."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import CameraIntrinsics, InstanceImage, InstanceLabel, Observation

INTRINSICS = CameraIntrinsics.from_horizontal_fov(320, 240, 90.0)


@dataclass(frozen=True)
class Thing:
    """An axis-aligned box in map: centre and size in metres."""

    category: str
    centre: tuple[float, float, float]
    size: tuple[float, float, float]
    caption: str = ""
    attributes: tuple[tuple[str, str], ...] = ()


def look_at(position, target) -> np.ndarray:
    """map_T_camera of a camera at `position` that looks at `target`, the horizon level."""
    forward = np.subtract(target, position).astype(float)
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0, 0, 1))
    right /= np.linalg.norm(right)
    transform = np.eye(4)
    transform[:3, 0], transform[:3, 1], transform[:3, 2] = right, np.cross(forward, right), forward
    transform[:3, 3] = position
    return transform


@dataclass
class BoxRoom:
    """Things on a floor at height 0, within walls 6 m from the middle."""

    things: list[Thing] = field(default_factory=list)

    def see(self, position, target, intrinsics=INTRINSICS, stamp_ns=0) -> Observation:
        transform = look_at(position, target)
        directions = _directions(intrinsics, transform)
        depth, ids = _room_depth(np.asarray(position, float), directions), None
        ids = np.zeros(depth.shape, np.uint16)
        for number, thing in enumerate(self.things, 1):
            hit = _box_depth(thing, np.asarray(position, float), directions)
            ids[hit < depth] = number
            depth = np.minimum(hit, depth)
        labels = [
            InstanceLabel(number, thing.category, thing.caption, thing.attributes)
            for number, thing in enumerate(self.things, 1)
        ]
        color = np.full((*depth.shape, 3), 90, np.uint8)
        image = InstanceImage(ids, tuple(labels))
        return Observation(stamp_ns, color, depth.astype(np.float32), intrinsics, transform, instances=image)


def _directions(camera: CameraIntrinsics, transform: np.ndarray) -> np.ndarray:
    """(H, W, 3) rays in map whose optical-axis part is 1, so that ray length is planar depth."""
    v, u = np.mgrid[: camera.height, : camera.width]
    rays = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones_like(u, float)], -1)
    return rays @ transform[:3, :3].T


def _room_depth(origin: np.ndarray, directions: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        walls = np.maximum((-6 - origin[:2]) / directions[..., :2], (6 - origin[:2]) / directions[..., :2])
        floor = np.where(directions[..., 2] < 0, -origin[2] / directions[..., 2], np.inf)
    return np.minimum(np.nanmin(walls, axis=-1), floor)


def _box_depth(thing: Thing, origin: np.ndarray, directions: np.ndarray) -> np.ndarray:
    half = np.array(thing.size) / 2
    with np.errstate(divide="ignore"):
        inverse = 1 / np.where(directions == 0, 1e-12, directions)
    one, two = (thing.centre - half - origin) * inverse, (thing.centre + half - origin) * inverse
    near, far = np.minimum(one, two).max(axis=-1), np.maximum(one, two).min(axis=-1)
    return np.where((near <= far) & (near > 0), near, np.inf)


@pytest.fixture(scope="session")
def config() -> PerceptionConfig:
    return PerceptionConfig(embedder="hashing", max_object_range_m=6.0)


@pytest.fixture(scope="session")
def make_config():
    return PerceptionConfig


@pytest.fixture(scope="session")
def thing():
    return Thing


@pytest.fixture(scope="session")
def room():
    return lambda *things: BoxRoom(list(things))
