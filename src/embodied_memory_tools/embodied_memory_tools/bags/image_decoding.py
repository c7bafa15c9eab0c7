"""Image messages to arrays. Every function raises ImageError, with the cause, for what it cannot decode."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_COLOR_CHANNELS = {"rgb8": 3, "8UC3": 3, "bgr8": 3, "rgba8": 4, "bgra8": 4, "mono8": 1, "8UC1": 1}
_COMPRESSED_DEPTH_HEADER_BYTES = 12
MAX_PIXELS = 100_000_000


class ImageError(ValueError):
    """An image message that cannot be decoded. The first words name the cause, details follow a colon."""


def decode_color(message: Any) -> NDArray[np.uint8]:
    """(H, W, 3) uint8 RGB of a sensor_msgs Image or CompressedImage (JPEG, PNG)."""
    if hasattr(message, "format"):
        image = _decompressed(message.data).convert("RGB")
        return np.array(image)
    channels = _COLOR_CHANNELS.get(message.encoding)
    if channels is None:
        raise ImageError(
            f"colour encoding not supported: {message.encoding!r}, use rgb8, bgr8, rgba8, bgra8 or mono8"
        )
    pixels = _rows(message, np.dtype(np.uint8), channels)
    if channels == 1:
        return np.repeat(pixels, 3, axis=2)
    if message.encoding.startswith("bgr"):
        pixels = pixels[:, :, 2::-1]
    return np.ascontiguousarray(pixels[:, :, :3])


def decode_depth(message: Any) -> NDArray[np.float32]:
    """(H, W) float32 metres of a 32FC1 (metres) or 16UC1 (millimetres) image, raw or as compressed PNG."""
    if hasattr(message, "format"):
        return _decompressed_depth(message)
    if message.encoding == "32FC1":
        return _rows(message, np.dtype(np.float32), 1)[:, :, 0].astype(np.float32)
    if message.encoding in ("16UC1", "mono16"):
        return _metres(_rows(message, np.dtype(np.uint16), 1)[:, :, 0])
    raise ImageError(f"depth encoding not supported: {message.encoding!r}, use 32FC1 or 16UC1")


def decode_instances(message: Any) -> NDArray[np.uint16]:
    """(H, W) uint16 of a 16UC1 image of instance ids."""
    if message.encoding not in ("16UC1", "mono16"):
        raise ImageError(f"instance encoding not supported: {message.encoding!r}, use 16UC1")
    return _rows(message, np.dtype(np.uint16), 1)[:, :, 0].astype(np.uint16)


def _rows(message: Any, item: np.dtype[Any], channels: int) -> NDArray[Any]:
    """(H, W, channels) without the padding at the end of each row. Checks what the message says of itself."""
    height, width, step = int(message.height), int(message.width), int(message.step)
    if height == 0 or width == 0 or len(message.data) == 0:
        raise ImageError(f"empty image: {width}x{height} pixels, {len(message.data)} bytes")
    row_bytes = width * channels * item.itemsize
    if step < row_bytes:
        raise ImageError(
            f"mis-encoded image: a row of {width} {message.encoding} pixels needs {row_bytes} B, has {step}"
        )
    if len(message.data) < step * height:
        raise ImageError(f"truncated image: {len(message.data)} of {step * height} bytes")
    order = item.newbyteorder(">" if message.is_bigendian else "<")
    raw = np.frombuffer(message.data, np.uint8, count=step * height).reshape(height, step)[:, :row_bytes]
    pixels: NDArray[Any] = np.ascontiguousarray(raw).view(order).reshape(height, width, channels)
    return pixels


def _metres(millimetres: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(millimetres.astype(np.float32) / np.float32(1000), np.float32)


def _decompressed(data: Any) -> Image.Image:
    if len(data) == 0:
        raise ImageError("empty image: a compressed image of 0 bytes")
    try:
        image = Image.open(io.BytesIO(bytes(data)), formats=("JPEG", "PNG"))
        if image.width * image.height > MAX_PIXELS:
            raise ImageError(f"image too large: {image.width}x{image.height} pixels")
        image.load()
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ImageError(f"compressed image cannot be decoded: {error}") from error
    return image


def _decompressed_depth(message: Any) -> NDArray[np.float32]:
    if "32FC1" in message.format:
        raise ImageError("depth encoding not supported: compressed 32FC1, record 16UC1 or raw depth")
    skip = _COMPRESSED_DEPTH_HEADER_BYTES if "compressedDepth" in message.format else 0
    image = _decompressed(message.data[skip:])
    if not image.mode.startswith("I"):
        raise ImageError(f"depth encoding not supported: an 8-bit {image.mode} image, depth needs 16 bits")
    return _metres(np.array(image))
