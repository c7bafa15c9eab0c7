"""The pixels of sensor_msgs/Image messages, before their encoding is interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory_tools.bags.images.image_error import ImageError

MAX_PIXELS = 100_000_000


def pixel_rows(message: Any, item: np.dtype[Any], channels: int) -> NDArray[Any]:
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
