"""Pictures and depth as drivers and transports encode them; each the reverse of what a reader has to do."""

from __future__ import annotations

import io
import struct
from fractions import Fraction

import numpy as np
from PIL import Image

DEPTH_MAX_M, QUANTISATION = 10.0, 100.0
"""Parameters of compressed_depth_image_transport: A = q (q + 1), B = 1 - A / max."""


def yuv422(rgb: np.ndarray, order: str) -> np.ndarray:
    """(H, W, 2) of UYVY or YUY2, ITU-R BT.601 with full chroma at half width; W is even."""
    red, green, blue = (rgb[:, :, channel].astype(float) for channel in range(3))
    y = 16 + (65.738 * red + 129.057 * green + 25.064 * blue) / 256
    u = 128 + (-37.945 * red - 74.494 * green + 112.439 * blue) / 256
    v = 128 + (112.439 * red - 94.154 * green - 18.285 * blue) / 256
    chroma = np.stack([u[:, ::2] + u[:, 1::2], v[:, ::2] + v[:, 1::2]], axis=-1).reshape(len(rgb), -1) / 2
    first, second = (chroma, y) if order == "uyvy" else (y, chroma)
    return np.round(np.stack([first, second], axis=-1)).clip(0, 255).astype(np.uint8)


def bayer(rgb: np.ndarray, pattern: str) -> np.ndarray:
    """(H, W, 1) mosaic; pattern: the colours of the first two rows, for example rggb."""
    mosaic = np.zeros(rgb.shape[:2], np.uint8)
    for place, letter in enumerate(pattern):
        row, column = divmod(place, 2)
        mosaic[row::2, column::2] = rgb[row::2, column::2, "rgb".index(letter)]
    return mosaic[:, :, None]


def picture(array: np.ndarray, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(array).save(buffer, kind, **options)
    return buffer.getvalue()


def compressed_depth(depth_m: np.ndarray, encoding: str, codec: str) -> bytes:
    """What compressedDepth carries: 12 bytes of parameters, then PNG or RVL. depth_m: NaN where unknown."""
    if encoding == "32FC1":
        a = QUANTISATION * (QUANTISATION + 1)
        b = 1 - a / DEPTH_MAX_M
        known = depth_m < DEPTH_MAX_M
        raw = np.where(known, a / np.where(known, depth_m, 1) + b, 0).astype(np.uint16)
        head = struct.pack("<iff", 0, a, b)
    else:
        raw = np.nan_to_num(depth_m * 1000).round().astype(np.uint16)
        head = struct.pack("<iff", 0, 0, 0)
    if codec == "png":
        return head + picture(raw, "PNG")
    return head + struct.pack("<II", raw.shape[1], raw.shape[0]) + rvl(raw)


def rvl(depth: np.ndarray) -> bytes:
    """Run length and variable length of differences (Wilson, "Fast Lossless Depth Image Compression", 2017)."""
    nibbles: list[int] = []

    def put(value: int) -> None:
        while value > 7:
            nibbles.append(value & 7 | 8)
            value >>= 3
        nibbles.append(value)

    values, place, previous = depth.ravel().tolist(), 0, 0
    while place < len(values):
        for wanted in (False, True):
            end = place
            while end < len(values) and bool(values[end]) == wanted:
                end += 1
            put(end - place)
            if wanted:
                for value in values[place:end]:
                    difference, previous = value - previous, value
                    put(2 * difference if difference >= 0 else -2 * difference - 1)
            place = end
    nibbles += [0] * (-len(nibbles) % 8)
    words = [
        sum(nibble << 28 - 4 * i for i, nibble in enumerate(nibbles[n : n + 8])) for n in range(0, len(nibbles), 8)
    ]
    return struct.pack(f"<{len(words)}I", *words)


def video(pictures: list[np.ndarray], codec: str = "libx264", keyframe_every: int = 4) -> list[tuple[bytes, bool]]:
    """(packet in Annex B, is a key frame) of each picture; needs PyAV."""
    import av

    encoder = av.CodecContext.create(codec, "w")
    height, width = pictures[0].shape[:2]
    encoder.width, encoder.height, encoder.pix_fmt = width, height, "yuv420p"
    encoder.framerate, encoder.time_base, encoder.gop_size = 10, Fraction(1, 10), keyframe_every
    encoder.options = {"tune": "zerolatency", "preset": "fast", "crf": "12"}
    packets = []
    for number, picture_ in enumerate(pictures):
        frame = av.VideoFrame.from_ndarray(picture_, format="rgb24")
        frame.pts = number
        packets += encoder.encode(frame)
    packets += encoder.encode(None)
    return [(bytes(packet), packet.is_keyframe) for packet in packets]
