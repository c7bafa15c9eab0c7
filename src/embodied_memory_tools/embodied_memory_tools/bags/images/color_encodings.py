"""Pixels of each colour encoding of sensor_msgs to RGB."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import convolve

from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.raw_pixels import pixel_rows

Rgb = NDArray[np.uint8]
_GREEN_KERNEL = np.array([[0, 1, 0], [1, 4, 1], [0, 1, 0]]) / 4.0
_OTHER_KERNEL = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 4.0
"""Bilinear: a colour that a pixel lacks is the mean of its nearest neighbours that have it."""
_BYTE, _WORD = np.dtype(np.uint8), np.dtype(np.uint16)


def color_to_rgb(message: Any) -> Rgb:
    """(H, W, 3) uint8 of a sensor_msgs/Image. ImageError for an encoding that is not read, naming those that are."""
    read = _READERS.get(message.encoding)
    if read is None:
        known = ", ".join(name for name in _READERS if not name.startswith("8UC"))
        raise ImageError(
            f"colour encoding not supported: {message.encoding!r}; read are {known}",
            "record or republish colour in one of these encodings",
        )
    return read(message)


def _packed(order: tuple[int, ...], item: np.dtype[Any], message: Any) -> Rgb:
    """Channels side by side, of 8 or 16 bits; order: where red, green and blue are."""
    channels = 4 if message.encoding in _WITH_ALPHA else max(order) + 1
    return np.ascontiguousarray(_bytes(pixel_rows(message, item, channels))[:, :, list(order)])


def _bytes(pixels: NDArray[Any]) -> Rgb:
    """16 bits to 8 as cv_bridge does it: the upper byte."""
    return np.asarray(pixels if pixels.dtype.itemsize == 1 else pixels >> 8, np.uint8)


def _bayer(pattern: str, item: np.dtype[Any], message: Any) -> Rgb:
    """pattern: the colours of the first two rows of two pixels."""
    mosaic = pixel_rows(message, item, 1)[:, :, 0].astype(np.float32)
    planes = []
    for letter in "rgb":
        known = np.zeros_like(mosaic)
        for place in (place for place, found in enumerate(pattern) if found == letter):
            rows, columns = slice(place // 2, None, 2), slice(place % 2, None, 2)
            known[rows, columns] = mosaic[rows, columns]
        planes.append(convolve(known, _GREEN_KERNEL if letter == "g" else _OTHER_KERNEL, mode="mirror"))
    scale = 1 if item.itemsize == 1 else 256
    return np.asarray((np.stack(planes, axis=-1) / scale).round().clip(0, 255), np.uint8)


def _yuv422(luma: int, message: Any) -> Rgb:
    """Two bytes a pixel, chroma shared by two; luma: the place of Y in a pixel (UYVY: 1, YUYV: 0)."""
    pixels = pixel_rows(message, _BYTE, 2)
    pixels = pixels[:, : pixels.shape[1] // 2 * 2]
    chroma = pixels[:, :, 1 - luma].reshape(len(pixels), -1, 2).repeat(2, axis=1)
    return _yuv_to_rgb(pixels[:, :, luma], chroma[:, :, 0], chroma[:, :, 1])


def _nv(first: int, message: Any) -> Rgb:
    """A plane of Y, then one of chroma at half the size (NV12: U first, NV21: V first); step is that of Y."""
    height, width, step = int(message.height), int(message.width), int(message.step)
    if height == 0 or width == 0 or step < width:
        raise ImageError(f"empty image: {width}x{height} pixels, rows of {step} bytes")
    rows = height + (height + 1) // 2
    if len(message.data) < step * rows:
        raise ImageError(f"truncated image: {len(message.data)} of {step * rows} bytes")
    planes = np.frombuffer(message.data, np.uint8, count=step * rows).reshape(rows, step)
    width -= width % 2
    chroma = planes[height:, :width].reshape(rows - height, -1, 2).repeat(2, axis=0).repeat(2, axis=1)[:height]
    return _yuv_to_rgb(planes[:height, :width], chroma[:, :, first], chroma[:, :, 1 - first])


def _yuv_to_rgb(y: NDArray[Any], u: NDArray[Any], v: NDArray[Any]) -> Rgb:
    """ITU-R BT.601, Y from 16 to 235, as cameras send it and OpenCV reads it."""
    light = 1.164 * (y.astype(np.float32) - 16)
    u, v = u.astype(np.float32) - 128, v.astype(np.float32) - 128
    rgb = np.stack([light + 1.596 * v, light - 0.813 * v - 0.391 * u, light + 2.018 * u], axis=-1)
    return np.asarray(rgb.round().clip(0, 255), np.uint8)


_RGB, _BGR, _GREY = (0, 1, 2), (2, 1, 0), (0, 0, 0)
_WITH_ALPHA = ("rgba8", "bgra8", "8UC4", "rgba16", "bgra16")
_PATTERNS = ("rggb", "bggr", "gbrg", "grbg")
_READERS: dict[str, Callable[[Any], Rgb]] = {
    **{name: partial(_packed, _RGB, _BYTE) for name in ("rgb8", "rgba8", "8UC3", "8UC4")},
    **{name: partial(_packed, _BGR, _BYTE) for name in ("bgr8", "bgra8")},
    **{name: partial(_packed, _GREY, _BYTE) for name in ("mono8", "8UC1")},
    **{name: partial(_packed, _RGB, _WORD) for name in ("rgb16", "rgba16")},
    **{name: partial(_packed, _BGR, _WORD) for name in ("bgr16", "bgra16")},
    "mono16": partial(_packed, _GREY, _WORD),
    **{name: partial(_yuv422, 1) for name in ("yuv422", "uyvy")},
    **{name: partial(_yuv422, 0) for name in ("yuv422_yuy2", "yuyv")},
    "nv12": partial(_nv, 0),
    "nv21": partial(_nv, 1),
    **{f"bayer_{pattern}8": partial(_bayer, pattern, _BYTE) for pattern in _PATTERNS},
    **{f"bayer_{pattern}16": partial(_bayer, pattern, _WORD) for pattern in _PATTERNS},
}
