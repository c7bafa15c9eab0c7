"""Reads a ROS 1 bag from its beginning on, without its index (wiki.ros.org/Bags/Format/2.0)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from rosbags.typesys.msg import normalize_msgtype

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.storages.scanned import Channel, Scanned
from embodied_memory_tools.bags.storages.unpacking import unpacked_part

MAGIC = b"#ROSBAG V2.0\n"
_MESSAGE, _CHUNK, _CONNECTION = 2, 5, 7


def scan_ros1(file: Path) -> Iterator[Scanned]:
    """Every whole message in the order of the file. BagError if it is no such bag at all."""
    channels: dict[int, Channel] = {}
    with file.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            raise BagError(f"{file} is no ROS 1 bag; it does not begin like one")
        for head, data in _records(stream):
            number = int.from_bytes(head.get("conn", b""), "little")
            kind = head["op"][0]
            if kind == _CONNECTION:
                channels[number] = _channel(head, _fields(data))
            elif kind == _MESSAGE and number in channels and len(head.get("time", b"")) == 8:
                seconds, nanoseconds = struct.unpack("<II", head["time"])
                yield Scanned(channels[number], seconds * 1_000_000_000 + nanoseconds, data)


def _records(stream: BinaryIO) -> Iterator[tuple[dict[str, bytes], bytes]]:
    """Header and data of every whole record, those in chunks included, up to the first that is cut off."""
    while True:
        (header, _), (data, is_whole) = _sized(stream), _sized(stream)
        head = _fields(header)
        if len(head.get("op", b"")) != 1:
            return
        if head["op"][0] == _CHUNK:
            compression = head.get("compression", b"none").decode(errors="replace")
            yield from _records(BytesIO(unpacked_part(data, compression)))
        elif is_whole:
            yield head, data
        if not is_whole:
            return


def _sized(stream: BinaryIO) -> tuple[bytes, bool]:
    """What follows its own length, and whether all of it is there."""
    length = stream.read(4)
    if len(length) < 4:
        return b"", False
    size = int.from_bytes(length, "little")
    here = stream.tell()
    end = stream.seek(0, 2)
    stream.seek(here)
    return stream.read(min(size, end - here)), size <= end - here


def _fields(header: bytes) -> dict[str, bytes]:
    fields, place = {}, 0
    while place + 4 <= len(header):
        end = place + 4 + int.from_bytes(header[place : place + 4], "little")
        name, _, value = header[place + 4 : end].partition(b"=")
        fields[name.decode(errors="replace")] = value
        place = end
    return fields


def _channel(head: dict[str, bytes], said: dict[str, bytes]) -> Channel:
    def text(fields: dict[str, bytes], name: str) -> str:
        return fields.get(name, b"").decode(errors="replace")

    type_name = text(said, "type")
    name = normalize_msgtype(type_name) if type_name.count("/") else type_name
    return Channel(text(head, "topic"), name, text(said, "message_definition"), "ros1msg", "ros1")
