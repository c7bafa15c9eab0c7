"""MCAP files as other writers make them: without chunks and index, of any profile, with schemas of any kind."""

from __future__ import annotations

import struct
from pathlib import Path

from embodied_memory_tools.bags.open_bag import open_bag

_MAGIC = b"\x89MCAP0\r\n"


def write_mcap(
    path: Path,
    bag: Path,
    profile: str = "ros2",
    extra: tuple[str, str, str, str, bytes] | None = None,
    reverse: bool = False,
) -> Path:
    """The messages of a bag. extra: topic, type, encoding of its schema, of its message, and the message."""
    with open_bag(bag) as opened:
        messages = list(opened.raw_messages())
        definitions = {topic: opened.channel(topic).definition for topic in opened.topics()}
    channels = {topic: (name, "ros2msg", "cdr", definitions[topic]) for topic, name, _, _ in messages}
    if extra is not None:
        topic, name, schema, encoding, data = extra
        channels[topic] = (name, schema, encoding, "{not a definition")
        messages.append((topic, name, messages[0][2], data))
    if reverse:
        messages = messages[::-1]
    with path.open("wb") as stream:
        stream.write(_MAGIC + _record(0x01, _text(profile) + _text("another writer")))
        for number, (topic, (name, schema, encoding, definition)) in enumerate(channels.items(), start=1):
            text = _text(name) + _text(schema) + _text(definition if schema else "")
            stream.write(_record(0x03, struct.pack("<H", number) + text))
            channel = struct.pack("<HH", number, number) + _text(topic) + _text(encoding) + struct.pack("<I", 0)
            stream.write(_record(0x04, channel))
        numbers = {topic: number for number, topic in enumerate(channels, start=1)}
        for topic, _, stamp_ns, data in messages:
            stream.write(_record(0x05, struct.pack("<HIQQ", numbers[topic], 0, stamp_ns, stamp_ns) + data))
        stream.write(_record(0x0F, struct.pack("<I", 0)) + _record(0x02, struct.pack("<QQI", 0, 0, 0)) + _MAGIC)
    return path


def _record(kind: int, content: bytes) -> bytes:
    return struct.pack("<BQ", kind, len(content)) + content


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data
