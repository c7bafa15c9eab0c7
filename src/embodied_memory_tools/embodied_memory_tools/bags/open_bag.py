"""Opens a bag for reading and says in one sentence why it cannot be read."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rosbags import rosbag1
from rosbags.rosbag2 import Reader

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import LATCHED, OfferedQos
from embodied_memory_tools.bags.message_types import OWN_PACKAGE, MessageTypes
from embodied_memory_tools.bags.storages.mcap_scan import ends_whole, has_index
from embodied_memory_tools.bags.storages.scanned import Channel
from embodied_memory_tools.bags.storages.sqlite_scan import left_journal
from embodied_memory_tools.bags.storages.storage import READABLE, IndexedStorage, ScannedStorage, Storage

STORAGE_ENDINGS = (".mcap", ".db3", ".bag")


class OpenBag:
    """An open bag: its topics and its messages in the order of their recording."""

    def __init__(self, path: Path, storage: Storage) -> None:
        self.path = path
        self._storage = storage
        self._channels = {channel.topic: channel for channel, _ in storage.channels}
        self.is_ros1 = any(channel.encoding == "ros1" for channel in self._channels.values())
        self.types = MessageTypes(ros1=self.is_ros1)
        self._known: set[str] = set()

    @property
    def duration_s(self) -> float:
        """From the first to the last message."""
        return self._storage.duration_s

    def topics(self) -> dict[str, tuple[str, int]]:
        """Type and number of messages for each topic, "/" first. A type that is no ROS message names its encoding."""
        found: dict[str, tuple[str, int]] = {}
        for channel, count in self._storage.channels:
            readable = channel.encoding in READABLE
            name = channel.type_name if readable else f"{channel.type_name} ({channel.encoding})"
            found[channel.topic] = (name, found.get(channel.topic, ("", 0))[1] + count)
        return dict(sorted(found.items()))

    def channel(self, topic: str) -> Channel:
        """What the bag says of a topic. KeyError if it has none of that name."""
        return self._channels[topic]

    def qos(self, topic: str) -> OfferedQos:
        """What the publisher of a topic offered, as far as the bag says."""
        if topic in self._channels:
            return self._channels[topic].qos
        return LATCHED if topic.endswith("/tf_static") else OfferedQos()

    def raw_messages(self, topics: set[str] | None = None) -> Iterator[tuple[str, str, int, bytes]]:
        """(topic, type, stamp of recording in ns, serialized bytes) of these topics. BagError for broken data."""
        try:
            for message in self._storage.messages(set(self._channels) if topics is None else topics):
                channel = message.channel
                yield channel.topic, channel.type_name, message.stamp_ns, message.data
        except Exception as error:  # broken data makes the library fail in many ways
            raise broken_bag(self.path, error) from error

    def decode(self, data: bytes, type_name: str) -> Any:
        """The message object. ValueError if the bytes are none, or nobody knows what the type looks like."""
        self.know(type_name)
        deserialize = self.types.store.deserialize_ros1 if self.is_ros1 else self.types.store.deserialize_cdr
        try:
            return deserialize(data, type_name)
        except Exception as error:  # generated code meets arbitrary bytes
            raise ValueError(f"truncated or broken message: {error or type(error).__name__}") from error

    def know(self, type_name: str) -> None:
        """Learn a type from the bag, or from where types are found. ValueError (BagError) if it cannot be."""
        if type_name in self._known:
            return
        told = next((c for c in self._channels.values() if c.type_name == type_name and c.definition), None)
        ours = type_name.startswith(OWN_PACKAGE)
        if told is not None and (ours or type_name not in self.types.store.fielddefs):
            self.types.learn(type_name, told.definition, told.definition_format.endswith("idl"))
        else:
            self.types.require(type_name)
        self._known.add(type_name)


@contextmanager
def open_bag(path: str | Path) -> Iterator[OpenBag]:
    """A bag folder, or a single .mcap, .db3 or .bag (ROS 1) file. BagError if it cannot be read."""
    storage = _opened(Path(path))
    try:
        yield OpenBag(Path(path), storage)
    finally:
        storage.close()


def storage_files(path: Path) -> list[Path]:
    """The files of a bag that hold messages: itself, or those in its folder, in the order of their names."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix in STORAGE_ENDINGS)


