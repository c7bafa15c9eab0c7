"""A furnished flat of boxes, a depth camera in it, and poses that are wrong in ways of their own."""

from __future__ import annotations

import numpy as np

from embodied_memory.geometry.transforms import rotation_from_vector
from embodied_memory.localisation.planar import spatial
from embodied_memory.observation import CameraIntrinsics, Observation

CAMERA = CameraIntrinsics.from_horizontal_fov(160, 120, 100.0)
PANS = np.radians([-60.0, 0.0, 60.0])


def box(x0, y0, x1, y1, low=0.0, high=2.6):
    return [x0, y0, low, x1, y1, high]


FLAT = np.array(
    [
        box(-5, -5, 13, 9, -0.5, 0.0),
        box(-0.2, -0.2, 0.0, 4.2),
        box(8.2, -0.2, 8.4, 4.2),
        box(-0.2, -0.2, 8.4, 0.0),
        box(-0.2, 4.0, 8.4, 4.2),
        box(4.0, 0.0, 4.2, 1.5),
        box(4.0, 2.5, 4.2, 4.0),
        box(1.0, 3.3, 1.9, 4.0, 0.0, 0.8),
        box(2.9, 0.0, 3.5, 0.5, 0.0, 1.9),
        box(5.2, 3.2, 6.4, 4.0, 0.0, 0.9),
        box(7.6, 0.5, 8.2, 1.4, 0.0, 1.2),
    ]
)
"""Two rooms of 4 x 4 m with a door between them, each with furniture of its own."""
CORRIDOR = np.array([box(-50, -5, 50, 9, -0.5, 0.0), box(-50, -0.2, 50, 0.0), box(-50, 1.6, 50, 1.8)])
"""So long that no end is seen."""


def depth_of(boxes, map_T_camera):
    """(H, W) float32 planar depth by the slab method; the z component of a ray is 1."""
    v, u = np.mgrid[: CAMERA.height, : CAMERA.width]
    local = np.stack([(u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, np.ones(u.shape)])
    rays = np.tensordot(map_T_camera[:3, :3], local, 1) + 1e-12
    nearest = np.full(u.shape, np.inf)
    for one in boxes:
        a = (one[:3] - map_T_camera[:3, 3])[:, None, None] / rays
        b = (one[3:] - map_T_camera[:3, 3])[:, None, None] / rays
        enter, leave = np.minimum(a, b).max(axis=0), np.maximum(a, b).min(axis=0)
        nearest = np.where((enter <= leave) & (enter > 1e-6), np.minimum(nearest, enter), nearest)
    return np.where(np.isfinite(nearest), nearest, 0).astype(np.float32)


def base_T_camera(pan, tilt_deg=30.0, height=1.3):
    """(4, 4), optical frame to base."""
    tilt = np.radians(tilt_deg)
    forward = np.array([np.cos(pan) * np.cos(tilt), np.sin(pan) * np.cos(tilt), -np.sin(tilt)])
    right = np.array([np.sin(pan), -np.cos(pan), 0.0])
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack([right, np.cross(forward, right), forward], axis=1)
    matrix[2, 3] = height
    return matrix


def take(boxes, true, given, stamp_ns, pan=0.0, mount=None, rise=0.0, noise=0.0, rng=None, covariance=None):
    """A view from the true pose (3,) that says it is of the given one. mount: turn of the camera that nobody told."""
    told = base_T_camera(pan)
    real = told.copy()
    if mount is not None:
        real[:3, :3] = told[:3, :3] @ rotation_from_vector(np.asarray(mount))
    real[2, 3] += rise
    depth = depth_of(boxes, spatial(true) @ real)
    if noise:
        depth = (depth + noise * depth**2 * rng.standard_normal(depth.shape)).astype(np.float32)
    color = np.zeros((*depth.shape, 3), np.uint8)
    map_T_base = spatial(given)
    return Observation(stamp_ns, color, depth, CAMERA, map_T_base @ told, map_T_base, pose_covariance=covariance)


def tour(rounds=2):
    """(N, 3) poses through both rooms and back, half a metre apart."""
    corners = [
        (1.2, 1.2),
        (2.6, 2.0),
        (4.1, 2.0),
        (5.6, 2.0),
        (6.8, 1.6),
        (5.6, 2.0),
        (4.1, 2.0),
        (2.6, 2.0),
    ] * rounds
    poses = []
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        count = max(1, round(np.hypot(x1 - x0, y1 - y0) / 0.5))
        yaw = np.arctan2(y1 - y0, x1 - x0)
        poses += [(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count, yaw) for k in range(count)]
    return np.array(poses)
