"""Image messages to arrays. Every function raises ImageError, with the cause, for what it cannot decode."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory_tools.bags.images.color_encodings import color_to_rgb
from embodied_memory_tools.bags.images.compressed_images import compressed_color, compressed_depth_values
from embodied_memory_tools.bags.images.depth_unit import require_plausible_unit
from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.raw_pixels import pixel_rows

MILLIMETRE = 0.001
_UNKNOWN = 65535
"""The greatest number of 16 bits: drivers write it where nothing was measured."""
_SIXTEEN_BITS = ("16UC1", "mono16")


def decode_color(message: Any) -> NDArray[np.uint8]:
    """(H, W, 3) uint8 RGB of a sensor_msgs Image or CompressedImage."""
    return compressed_color(message.data) if hasattr(message, "format") else color_to_rgb(message)


def decode_depth(message: Any, metres_per_unit: float | None = None) -> NDArray[np.float32]:
    """(H, W) float32 metres of an Image or CompressedImage; 0, NaN and inf: not measured.

    metres_per_unit: None: 32FC1 is in metres and 16UC1 in millimetres, as REP-118 says.
    """
    if hasattr(message, "format"):
        values, are_metres = compressed_depth_values(message.format, message.data)
    elif message.encoding == "32FC1":
        values, are_metres = pixel_rows(message, np.dtype(np.float32), 1)[:, :, 0], True
    elif message.encoding in _SIXTEEN_BITS:
        values, are_metres = pixel_rows(message, np.dtype(np.uint16), 1)[:, :, 0], False
    else:
        raise ImageError(
            f"depth encoding not supported: {message.encoding!r}; read are 32FC1 and 16UC1",
            "record depth as 32FC1 (metres) or 16UC1 (millimetres)",
        )
    return in_metres(values, metres_per_unit if metres_per_unit is not None else 1.0 if are_metres else MILLIMETRE)


def in_metres(values: NDArray[Any], metres_per_unit: float) -> NDArray[np.float32]:
    """(H, W) float32; the greatest 16-bit number is no distance. ImageError if the unit cannot be right."""
    if values.dtype.itemsize == 2:
        values = np.where(values == _UNKNOWN, 0, values)
    depth = np.asarray(values.astype(np.float32) * np.float32(metres_per_unit), np.float32)
    require_plausible_unit(depth, metres_per_unit)
    return depth


def decode_instances(message: Any) -> NDArray[np.uint16]:
    """(H, W) uint16 of a 16UC1 image of instance ids."""
    if getattr(message, "encoding", "") not in _SIXTEEN_BITS:
        raise ImageError(f"instance encoding not supported: {getattr(message, 'encoding', '')!r}, use 16UC1")
    return pixel_rows(message, np.dtype(np.uint16), 1)[:, :, 0].astype(np.uint16)
