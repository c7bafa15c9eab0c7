"""What a scan of a damaged or unusual recording yields, message by message."""

from __future__ import annotations

from dataclasses import dataclass, field

from embodied_memory_tools.bags.bag_writer import OfferedQos


@dataclass(frozen=True)
class Channel:
    """A topic. definition: of its type, as the recording has it ("" if it has none); encoding: cdr, ros1, json ..."""

    topic: str
    type_name: str
    definition: str
    definition_format: str
    encoding: str
    qos: OfferedQos = field(default_factory=OfferedQos)


@dataclass(frozen=True)
class Scanned:
    """One whole message. stamp_ns: of its recording."""

    channel: Channel
    stamp_ns: int
    data: bytes
