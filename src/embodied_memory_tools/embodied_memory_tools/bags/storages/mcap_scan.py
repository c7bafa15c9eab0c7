"""Reads an MCAP file from its beginning on, without its index: every whole record counts (mcap.dev/spec)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from rosbags.rosbag2.storage_mcap import decompress

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import LATCHED, OfferedQos
from embodied_memory_tools.bags.storages.scanned import Channel, Scanned
from embodied_memory_tools.bags.storages.unpacking import unpacked_part

MAGIC = b"\x89MCAP0\r\n"
_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK = 0x03, 0x04, 0x05, 0x06
_MESSAGE_HEAD_BYTES, _CHUNK_HEAD_BYTES = 22, 40
_FOOTER_BYTES = 37
"""The record at the end, with the place of the summary in its bytes 9 to 17, and the magic bytes."""


def scan_mcap(file: Path) -> Iterator[Scanned]:
    """Every whole message in the order of the file. BagError if it is no MCAP file at all."""
    schemas: dict[int, tuple[str, str, str]] = {}
    channels: dict[int, Channel] = {}
    with file.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise BagError(f"{file} is no MCAP file; it does not begin like one")
        for kind, content in _records(stream):
            try:
                if kind == _SCHEMA:
                    schemas[_uint16(content, 0)] = _schema(content)
                elif kind == _CHANNEL:
                    channels[_uint16(content, 0)] = _channel(content, schemas)
                elif kind == _MESSAGE and _uint16(content, 0) in channels and len(content) >= _MESSAGE_HEAD_BYTES:
                    stamp_ns = struct.unpack_from("<Q", content, 6)[0]
                    yield Scanned(channels[_uint16(content, 0)], stamp_ns, content[_MESSAGE_HEAD_BYTES:])
            except (struct.error, IndexError):
                continue  # a record that is damaged inside


def ends_whole(file: Path) -> bool:
    """Whether an MCAP file was closed: it begins and ends with the magic bytes."""
    size = file.stat().st_size
    if size < 2 * len(MAGIC):
        return False
    with file.open("rb") as stream:
        begin = stream.read(len(MAGIC))
        stream.seek(-len(MAGIC), 2)
        return begin == stream.read() == MAGIC


def has_index(file: Path) -> bool:
    """Whether a closed MCAP file tells at its end where its messages are."""
    with file.open("rb") as stream:
        if stream.seek(0, 2) < _FOOTER_BYTES:
            return False
        stream.seek(-_FOOTER_BYTES, 2)
        return stream.read(_FOOTER_BYTES)[9:17] != bytes(8)


def _records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Every whole record, those in chunks included, up to the first that is cut off or damaged."""
    while len(head := stream.read(9)) == 9:
        kind, size = struct.unpack("<BQ", head)
        if size >= 1 << 62:
            return
        if kind not in (_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK):
            stream.seek(size, 1)
            continue
        content = stream.read(min(size, _left(stream)))
        if kind == _CHUNK:
            yield from _records_of_chunk(content)
        elif len(content) == size:
            yield kind, content
        if len(content) < size:
            return


def _left(stream: BinaryIO) -> int:
    """Bytes to the end: a damaged size must not ask for more memory than there is file."""
    here = stream.tell()
    end = stream.seek(0, 2)
    stream.seek(here)
    return end - here


def _records_of_chunk(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Those of a chunk that was cut off or damaged as far as they go."""
    if len(content) < _CHUNK_HEAD_BYTES:
        return
    size, checksum = struct.unpack_from("<QI", content, 16)
    compression, start = _string(content, 28)
    packed = content[start + 8 :]
    try:
        records = decompress(packed, compression, size, checksum)
    except Exception:  # zstd, lz4 and the checksum complain each in its way
        records = unpacked_part(packed, compression)
    yield from _records(BytesIO(records))


def _schema(content: bytes) -> tuple[str, str, str]:
    """Name, encoding and text."""
    name, place = _string(content, 2)
    encoding, place = _string(content, place)
    return name, encoding, _string(content, place)[0]


def _channel(content: bytes, schemas: dict[int, tuple[str, str, str]]) -> Channel:
    topic, place = _string(content, 4)
    encoding, _ = _string(content, place)
    name, definition_format, definition = schemas.get(_uint16(content, 2), ("", "", ""))
    latched = b"durability: transient_local" in content
    reliable = b"reliability: best_effort" not in content
    qos = LATCHED if latched else OfferedQos(reliable=reliable)
    return Channel(topic, name, definition, definition_format, encoding, qos)


def _uint16(content: bytes, offset: int) -> int:
    return int.from_bytes(content[offset : offset + 2], "little")


def _string(content: bytes, offset: int) -> tuple[str, int]:
    """The string that begins there, and where it ends."""
    end = offset + 4 + int.from_bytes(content[offset : offset + 4], "little")
    return content[offset + 4 : end].decode(errors="replace"), end
