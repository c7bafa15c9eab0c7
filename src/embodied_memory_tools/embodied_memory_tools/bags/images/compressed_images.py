"""sensor_msgs/CompressedImage messages: JPEG, PNG, WebP, and the depth of compressed_depth_image_transport."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.raw_pixels import MAX_PIXELS
from embodied_memory_tools.bags.images.rvl import decode_rvl

FORMATS = ("JPEG", "PNG", "WEBP")
_PARAMETERS = struct.Struct("<iff")
"""What precedes a compressedDepth image: its kind, and A and B of the inverse depth."""


def compressed_color(data: Any) -> NDArray[np.uint8]:
    """(H, W, 3) RGB; grey of 16 bits to 8 by its upper byte."""
    image = decompressed(bytes(data))
    if image.mode.startswith("I"):
        return np.repeat(
            (np.array(image).astype(np.uint32) >> 8).clip(0, 255).astype(np.uint8)[:, :, None], 3, axis=2
        )
    return np.array(image.convert("RGB"))


def compressed_depth_values(format_text: str, data: Any) -> tuple[NDArray[Any], bool]:
    """(H, W) values, and whether they are metres (else units of a 16-bit image, as a rule millimetres).

    A 32-bit image was written as 16-bit inverse depth: depth = A / (value - B), 0 is unknown.
    """
    data = bytes(data)
    encoding = format_text.partition(";")[0].strip()
    if "compressedDepth" not in format_text:
        return _sixteen_bits(decompressed(data)), False
    if len(data) <= _PARAMETERS.size:
        raise ImageError(f"empty image: compressed depth of {len(data)} bytes")
    _, a, b = _PARAMETERS.unpack_from(data)
    body = data[_PARAMETERS.size :]
    values = decode_rvl(body) if "rvl" in format_text.lower() else _sixteen_bits(decompressed(body))
    if encoding != "32FC1":
        return values, False
    if not (np.isfinite(a) and np.isfinite(b) and a > 0):
        raise ImageError(f"mis-encoded image: 32FC1 depth with the parameters {a} and {b}")
    with np.errstate(divide="ignore"):
        metres = np.float32(a) / (values.astype(np.float32) - np.float32(b))
    return np.where((values > 0) & (metres > 0), metres, np.nan).astype(np.float32), True


def decompressed(data: bytes) -> Image.Image:
    """The picture. ImageError for anything that is not a whole JPEG, PNG or WebP."""
    if len(data) == 0:
        raise ImageError("empty image: a compressed image of 0 bytes")
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
        if image.width * image.height > MAX_PIXELS:
            raise ImageError(f"image too large: {image.width}x{image.height} pixels")
        image.load()
    except ImageError:
        raise
    except Exception as error:  # the decoders fail in many ways: OSError, SyntaxError, struct.error, zlib.error ...
        raise ImageError(f"compressed image cannot be decoded: {_cause(data, error)}") from error
    return image


def _cause(data: bytes, error: Exception) -> str:
    if isinstance(error, Image.UnidentifiedImageError):
        return f"it begins with {data[:4].hex()}, which is no {', '.join(FORMATS)}"
    return str(error) or type(error).__name__


def _sixteen_bits(image: Image.Image) -> NDArray[np.uint16]:
    if not image.mode.startswith("I"):
        raise ImageError(
            f"depth encoding not supported: an 8-bit {image.mode} image, depth needs 16 bits",
            "record depth raw or as compressedDepth (PNG or RVL)",
        )
    return np.array(image).astype(np.uint16)
