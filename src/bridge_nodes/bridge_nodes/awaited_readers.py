"""Waits for those who read a robot's camera: what is published before they are connected never reaches them."""

from __future__ import annotations

import time
from typing import Any

from embodied_memory_ros.names import TF_TOPIC
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all

NEEDED = ("camera/color/image_raw", "camera/color/camera_info", "camera/depth/image_raw", TF_TOPIC)
"""Who lacks one of these sees nothing. Others may well have no reader: not every detector asks for instances."""

_PARAMETERS: dict[str, tuple[Any, str]] = {
    "wait_for_readers_s": (
        20.0,
        "longest wait (real time) for readers of camera and tf; 0: do not wait",
    ),
    "wait_for_nodes": ("", "begin only when each of these nodes reads camera and tf; empty: when anybody does"),
}
_SETTLED_S = 3.0
"""Readers are there when nothing has changed for so long. The topics of one node are connected one after the other,
and a writer knows of its reader before the reader hears the writer: on a busy machine by more than a second."""


class AwaitedReaders:
    """Of all topics that a node has opened to write. To be asked again and again; speaks in the node's log."""

    def __init__(self, node: EmbodiedNode) -> None:
        self._node = node
        self._needed = tuple(topic for topic in NEEDED if topic in node.connected_readers())
        self._patience_s: float = node.get_parameter("wait_for_readers_s").value
        self._nodes: list[str] = node.get_parameter("wait_for_nodes").value.split()
        self._counts: dict[str, int] = {}
        self._asked_at = self._changed_at = 0.0
        self._over = self._patience_s <= 0 or not self._needed

    @staticmethod
    def declare_parameters(node: EmbodiedNode) -> None:
        """Once, when the node is made."""
        declare_all(node, _PARAMETERS)

    def are_there(self) -> bool:
        """Or the patience has come to its end, which is warned about. Once true, always true."""
        if not self._over:
            now = time.monotonic()
            if not self._asked_at:
                self._begin(now)
            counts = self._node.connected_readers()
            if counts != self._counts:
                self._counts, self._changed_at = counts, now
            lacking = self._lacking()
            is_late = now - self._asked_at >= self._patience_s
            self._over = is_late or (not lacking and now - self._changed_at >= _SETTLED_S)
            if self._over:
                self._tell(lacking, now - self._asked_at)
        return self._over

    def _begin(self, now: float) -> None:
        self._asked_at = self._changed_at = now
        readers = ", ".join(self._nodes) or "somebody"
        self._node.get_logger().info(f"waiting for {readers} to read {', '.join(self._needed)}")

    def _lacking(self) -> list[str]:
        """In words: whom a message would not reach now."""
        lacking = [f"nobody reads {topic}" for topic in self._needed if not self._counts[topic]]
        for name in self._nodes:
            missed = [topic for topic in self._needed if name not in self._node.readers_of(topic)]
            lacking += [f"{name} does not read {', '.join(missed)}"] if missed else []
        return lacking

    def _tell(self, lacking: list[str], waited_s: float) -> None:
        log = self._node.get_logger()
        if lacking:
            log.warning(f"begins all the same after {waited_s:.1f} s: {'; '.join(lacking)}")
        else:
            log.info(f"the readers were there after {waited_s:.1f} s")
        unread = [topic for topic, count in self._counts.items() if not count]
        if unread:
            log.info(f"nobody reads {', '.join(unread)}")
