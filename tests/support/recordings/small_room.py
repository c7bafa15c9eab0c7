"""A small room and a drive through it, cast by rays: what any camera at any place would have recorded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from embodied_memory.observation import CameraIntrinsics

SECOND = 1_000_000_000
COLOR_CAMERA = CameraIntrinsics(80, 60, 60.0, 60.0, 39.5, 29.5)
DEPTH_CAMERA = CameraIntrinsics(64, 48, 40.0, 40.0, 31.0, 24.0)
"""Another size and a wider view: not registered."""
CAMERA_HEIGHT_M, PITCH_DEG = 1.2, 12.0
BODY_T_OPTICAL = np.array([[0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1]], float)
COLOR_T_DEPTH = np.eye(4)
COLOR_T_DEPTH[:3, 3] = (0.05, 0.0, 0.01)

_ROOM = np.array([[-3.0, -2.5, 0.0], [3.0, 2.5, 2.5]])
_THINGS = np.array(
    [
        [[1.0, -0.6, 0.0], [2.0, 0.6, 0.75]],  # a table
        [[1.3, -0.1, 0.75], [1.5, 0.1, 1.0]],  # a box on it
        [[-1.0, 1.6, 0.0], [0.5, 2.4, 0.5]],  # a bench
    ]
)
_COLORS = np.array([[150, 150, 140], [160, 110, 60], [190, 60, 50], [70, 90, 160]], float)


@dataclass(frozen=True, eq=False)
class View:
    """color (H, W, 3) uint8; depth (H, W) float32 metres of the colour camera, other_depth of the depth camera."""

    stamp_ns: int
    color: np.ndarray
    depth: np.ndarray
    other_depth: np.ndarray
    map_T_base: np.ndarray
    base_T_camera: np.ndarray

    @property
    def map_T_camera(self) -> np.ndarray:
        return self.map_T_base @ self.base_T_camera


START_S = 1_700_000_000.0


def drive(views: int = 8, rate_hz: float = 5.0) -> list[View]:
    """Slowly ahead and a little to the left."""
    return [view_at(round(number * SECOND / rate_hz)) for number in range(views)]


def view_at(after_ns: int) -> View:
    """So long after the start."""
    after_s = after_ns / SECOND
    map_T_base, base_T_camera = planar(-2.0 + 0.5 * after_s, 0.0, 0.15 * after_s), mount()
    color, depth = cast(map_T_base @ base_T_camera, COLOR_CAMERA)
    _, other = cast(map_T_base @ base_T_camera @ COLOR_T_DEPTH, DEPTH_CAMERA)
    return View(round(START_S) * SECOND + after_ns, color, depth, other, map_T_base, base_T_camera)


def planar(x: float, y: float, yaw: float) -> np.ndarray:
    pose = np.eye(4)
    pose[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    pose[:2, 3] = x, y
    return pose


def mount() -> np.ndarray:
    """base_T_camera (optical): 1.2 m high, looking down a little."""
    pitch = np.radians(PITCH_DEG)
    base_T_body = np.eye(4)
    base_T_body[:3, :3] = [[np.cos(pitch), 0, np.sin(pitch)], [0, 1, 0], [-np.sin(pitch), 0, np.cos(pitch)]]
    base_T_body[:3, 3] = 0.1, 0.0, CAMERA_HEIGHT_M
    return base_T_body @ BODY_T_OPTICAL


def cast(map_T_camera: np.ndarray, camera: CameraIntrinsics) -> tuple[np.ndarray, np.ndarray]:
    """Colour (H, W, 3) uint8 and planar depth (H, W) float32."""
    v, u = np.mgrid[0 : camera.height, 0 : camera.width]
    rays = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones(u.shape)], axis=-1)
    rays = rays @ map_T_camera[:3, :3].T
    origin = map_T_camera[:3, 3]
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = np.max((_ROOM[:, None, None] - origin) / rays, axis=0).min(axis=-1)
        surface = np.zeros(depth.shape, int)
        for number, thing in enumerate(_THINGS, start=1):
            ends = (thing[:, None, None] - origin) / rays
            near, far = ends.min(axis=0).max(axis=-1), ends.max(axis=0).min(axis=-1)
            hit = (near < far) & (near > 0.05) & (near < depth)
            depth, surface = np.where(hit, near, depth), np.where(hit, number, surface)
    points = origin + rays * depth[..., None]
    shade = 0.75 + 0.25 * np.sin(points @ np.array([2.0, 3.0, 4.0]))
    color = (_COLORS[surface] * shade[..., None]).astype(np.uint8)
    return color, depth.astype(np.float32)
