"""Decodes RVL, a lossless code for depth images (Wilson, "Fast Lossless Depth Image Compression", ISS 2017).

Pixels are told as: how many are zero, how many are not, then of each of these the difference to the one before.
Numbers are cut into groups of three bits, the lowest first; a fourth bit says that more follow. Eight such nibbles
make a word of 32 bits, the first nibble uppermost. Differences are zigzag: 0, -1, 1, -2, 2 ... are 0, 1, 2, 3, 4 ...
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.compiled import compiled
from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.raw_pixels import MAX_PIXELS

_SIZE_BYTES = 8


def decode_rvl(data: bytes) -> NDArray[np.uint16]:
    """(H, W) of what compressedDepth writes: width, height, each of 32 bits, then the code. ImageError if broken."""
    if len(data) < _SIZE_BYTES:
        raise ImageError(f"truncated image: RVL data of {len(data)} bytes")
    width, height = (int(value) for value in np.frombuffer(data, "<u4", count=2))
    words = np.frombuffer(data, "<u4", count=(len(data) - _SIZE_BYTES) // 4, offset=_SIZE_BYTES)
    if not 0 < width * height <= MAX_PIXELS:
        raise ImageError(f"compressed image cannot be decoded: RVL data of {width}x{height} pixels")
    pixels = np.zeros(width * height, np.uint16)
    if _decode(words.astype(np.uint32), pixels) != len(pixels):
        raise ImageError("truncated image: RVL data that ends before the image does")
    return pixels.reshape(height, width)


@compiled
def _decode(words: Any, pixels: Any) -> int:
    """Fill pixels; returns how many there were, fewer than pixels if the code is cut off or not one."""
    nibble, done, previous = 0, 0, 0
    while done < len(pixels):
        zeros, nibble = _number(words, nibble)
        if zeros < 0 or done + zeros > len(pixels):
            return done
        done += zeros
        count, nibble = _number(words, nibble)
        if count < 0 or done + count > len(pixels) or zeros + count == 0:
            return done
        for _ in range(count):
            zigzag, nibble = _number(words, nibble)
            if zigzag < 0:
                return done
            previous += (zigzag >> 1) ^ -(zigzag & 1)
            pixels[done] = previous & 0xFFFF
            done += 1
    return done


@compiled
def _number(words: Any, nibble: int) -> tuple[int, int]:
    """The number that begins at this nibble and the nibble after it; -1 if the words end or it has over 30 bits."""
    value = 0
    for bits in range(0, 30, 3):
        if nibble >= 8 * len(words):
            return -1, nibble
        four = (np.int64(words[nibble >> 3]) >> (28 - 4 * (nibble & 7))) & 15
        nibble += 1
        value |= (four & 7) << bits
        if four < 8:
            return value, nibble
    return -1, nibble
