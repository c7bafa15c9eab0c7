"""A small picture of a view, to keep and to show."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

JPEG_QUALITY = 80


def thumbnail_jpeg(color: NDArray[np.uint8], width_px: int) -> bytes:
    """Return (H, W, 3) RGB as a JPEG at most `width_px` wide; empty if that is 0."""
    if width_px <= 0:
        return b""
    picture = Image.fromarray(color)
    if picture.width > width_px:
        height = max(1, round(picture.height * width_px / picture.width))
        picture = picture.resize((width_px, height), Image.Resampling.BILINEAR, reducing_gap=2.0)
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=JPEG_QUALITY)
    return stream.getvalue()
