"""Writes ROS 2 bags that `ros2 bag` reads, without ROS, through the rosbags library."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from rosbags.interfaces import Qos, QosDurability, QosHistory, QosLiveliness, QosReliability, QosTime
from rosbags.rosbag2 import StoragePlugin, Writer

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.message_types import MessageTypes


@dataclass(frozen=True)
class OfferedQos:
    """What the publisher of a recorded topic offered; `ros2 bag play` offers the same."""

    depth: int = 10
    reliable: bool = True
    transient_local: bool = False


LATCHED = OfferedQos(depth=1, transient_local=True)
"""The profile of tf_static, maps and everything else that a late subscriber must still get."""

_NO_HASH = "RIHS01_" + "0" * 64
"""Of a type of which only the text of its definition is known."""
_FOREVER = QosTime(9223372036, 854775807)


def _rosbags_qos(qos: OfferedQos) -> Any:
    return Qos(
        QosHistory.KEEP_LAST,
        qos.depth,
        QosReliability.RELIABLE if qos.reliable else QosReliability.BEST_EFFORT,
        QosDurability.TRANSIENT_LOCAL if qos.transient_local else QosDurability.VOLATILE,
        _FOREVER,
        _FOREVER,
        QosLiveliness.AUTOMATIC,
        _FOREVER,
        False,
    )


class BagWriter:
    """Records messages to a new bag folder. May be used by several threads, and as a context manager.

    Everything written is on disk `flush_interval_s` later at most, so that a crash loses little; what is left
    then lacks its index and becomes a bag again with `embodied-memory bag recover`. close() writes the index.
    """

    def __init__(
        self,
        path: str | Path,
        storage: str = "mcap",
        message_folders: Sequence[Path] = (),
        flush_interval_s: float = 1.0,
    ) -> None:
        plugins = {"mcap": StoragePlugin.MCAP, "sqlite3": StoragePlugin.SQLITE3}
        if storage not in plugins:
            raise BagError(f"there is no bag storage {storage!r}; use mcap or sqlite3")
        self.path = Path(path)
        self.types = MessageTypes(message_folders)
        self.messages_written = 0
        self._connections: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._flush_interval_s = flush_interval_s
        self._last_flush_s = time.monotonic()
        self._writer: Any = self._opened(plugins[storage])

    def _opened(self, plugin: Any) -> Any:
        if self.path.exists():
            raise BagError(f"{self.path} exists already; give another name or remove it first")
        try:
            writer = Writer(self.path, version=Writer.VERSION_LATEST, storage_plugin=plugin)
            writer.open()
        except OSError as error:
            raise BagError(f"cannot write a bag to {self.path}: {error.strerror or error}") from error
        return writer

    def write_raw(
        self,
        topic: str,
        type_name: str,
        cdr_bytes: bytes,
        stamp_ns: int,
        qos: OfferedQos | None = None,
        definition: str | None = None,
    ) -> None:
        """Record one serialized message (CDR with its 4-byte header, as rclpy hands it out).

        qos and definition count with the first message of a topic; without qos tf_static is latched, all else
        default. definition: the text of a type that may be known nowhere else; None: such a type is a BagError.
        """
        with self._lock:
            if self._writer is None:
                raise BagError(f"the bag {self.path} is closed; nothing can be added to it")
            connection = self._connection(topic, type_name, qos, definition)
            self._writer.write(connection, stamp_ns, cdr_bytes)
            self.messages_written += 1
            if time.monotonic() - self._last_flush_s >= self._flush_interval_s:
                self._flush()

    def write(self, topic: str, message: Any, stamp_ns: int, qos: OfferedQos | None = None) -> None:
        """Record one message object of `self.types`."""
        type_name = message.__msgtype__
        self.types.require(type_name)
        self.write_raw(topic, type_name, self.types.store.serialize_cdr(message, type_name), stamp_ns, qos)

    def close(self) -> None:
        """Write index and metadata. Calling it again does nothing."""
        with self._lock:
            writer, self._writer = self._writer, None
            if writer is not None:
                writer.close()

    def __enter__(self) -> BagWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _connection(self, topic: str, type_name: str, qos: OfferedQos | None, definition: str | None) -> Any:
        name = "/" + topic.strip("/")
        known = self._connections.get(name)
        if known is not None:
            if known.msgtype != type_name:
                raise BagError(f"{name} is recorded as {known.msgtype}, a {type_name} cannot be added to it")
            return known
        offered = [_rosbags_qos(qos or (LATCHED if name.endswith("/tf_static") else OfferedQos()))]
        self._connections[name] = self._writer.add_connection(
            name, type_name, offered_qos_profiles=offered, **self._type(type_name, definition)
        )
        return self._connections[name]

    def _type(self, type_name: str, definition: str | None) -> dict[str, Any]:
        """How a type is told to the library."""
        try:
            self.types.require(type_name)
        except BagError:
            if definition is None:
                raise
            return {"msgdef": definition, "rihs01": _NO_HASH}
        return {"typestore": self.types.store}

    def _flush(self) -> None:
        # rosbags collects an MCAP chunk of 1 MiB in memory; an early end of the chunk puts it on disk.
        storage = self._writer.storage
        if hasattr(storage, "close_chunk"):
            if storage.chunk.msgs:
                storage.close_chunk()
            storage.bio.flush()
        elif hasattr(storage, "conn"):
            storage.conn.commit()
        self._last_flush_s = time.monotonic()
