"""sensor_msgs/CameraInfo to a pinhole camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from embodied_memory.geometry.transforms import normalised
from embodied_memory.observation import CameraIntrinsics


@dataclass(frozen=True)
class CameraInfo:
    """A camera and the frame it is in. distorted: its images were not rectified."""

    camera: CameraIntrinsics
    frame: str
    distorted: bool


def camera_info(message: Any) -> CameraInfo:
    """ValueError, with the cause, if the message has no calibration. ROS 1 writes K, P and D large."""
    k, p, d = (_field(message, name) for name in "kpd")
    # With no rectification (P empty) K holds for the image as it is.
    fx, cx, fy, cy = (p[0], p[2], p[5], p[6]) if len(p) == 12 and p[0] > 0 else (k[0], k[2], k[4], k[5])
    values = np.array([fx, fy, cx, cy], np.float64)
    if not np.isfinite(values).all() or min(k[0], fx, fy, message.width, message.height) <= 0:
        raise ValueError("its focal length or size is zero or no number")
    binning = np.array([max(1, int(message.binning_x)), max(1, int(message.binning_y))])
    corner, size = _region(message)
    focal = values[:2] / binning
    centre = (values[2:] - corner) / binning
    width, height = (int(value) for value in size // binning)
    camera = CameraIntrinsics(width, height, *focal.tolist(), *centre.tolist())
    return CameraInfo(camera, normalised(message.header.frame_id), bool(np.any(np.abs(d) > 1e-6)))


def _field(message: Any, name: str) -> Any:
    values = getattr(message, name, None)
    return np.asarray(getattr(message, name.upper(), ()) if values is None else values, np.float64)


def _region(message: Any) -> tuple[Any, Any]:
    """Upper left corner and size, in pixels of the sensor, of what the images show."""
    roi = message.roi
    if min(int(roi.width), int(roi.height)) > 0:
        return np.array([int(roi.x_offset), int(roi.y_offset)]), np.array([int(roi.width), int(roi.height)])
    return np.zeros(2, int), np.array([int(message.width), int(message.height)])
