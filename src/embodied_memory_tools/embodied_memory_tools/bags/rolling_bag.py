"""A recording that may go on for ever: bags of one size, of which the oldest go."""

from __future__ import annotations

import shutil
from collections import deque
from pathlib import Path
from typing import NamedTuple

from embodied_memory_tools.bags.bag_writer import BagWriter, OfferedQos

_MB = 1_000_000
_MOST_HELD = 500
"""Messages that come before the clock is known."""


class _Message(NamedTuple):
    topic: str
    type_name: str
    cdr_bytes: bytes
    qos: OfferedQos


class RollingBag:
    """The first bag is at `path`, the next at `path_2`, `path_3` ...; not thread-safe.

    bag_mb: how large one becomes, about; bags_kept: how many, the oldest are removed; 0: all in one, or all.
    Each bag can be played alone: what is latched stands at its beginning too.
    """

    def __init__(self, path: Path, bag_mb: float = 0.0, bags_kept: int = 0) -> None:
        """Raises BagError where there is something already."""
        self._path, self._limit, self._bags_kept = path, bag_mb * _MB, bags_kept
        self._paths = deque([path])
        self._writer = BagWriter(path)
        self._size = self._number = 0
        self._latched: dict[tuple[str, bytes], _Message] = {}
        self._held: deque[_Message] = deque(maxlen=_MOST_HELD)

    @property
    def path(self) -> Path:
        """Of the bag that is written now."""
        return self._paths[-1]

    def write(self, topic: str, type_name: str, cdr_bytes: bytes, stamp_ns: int, qos: OfferedQos) -> None:
        """stamp_ns: 0 while the clock is not known: then it is held until it is."""
        message = _Message(topic, type_name, cdr_bytes, qos)
        if qos.transient_local:
            self._latch(message)
        if stamp_ns <= 0:
            self._held.append(message)
            return
        if self._limit and self._size + len(cdr_bytes) > self._limit and self._size:
            self._roll(stamp_ns)
        while self._held:
            self._put(self._held.popleft(), stamp_ns)
        self._put(message, stamp_ns)

    def close(self) -> None:
        """Write the index. May be called twice."""
        self._writer.close()

    def _latch(self, message: _Message) -> None:
        """Of topics that keep one message the newest, of all others each content once."""
        kept = b"" if message.qos.depth == 1 else message.cdr_bytes
        if message.qos.depth == 1 or message.topic.endswith("tf_static"):
            self._latched[message.topic, kept] = message

    def _put(self, message: _Message, stamp_ns: int) -> None:
        self._writer.write_raw(message.topic, message.type_name, message.cdr_bytes, stamp_ns, message.qos)
        self._size += len(message.cdr_bytes)

    def _roll(self, stamp_ns: int) -> None:
        self._writer.close()
        self._number += 1
        self._paths.append(self._path.with_name(f"{self._path.name}_{self._number + 1}"))
        self._writer = BagWriter(self.path)
        while self._bags_kept and len(self._paths) > self._bags_kept:
            shutil.rmtree(self._paths.popleft(), ignore_errors=True)
        for message in self._latched.values():
            self._put(message, stamp_ns)
        self._size = 0  # or a bag that latched maps alone fill would be followed by the next at once
