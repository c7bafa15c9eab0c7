"""Images and camera info. Every defect of a message becomes an InvalidObservationError that names it."""

from __future__ import annotations

import array
import sys
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from sensor_msgs.msg import CameraInfo, Image

from embodied_memory.observation import CameraIntrinsics, InvalidObservationError
from embodied_memory_ros.conversions.stamps import ns_to_header

_CHANNELS = {"rgb8": 3, "bgr8": 3, "rgba8": 4, "bgra8": 4, "mono8": 1, "8UC1": 1, "8UC3": 3}
_DTYPES = {"32FC1": "f4", "16UC1": "u2", "mono16": "u2"}
MILLIMETRE = np.float32(0.001)


def image_to_color(message: Image) -> NDArray[np.uint8]:
    """To (H, W, 3) uint8 RGB."""
    channels = _CHANNELS.get(message.encoding)
    if channels is None:
        known = ", ".join(sorted(_CHANNELS))
        raise InvalidObservationError(f'colour image has encoding "{message.encoding}"; known are {known}')
    pixels = _pixels(message, np.dtype("u1"), channels)
    if channels == 1:
        return np.repeat(pixels, 3, axis=2)
    order = [2, 1, 0] if message.encoding.startswith("bgr") else [0, 1, 2]
    return np.ascontiguousarray(pixels[:, :, order])


def image_to_depth(message: Image) -> NDArray[np.float32]:
    """To (H, W) float32 metres. 16-bit depth is in millimetres (REP-118)."""
    if message.encoding not in _DTYPES:
        raise InvalidObservationError(f'depth image has encoding "{message.encoding}"; known are 32FC1 and 16UC1')
    pixels = _pixels(message, np.dtype(_DTYPES[message.encoding]), 1)[:, :, 0]
    if pixels.dtype.itemsize == 2:
        return pixels.astype(np.float32) * MILLIMETRE
    return np.ascontiguousarray(pixels, np.float32)


def image_to_instances(message: Image) -> NDArray[np.uint16]:
    """To (H, W) uint16."""
    if message.encoding not in ("16UC1", "mono16"):
        raise InvalidObservationError(f'instance image has encoding "{message.encoding}"; expected 16UC1')
    return np.ascontiguousarray(_pixels(message, np.dtype("u2"), 1)[:, :, 0])


def _pixels(message: Image, dtype: np.dtype[np.generic], channels: int) -> NDArray[np.generic]:
    """(H, W, channels), row padding removed, in this machine's byte order."""
    row = message.width * channels * dtype.itemsize
    if message.width == 0 or message.height == 0:
        raise InvalidObservationError(f"{message.encoding} image is empty ({message.width}x{message.height})")
    if message.step < row:
        raise InvalidObservationError(
            f"{message.encoding} image has a step of {message.step} bytes, a row needs {row}"
        )
    if len(message.data) < message.step * message.height:
        raise InvalidObservationError(
            f"{message.encoding} image is truncated: {len(message.data)} of {message.step * message.height} bytes"
        )
    order: Literal[">", "<"] = ">" if message.is_bigendian else "<"
    bytes_ = np.frombuffer(message.data, np.uint8, message.step * message.height)
    rows = np.ascontiguousarray(bytes_.reshape(message.height, message.step)[:, :row])
    typed = rows.view(dtype.newbyteorder(order)).reshape(message.height, message.width, channels)
    return typed.astype(dtype, copy=False)


def array_to_image(pixels: NDArray[np.generic], encoding: str, stamp_ns: int, frame_id: str) -> Image:
    """Any of the encodings above, without the slow field checks (a copy into array('B') costs 0.05 ms)."""
    pixels = np.ascontiguousarray(pixels)
    buffer = array.array("B")
    buffer.frombytes(pixels.data.cast("B"))
    return Image(
        header=ns_to_header(stamp_ns, frame_id),
        height=pixels.shape[0],
        width=pixels.shape[1],
        encoding=encoding,
        is_bigendian=int(sys.byteorder == "big"),
        step=pixels.strides[0],
        data=buffer,
    )


def camera_info_to_intrinsics(message: CameraInfo) -> CameraIntrinsics:
    """A pinhole; the images are taken to be rectified."""
    fx, _, cx, _, fy, cy = message.k[:6]
    if not np.isfinite((fx, fy, cx, cy)).all() or fx <= 0 or fy <= 0:
        raise InvalidObservationError(f"camera info has no calibration (fx {fx}, fy {fy})")
    return CameraIntrinsics(message.width, message.height, float(fx), float(fy), float(cx), float(cy))


def intrinsics_to_camera_info(camera: CameraIntrinsics, stamp_ns: int, frame_id: str) -> CameraInfo:
    """A pinhole without distortion."""
    return CameraInfo(
        header=ns_to_header(stamp_ns, frame_id),
        width=camera.width,
        height=camera.height,
        distortion_model="plumb_bob",
        d=[0.0] * 5,
        k=[camera.fx, 0.0, camera.cx, 0.0, camera.fy, camera.cy, 0.0, 0.0, 1.0],
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=[camera.fx, 0.0, camera.cx, 0.0, 0.0, camera.fy, camera.cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    )
