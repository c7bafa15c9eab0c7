"""What lies under an open bag: the topics and messages of a ROS 2 or ROS 1 recording, whatever file they are in."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from rosbags.interfaces import Connection, MessageDefinitionFormat, QosDurability, QosReliability

from embodied_memory_tools.bags.bag_writer import LATCHED, OfferedQos
from embodied_memory_tools.bags.storages.mcap_scan import scan_mcap
from embodied_memory_tools.bags.storages.scanned import Channel, Scanned

READABLE = ("cdr", "ros1")
"""How messages are serialized that can be decoded; others (json, protobuf) are only listed."""


class Storage(Protocol):
    """An open recording. channels: each with the number of its messages; duration_s: first to last message."""

    channels: list[tuple[Channel, int]]
    duration_s: float

    def messages(self, topics: set[str]) -> Iterator[Scanned]:
        """Those of the topics, in the order of recording."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


class IndexedStorage:
    """Through the rosbags library: a ROS 2 bag (MCAP, SQLite) or a ROS 1 bag, which is open."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._channels = {connection.id: _channel(connection) for connection in reader.connections}
        self.channels = [(self._channels[c.id], int(c.msgcount)) for c in reader.connections]
        self.duration_s = max(0, reader.duration - 1) / 1e9

    def messages(self, topics: set[str]) -> Iterator[Scanned]:
        """Those of the topics, in the order of recording."""
        chosen = [one for one in self._reader.connections if one.topic in topics]
        if chosen:
            for connection, stamp_ns, data in self._reader.messages(connections=chosen):
                yield Scanned(self._channels[connection.id], stamp_ns, data)

    def close(self) -> None:
        """Close the file."""
        self._reader.close()


class ScannedStorage:
    """MCAP files that rosbags does not take, without index, of another profile or with schemas unknown to it."""

    def __init__(self, files: list[Path]) -> None:
        self._files = files
        counts: Counter[Channel] = Counter()
        first, last = 0, 0
        for message in self._all():
            counts[message.channel] += 1
            first = min(first or message.stamp_ns, message.stamp_ns)
            last = max(last, message.stamp_ns)
        self.channels = list(counts.items())
        self.duration_s = (last - first) / 1e9

    def messages(self, topics: set[str]) -> Iterator[Scanned]:
        """Those of the topics, in the order of the file."""
        return (message for message in self._all() if message.channel.topic in topics)

    def close(self) -> None:
        """Nothing stays open."""

    def _all(self) -> Iterator[Scanned]:
        scans = [scan_mcap(file) for file in self._files]
        return heapq.merge(*scans, key=lambda message: message.stamp_ns) if len(scans) > 1 else iter(*scans)


def _channel(connection: Connection) -> Channel:
    formats = {MessageDefinitionFormat.MSG: "ros2msg", MessageDefinitionFormat.IDL: "ros2idl"}
    definition = connection.msgdef
    encoding = getattr(connection.ext, "serialization_format", "ros1")
    return Channel(
        connection.topic,
        connection.msgtype,
        definition.data,
        formats.get(definition.format, ""),
        encoding,
        _qos(connection),
    )


def _qos(connection: Connection) -> OfferedQos:
    """What the publisher of a topic offered, as far as the bag says."""
    for offered in getattr(connection.ext, "offered_qos_profiles", ()):
        return OfferedQos(
            max(1, offered.depth),
            offered.reliability != QosReliability.BEST_EFFORT,
            offered.durability == QosDurability.TRANSIENT_LOCAL,
        )
    return LATCHED if connection.topic.endswith("/tf_static") else OfferedQos()
