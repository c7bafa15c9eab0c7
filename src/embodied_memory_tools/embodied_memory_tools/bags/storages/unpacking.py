"""Unpacks what is whole of a chunk that was cut off."""

from __future__ import annotations

import bz2
from typing import Any

from lz4.frame import LZ4FrameDecompressor  # type: ignore[import-untyped]
from rosbags.rosbag2.storage_mcap import zstd

_STEP = 4096


def unpacked_part(data: bytes, compression: str) -> bytes:
    """As much as can be had; nothing of a compression that is not known ("" or none, zstd, lz4 and bz2 are)."""
    if compression in ("", "none"):
        return data
    kinds: dict[str, Any] = {"zstd": zstd.ZstdDecompressor, "lz4": LZ4FrameDecompressor, "bz2": bz2.BZ2Decompressor}
    if compression not in kinds:
        return b""
    decompressor = kinds[compression]()
    parts: list[bytes] = []
    for start in range(0, len(data), _STEP):
        try:
            parts.append(decompressor.decompress(data[start : start + _STEP]))
        except Exception:  # from here on it is damaged; each library has errors of its own
            break
        if decompressor.eof:
            break
    return b"".join(parts)
