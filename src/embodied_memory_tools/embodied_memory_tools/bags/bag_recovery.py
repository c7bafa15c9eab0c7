"""Saves what is readable of a bag whose recording was cut off, for example by a crash or a full disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.open_bag import STORAGE_ENDINGS, storage_files
from embodied_memory_tools.bags.storages.mcap_scan import scan_mcap
from embodied_memory_tools.bags.storages.ros1_scan import scan_ros1
from embodied_memory_tools.bags.storages.scanned import Channel, Scanned
from embodied_memory_tools.bags.storages.sqlite_scan import scan_sqlite

_SCANS = {".mcap": scan_mcap, ".db3": scan_sqlite, ".bag": scan_ros1}


@dataclass
class Recovery:
    """messages: how many were saved; lost: of topics whose messages could not be, how many and why."""

    messages: int = 0
    lost: Counter[str] = field(default_factory=Counter)


def recover_bag(damaged: str | Path, recovered: str | Path) -> Recovery:
    """Copy every whole message of a bag, folder or file, to a new ROS 2 bag.

    BagError, with nothing written, if nothing at all can be read. A ROS 1 bag becomes a ROS 2 bag.
    """
    messages = _in_order(_files(Path(damaged)))
    first = next(messages, None)
    if first is None:
        raise BagError(f"nothing in {damaged} can be read: not one message of it is whole")
    recovery = Recovery()
    with BagWriter(recovered) as writer:
        copy = _Copy(writer, recovery)
        for message in chain([first], messages):
            copy.take(message)
    recovery.messages = writer.messages_written
    return recovery


class _Copy:
    """Puts messages into the new bag, with what the old one says of their types."""

    def __init__(self, writer: BagWriter, recovery: Recovery) -> None:
        self._writer, self._recovery = writer, recovery
        self._learnt: set[str] = set()

    def take(self, message: Scanned) -> None:
        """Write it; one that is broken is counted."""
        channel, data = message.channel, message.data
        self._learn(channel)
        try:
            if channel.encoding == "ros1":
                data = bytes(self._writer.types.store.ros1_to_cdr(data, channel.type_name))
            self._writer.write_raw(
                channel.topic, channel.type_name, data, message.stamp_ns, channel.qos, channel.definition
            )
        except Exception as error:  # one broken message, or a type that nothing is known of
            self._recovery.lost[f"{channel.topic}: {error or type(error).__name__}"] += 1

    def _learn(self, channel: Channel) -> None:
        types = self._writer.types
        if channel.type_name in self._learnt or channel.type_name in types.store.fielddefs:
            return
        self._learnt.add(channel.type_name)
        if channel.definition:
            with suppress(BagError):  # it is copied as it is, with the text of its definition
                types.learn(channel.type_name, channel.definition, channel.definition_format.endswith("idl"))


def _files(path: Path) -> list[Path]:
    files = storage_files(path) if path.exists() else []
    if not files or not all(file.suffix in STORAGE_ENDINGS for file in files):
        raise BagError(f"there is no .mcap file at {path}, no .db3 and no .bag: only these can be recovered")
    return files


def _in_order(files: list[Path]) -> Iterator[Scanned]:
    """One file after the other: parts of a split recording follow each other by name."""
    return chain.from_iterable(_SCANS[file.suffix](file) for file in files)
