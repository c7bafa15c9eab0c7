"""Brings depth to the pixels of colour, and says why it cannot be where the recording does not tell how."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.transforms import TransformError
from embodied_memory.observation import CameraIntrinsics
from embodied_memory_tools.bags.camera_info import CameraInfo
from embodied_memory_tools.bags.images.depth_registration import register_depth
from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.pose_source import PoseSource
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings

_SAME_CAMERA = 0.02
"""Cameras whose focal lengths and centres differ by less than this part of the width are one."""
_MOVED_M, _TURNED_RAD = 0.01, 0.005
"""Depth that is later than colour is carried over only if the camera moved by more in between."""
_MOUNT = (
    "give --depth-mount 'x y z roll pitch yaw' (metres, degrees), the depth camera's optical frame in that of colour"
)
_ASKED = "or --depth-registered if it belongs to the pixels of colour all the same"

Array = NDArray[np.float64]
Depth = NDArray[np.float32]


@dataclass(frozen=True)
class Taken:
    """Frame and moment of an image."""

    frame: str
    stamp_ns: int


class DepthAlignment:
    """Depth of the same size, frame and camera is registered; all other is registered here, or refused."""

    def __init__(self, settings: ReadSettings, depth_info: CameraInfo | None, report: ReadReport) -> None:
        self._settings, self._report = settings, report
        self._camera = depth_info.camera if depth_info is not None else None
        self._mount = settings.color_T_depth()

    def aligned(
        self, depth: Depth, of_depth: Taken, of_color: Taken, camera: CameraIntrinsics, source: PoseSource
    ) -> Depth:
        """(H, W) of the colour camera. ImageError, with the remedy, if it is not known how the two relate."""
        if self._is_registered(depth, of_depth.frame, of_color.frame, camera):
            return self._carried(depth, of_depth, of_color, camera, source)
        of_sensor = self._depth_camera(depth, of_depth.frame, of_color.frame, camera)
        same_size = depth.shape == (camera.height, camera.width)
        color_T_depth = self._color_T_depth(of_depth, of_color, source, f", {_ASKED}" if same_size else "")
        self._report.note("depth is not registered to colour: it is registered here, by its own camera and transform")
        return register_depth(depth, of_sensor, color_T_depth, camera)

    def _is_registered(self, depth: Depth, frame: str, color_frame: str, camera: CameraIntrinsics) -> bool:
        same_size = depth.shape == (camera.height, camera.width)
        if self._settings.depth_registered:
            if not same_size:
                raise ImageError(
                    f"depth is no image of the colour camera: {depth.shape[1]}x{depth.shape[0]} pixels, colour has "
                    f"{camera.width}x{camera.height}",
                    "leave --depth-registered out",
                )
            return True
        same_camera = self._camera is None or _is_same(self._camera, camera)
        is_told = self._mount is not None or bool(self._settings.depth_intrinsics)
        return same_size and frame == color_frame and same_camera and not is_told

    def _depth_camera(self, depth: Depth, frame: str, color_frame: str, camera: CameraIntrinsics) -> CameraIntrinsics:
        height, width = depth.shape
        asked = f", {_ASKED}" if (height, width) == (camera.height, camera.width) else ""
        given = self._settings.depth_camera(width, height)
        if given is not None:
            return given
        if self._camera is None:
            raise ImageError(
                f"depth is not registered to colour: {_difference(depth, frame, color_frame, camera)}, and there is "
                "no camera info of depth",
                f"name it with --depth-info-topic, or give --depth-intrinsics 'fx fy cx cy'{asked}",
            )
        if (self._camera.height, self._camera.width) != depth.shape:
            raise ImageError(
                f"depth and its camera info do not fit together: {depth.shape[1]}x{depth.shape[0]} pixels, the "
                f"camera info is of {self._camera.width}x{self._camera.height}",
                "name the right one with --depth-info-topic",
            )
        return self._camera

    def _color_T_depth(self, of_depth: Taken, of_color: Taken, source: PoseSource, asked: str) -> Array:
        if self._mount is not None:
            return self._mount
        if of_depth.frame == of_color.frame and of_depth.stamp_ns == of_color.stamp_ns:
            return np.eye(4)
        try:
            return self._between(of_depth, of_color, source)
        except TransformError as error:
            raise ImageError(
                f"depth is not registered to colour: it is of {of_depth.frame!r}, colour of {of_color.frame!r}, and "
                f"{error}",
                f"{_MOUNT}{asked}",
            ) from error

    def _between(self, of_depth: Taken, of_color: Taken, source: PoseSource) -> Array:
        """At their own times where that is known, else as if the camera stood still."""
        try:
            return source.between(of_color.frame, of_color.stamp_ns, of_depth.frame, of_depth.stamp_ns)
        except TransformError:
            return source.between(of_color.frame, of_color.stamp_ns, of_depth.frame, of_color.stamp_ns)

    def _carried(
        self, depth: Depth, of_depth: Taken, of_color: Taken, camera: CameraIntrinsics, source: PoseSource
    ) -> Depth:
        """Registered depth of another moment, moved by how the camera moved in between, if that is known."""
        if of_depth.stamp_ns == of_color.stamp_ns:
            return depth
        try:
            moved = source.between(of_color.frame, of_color.stamp_ns, of_color.frame, of_depth.stamp_ns)
        except TransformError:
            return depth
        turned = np.arccos(np.clip((np.trace(moved[:3, :3]) - 1) / 2, -1, 1))
        if np.linalg.norm(moved[:3, 3]) < _MOVED_M and turned < _TURNED_RAD:
            return depth
        self._report.note("depth of another moment than colour is moved by how the camera moved in between")
        return register_depth(depth, camera, moved, camera)


def _is_same(one: CameraIntrinsics, other: CameraIntrinsics) -> bool:
    differences = [getattr(one, name) - getattr(other, name) for name in ("fx", "fy", "cx", "cy")]
    return bool(max(map(abs, differences)) < _SAME_CAMERA * other.width)


def _difference(depth: Depth, frame: str, color_frame: str, camera: CameraIntrinsics) -> str:
    if depth.shape != (camera.height, camera.width):
        return f"it has {depth.shape[1]}x{depth.shape[0]} pixels, colour {camera.width}x{camera.height}"
    return f"its frame is {frame!r}, that of colour {color_frame!r}"
