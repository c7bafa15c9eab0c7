"""Opens a bag for reading and says in one sentence why it cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rosbags.interfaces import MessageDefinitionFormat, QosDurability, QosReliability
from rosbags.rosbag2 import Reader, ReaderError
from rosbags.serde import SerdeError

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import LATCHED, OfferedQos
from embodied_memory_tools.bags.message_types import OWN_PACKAGE, MessageTypes

_STORAGE_ENDINGS = (".mcap", ".db3")


class OpenBag:
    """An open bag: its topics and its messages in the order of their recording."""

    def __init__(self, path: Path, reader: Any) -> None:
        self.path = path
        self._reader = reader
        self.types = MessageTypes()
        for connection in reader.connections:
            self._learn(connection)

    @property
    def duration_s(self) -> float:
        """From the first to the last message."""
        return float(max(0, self._reader.duration - 1)) / 1e9

    def topics(self) -> dict[str, tuple[str, int]]:
        """Type and number of messages for each topic, "/" first."""
        found: dict[str, tuple[str, int]] = {}
        for connection in self._reader.connections:
            count = found.get(connection.topic, ("", 0))[1] + connection.msgcount
            found[connection.topic] = (connection.msgtype, count)
        return dict(sorted(found.items()))

    def qos(self, topic: str) -> OfferedQos:
        """What the publisher of a topic offered, as far as the bag says."""
        for connection in self._reader.connections:
            if connection.topic == topic:
                for offered in getattr(connection.ext, "offered_qos_profiles", ()):
                    return OfferedQos(
                        max(1, offered.depth),
                        offered.reliability != QosReliability.BEST_EFFORT,
                        offered.durability == QosDurability.TRANSIENT_LOCAL,
                    )
        return LATCHED if topic.endswith("/tf_static") else OfferedQos()

    def raw_messages(self, topics: set[str] | None = None) -> Iterator[tuple[str, str, int, bytes]]:
        """(topic, type, stamp of recording in ns, CDR bytes) of these topics. BagError for broken data."""
        chosen = [c for c in self._reader.connections if topics is None or c.topic in topics]
        if not chosen:
            return
        try:
            for connection, stamp_ns, data in self._reader.messages(connections=chosen):
                yield connection.topic, connection.msgtype, stamp_ns, data
        except (ReaderError, OSError) as error:
            raise _broken(self.path, error) from error

    def decode(self, data: bytes, type_name: str) -> Any:
        """The message object. ValueError if the bytes are none."""
        try:
            return self.types.store.deserialize_cdr(data, type_name)
        except (SerdeError, KeyError, IndexError, OverflowError, MemoryError) as error:
            raise ValueError(f"truncated or broken message: {error}") from error

    def _learn(self, connection: Any) -> None:
        definition = connection.msgdef
        ours = connection.msgtype.startswith(OWN_PACKAGE)
        if definition.format == MessageDefinitionFormat.NONE:
            if ours:
                self.types.require(connection.msgtype)
        elif ours or connection.msgtype not in self.types.store.fielddefs:
            self.types.learn(connection.msgtype, definition.data, definition.format == MessageDefinitionFormat.IDL)


@contextmanager
def open_bag(path: str | Path) -> Iterator[OpenBag]:
    """A bag folder, or a single .mcap or .db3 file. BagError if it cannot be read."""
    place = _storage(Path(path))
    reader = _or_bag_error(place, lambda: Reader(place))
    _or_bag_error(place, reader.open)
    try:
        yield OpenBag(Path(path), reader)
    finally:
        reader.close()


def _storage(path: Path) -> Path:
    """The bag folder; or, where its metadata is missing, the one storage file in it."""
    if not path.exists():
        raise BagError(f"there is no bag at {path}; check the path (a bag is a folder with a metadata.yaml)")
    if path.is_file():
        if path.suffix not in _STORAGE_ENDINGS:
            raise BagError(f"{path} is no bag; give a bag folder, an .mcap or a .db3 file")
        return path
    if (path / "metadata.yaml").exists():
        return path
    files = sorted(file for file in path.iterdir() if file.suffix in _STORAGE_ENDINGS)
    if len(files) != 1:
        raise BagError(f"{path} is no bag: it has no metadata.yaml; if it was one, try `ros2 bag reindex {path}`")
    return files[0]


def _or_bag_error(path: Path, action: Callable[[], Any]) -> Any:
    # A broken file makes the library fail in many ways (struct.error, EOFError, TypeError, sqlite3 ...).
    try:
        return action()
    except Exception as error:
        raise _broken(path, error) from error


def _broken(path: Path, error: Exception) -> BagError:
    return BagError(
        f"the bag {path} cannot be read, it is truncated or damaged ({error or type(error).__name__}); "
        f"`embodied-memory bag recover {path} NEW_BAG` saves what is readable"
    )
