"""Saves what is readable of a bag whose recording was cut off, for example by a crash or a full disk."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from rosbags.rosbag2 import ReaderError
from rosbags.rosbag2.storage_mcap import decompress

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import LATCHED, BagWriter, OfferedQos

_MAGIC = b"\x89MCAP0\r\n"
_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK = 0x03, 0x04, 0x05, 0x06


@dataclass(frozen=True)
class _Channel:
    topic: str
    type_name: str
    qos: OfferedQos


def recover_bag(damaged: str | Path, recovered: str | Path) -> int:
    """Copy every whole message of an MCAP bag, folder or file, to a new bag; returns how many there were.

    BagError, with nothing written, if nothing at all can be read.
    """
    messages = chain.from_iterable(map(_messages, _mcap_files(Path(damaged))))
    first = next(messages, None)
    if first is None:
        raise BagError(f"nothing in {damaged} can be read: not one message of it is whole")
    with BagWriter(recovered) as writer:
        for channel, stamp_ns, data in chain([first], messages):
            writer.write_raw(channel.topic, channel.type_name, data, stamp_ns, channel.qos)
    return writer.messages_written


def _mcap_files(path: Path) -> list[Path]:
    files = sorted(path.glob("*.mcap")) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        raise BagError(f"there is no .mcap file at {path}; only MCAP recordings can be recovered")
    return files


def _messages(file: Path) -> Iterator[tuple[_Channel, int, bytes]]:
    types: dict[int, str] = {}
    channels: dict[int, _Channel] = {}
    with file.open("rb") as stream:
        if stream.read(len(_MAGIC)) != _MAGIC:
            raise BagError(f"{file} is no MCAP file; it does not begin like one")
        for kind, content in _records(stream):
            if kind == _SCHEMA:
                types[_uint16(content, 0)] = _string(content, 2)[0]
            elif kind == _CHANNEL:
                channels[_uint16(content, 0)] = _channel(content, types)
            elif kind == _MESSAGE and _uint16(content, 0) in channels:
                yield channels[_uint16(content, 0)], struct.unpack_from("<Q", content, 6)[0], content[22:]


def _records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Every whole record, those in chunks included, up to the first that is cut off or damaged."""
    while len(head := stream.read(9)) == 9:
        kind, size = struct.unpack("<BQ", head)
        if kind not in (_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK):
            stream.seek(size, 1)
            continue
        content = stream.read(size)
        if len(content) < size:
            return
        if kind == _CHUNK:
            yield from _records_of_chunk(content)
        else:
            yield kind, content


def _records_of_chunk(content: bytes) -> Iterator[tuple[int, bytes]]:
    size, checksum = struct.unpack_from("<QI", content, 16)
    compression, start = _string(content, 28)
    try:
        records = decompress(content[start + 8 :], compression, size, checksum)
    except (ReaderError, OSError, ValueError, RuntimeError):
        return  # one damaged chunk; those after it may be whole
    yield from _records(BytesIO(records))


def _channel(content: bytes, types: dict[int, str]) -> _Channel:
    topic, _ = _string(content, 4)
    latched = b"durability: transient_local" in content
    reliable = b"reliability: best_effort" not in content
    qos = LATCHED if latched else OfferedQos(reliable=reliable)
    return _Channel(topic, types.get(_uint16(content, 2), ""), qos)


def _uint16(content: bytes, offset: int) -> int:
    return int.from_bytes(content[offset : offset + 2], "little")


def _string(content: bytes, offset: int) -> tuple[str, int]:
    """The string that begins there, and where it ends."""
    end = offset + 4 + int.from_bytes(content[offset : offset + 4], "little")
    return content[offset + 4 : end].decode(errors="replace"), end