def _opened(path: Path) -> Storage:
    place = _storage(path)
    for file in storage_files(place):
        journal = left_journal(file) if file.suffix == ".db3" else None
        if journal is not None:
            raise BagError(
                f"the recording {path} was not closed: {journal.name} holds messages that {file.name} lacks; "
                f"{recover_command(path)} saves all of them"
            )
    if place.suffix == ".mcap" and not has_index(place) and ends_whole(place):
        return ScannedStorage([place])  # the library reads such files only if their messages are in order
    reader = rosbag1.Reader if place.suffix == ".bag" else Reader
    try:
        return _open_indexed(reader, place)
    except Exception as error:  # a broken file makes the library fail in many ways
        return _otherwise(path, place, error)


def _open_indexed(kind: Any, place: Path) -> Storage:
    reader = kind(place)
    reader.open()
    return IndexedStorage(reader)


def _otherwise(path: Path, place: Path, error: Exception) -> Storage:
    """What the library refused though it is whole: a folder whose metadata is wrong, an MCAP file unlike its own."""
    files = storage_files(place)
    if place.is_dir() and len(files) == 1:
        try:
            return _open_indexed(rosbag1.Reader if files[0].suffix == ".bag" else Reader, files[0])
        except Exception as inner:
            error = inner
    if files and all(file.suffix == ".mcap" and ends_whole(file) for file in files):
        storage = ScannedStorage(files)
        if storage.channels:
            return storage
    raise broken_bag(path, error) from error


def _storage(path: Path) -> Path:
    """The bag folder; or, where its metadata is missing, the one storage file in it."""
    if not path.exists():
        raise BagError(f"there is no bag at {path}; check the path (a bag is a folder with a metadata.yaml)")
    if path.is_file():
        if path.suffix not in STORAGE_ENDINGS:
            raise BagError(f"{path} is no bag; give a bag folder, or an .mcap, .db3 or .bag file{_if_packed(path)}")
        return path
    if (path / "metadata.yaml").exists():
        return path
    files = storage_files(path)
    if len(files) > 1:
        raise BagError(
            f"{path} has {len(files)} recordings but no metadata.yaml; {recover_command(path)} joins them to one"
        )
    if not files:
        packed = next((file for file in path.iterdir() if file.suffix == ".zstd"), None)
        told = _if_packed(packed) if packed else ", no .mcap and no .db3; give the folder of a bag or of RGB-D frames"
        raise BagError(f"{path} is no bag: it has no metadata.yaml{told}")
    return files[0]


def _if_packed(file: Path) -> str:
    return f"; unpack it first: `zstd -d {shlex.quote(str(file))}`" if file.suffix == ".zstd" else ""


def broken_bag(path: Path, error: Exception) -> BagError:
    """The error of a bag that is damaged, with the command that saves the rest."""
    if isinstance(error, BagError):
        return error
    told = " ".join(str(error).split()) or type(error).__name__
    return BagError(
        f"the bag {path} cannot be read, it is truncated or damaged ({told}); "
        f"{recover_command(path)} saves what is readable"
    )


def recover_command(path: Path) -> str:
    """The command that saves what is readable of a bag, in backticks."""
    return f"`embodied-memory bag recover {shlex.quote(str(path))} {shlex.quote(str(recovered_name(path)))}`"


def recovered_name(path: Path) -> Path:
    """A folder beside a bag that is not there yet."""
    stem = path.with_suffix("") if path.suffix in STORAGE_ENDINGS else path
    names = (stem.with_name(f"{stem.name}_recovered{number or ''}") for number in range(1000))
    return next(name for name in names if not name.exists())
