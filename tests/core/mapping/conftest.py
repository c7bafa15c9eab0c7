"""A world of boxes and an exact depth camera in it: what it measures can be worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.observation import CameraIntrinsics, Observation


@dataclass(frozen=True)
class BoxWorld:
    """boxes: (N, 6) xmin, ymin, zmin, xmax, ymax, zmax, metres."""

    boxes: np.ndarray

    def depth(self, intrinsics: CameraIntrinsics, map_T_camera: np.ndarray) -> np.ndarray:
        """(H, W) float32 planar depth; 0 where nothing is hit. Slab method, ray z component 1."""
        v, u = np.mgrid[: intrinsics.height, : intrinsics.width]
        local = np.stack([(u - intrinsics.cx) / intrinsics.fx, (v - intrinsics.cy) / intrinsics.fy, np.ones(u.shape)])
        rays = np.tensordot(map_T_camera[:3, :3], local, 1) + 1e-12
        nearest = np.full(u.shape, np.inf)
        for box in self.boxes:
            a = (box[:3] - map_T_camera[:3, 3])[:, None, None] / rays
            b = (box[3:] - map_T_camera[:3, 3])[:, None, None] / rays
            enter, leave = np.minimum(a, b).max(axis=0), np.maximum(a, b).min(axis=0)
            hit = np.where(enter > 1e-6, enter, leave)
            nearest = np.where((enter <= leave) & (leave > 1e-6), np.minimum(nearest, hit), nearest)
        return np.where(np.isfinite(nearest), nearest, 0).astype(np.float32)


def look(x: float, y: float, yaw: float, height: float = 1.5, tilt_deg: float = 30.0) -> np.ndarray:
    """map_T_camera of a camera that looks along yaw, tilted down."""
    tilt = np.radians(tilt_deg)
    forward = np.array([np.cos(yaw) * np.cos(tilt), np.sin(yaw) * np.cos(tilt), -np.sin(tilt)])
    right = np.array([np.sin(yaw), -np.cos(yaw), 0.0])
    pose = np.eye(4)
    pose[:3, :3] = np.stack([right, np.cross(forward, right), forward], axis=1)
    pose[:3, 3] = x, y, height
    return pose


def base(x: float, y: float, yaw: float) -> np.ndarray:
    """map_T_base."""
    pose = np.eye(4)
    pose[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    pose[:2, 3] = x, y
    return pose


CAMERA = CameraIntrinsics.from_horizontal_fov(160, 120, 100.0)


def observation(world: BoxWorld, x: float, y: float, yaw: float, stamp_ns: int = 0, **pose: float) -> Observation:
    """What the robot sees at (x, y, yaw)."""
    map_T_camera = look(x, y, yaw, **pose)
    depth = world.depth(CAMERA, map_T_camera)
    return Observation(stamp_ns, np.zeros((*depth.shape, 3), np.uint8), depth, CAMERA, map_T_camera, base(x, y, yaw))


def views_around(world: BoxWorld, x: float, y: float, stamp_ns: int = 0, views: int = 6) -> list[Observation]:
    """Views in all directions from one spot."""
    return [observation(world, x, y, 2 * np.pi * i / views, stamp_ns) for i in range(views)]


def wall(x0: float, y0: float, x1: float, y1: float, low: float = 0.0, high: float = 2.6) -> list[float]:
    return [x0, y0, low, x1, y1, high]


def flat() -> BoxWorld:
    """Two rooms of 4 x 4 m side by side (x 0..4 and 4.2..8.2), joined by a door 1 m wide and 2 m high."""
    return BoxWorld(
        np.array(
            [
                wall(-5, -5, 13, 9, -0.5, 0.0),
                wall(-0.2, -0.2, 0.0, 4.2),
                wall(8.2, -0.2, 8.4, 4.2),
                wall(-0.2, -0.2, 8.4, 0.0),
                wall(-0.2, 4.0, 8.4, 4.2),
                wall(4.0, 0.0, 4.2, 1.5),
                wall(4.0, 2.5, 4.2, 4.0),
                wall(4.0, 1.5, 4.2, 2.5, 2.0, 2.6),
                wall(1.0, 3.0, 1.8, 3.6, 0.0, 0.8),
            ]
        )
    )


@pytest.fixture(scope="session")
def two_rooms() -> BoxWorld:
    return flat()


@pytest.fixture(scope="session")
def observe():
    return observation


@pytest.fixture(scope="session")
def turn_around():
    return views_around


def walled_room(width=40, height=30, boxes=()):
    """A slice of free cells within walls. boxes: occupied ones, (left, bottom, right, top) in cells."""
    cells = np.full((height, width), FREE, np.int8)
    cells[[0, -1]] = cells[:, [0, -1]] = OCCUPIED
    for left, bottom, right, top in boxes:
        cells[bottom:top, left:right] = OCCUPIED
    return OccupancySlice(0, (0.0, 0.0), 0.1, cells)


@pytest.fixture(scope="session")
def room():
    return walled_room
