"""Transforms from /tf and /tf_static behind one small interface: tf2_ros where it is, our own buffer elsewhere."""

from __future__ import annotations

import threading
from typing import Protocol

import numpy as np
from geometry_msgs.msg import TransformStamped
from numpy.typing import NDArray
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.clock import JumpThreshold
from rclpy.duration import Duration
from rclpy.time import Time
from tf2_msgs.msg import TFMessage

from embodied_memory.geometry.transforms import TransformBuffer, TransformError
from embodied_memory_ros.conversions.geometry import transform_to_matrix
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.names import TF_STATIC_TOPIC, TF_TOPIC
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import STATIC_TRANSFORMS, TRANSFORMS

try:
    import tf2_ros
except ImportError:  # ROS 2 from wheels has no tf2
    tf2_ros = None

_KEEP_S = 30.0
_SET_BACK_S = 1.0
_NEWEST = 0
"""The stamp that asks tf2 for the newest."""
_MAX_STATIC_MESSAGES = 100


class TransformSource(Protocol):
    """Where is a frame?"""

    def lookup(self, target: str, source: str, stamp_ns: int) -> NDArray[np.float64]:
        """target_T_source (4, 4) at a time. Raises TransformError naming what is missing."""

    def newest_ns(self, target: str, source: str) -> int:
        """The stamp that all transforms between the frames have reached; 0 if none moves. Raises TransformError."""

    def forget(self) -> None:
        """The clock was set back: forget all that moves."""


def make_transform_source(node: EmbodiedNode) -> TransformSource:
    """Listens on behalf of a node; what it heard is forgotten when the clock is set back."""
    source: TransformSource = _Tf2Source(node) if tf2_ros is not None else _TopicSource(node)
    set_back = JumpThreshold(min_forward=None, min_backward=Duration(seconds=-_SET_BACK_S), on_clock_change=False)
    jumps = node.get_clock().create_jump_callback(set_back, post_callback=lambda _: source.forget())
    node.close_on_stop(jumps.unregister)
    return source


class _Tf2Source:
    def __init__(self, node: EmbodiedNode) -> None:
        self._buffer = tf2_ros.Buffer()
        node.close_on_stop(tf2_ros.TransformListener(self._buffer, node).unregister)

    def lookup(self, target: str, source: str, stamp_ns: int) -> NDArray[np.float64]:
        return transform_to_matrix(self._edge(target, source, stamp_ns).transform)

    def newest_ns(self, target: str, source: str) -> int:
        return time_to_ns(self._edge(target, source, _NEWEST).header.stamp)

    def _edge(self, target: str, source: str, stamp_ns: int) -> TransformStamped:
        try:
            return self._buffer.lookup_transform(target, source, Time(nanoseconds=stamp_ns))
        except tf2_ros.TransformException as error:
            raise TransformError(str(error)) from error

    def forget(self) -> None:
        self._buffer.clear()


def add_transforms(buffer: TransformBuffer, message: TFMessage, static: bool) -> None:
    """Store all that a message tells. ValueError for what is no transform."""
    for edge in message.transforms:
        shift, turn = edge.transform.translation, edge.transform.rotation
        buffer.add(
            edge.header.frame_id,
            edge.child_frame_id,
            time_to_ns(edge.header.stamp),
            np.array([shift.x, shift.y, shift.z]),
            np.array([turn.x, turn.y, turn.z, turn.w]),
            static,
        )


class _TopicSource:
    """Messages are taken, and transforms asked for, by whatever threads a node has."""

    def __init__(self, node: EmbodiedNode) -> None:
        self._static: list[TFMessage] = []
        self._lock = threading.RLock()
        self.forget()
        group = ReentrantCallbackGroup()
        node.subscription(TFMessage, TF_TOPIC, lambda message: self._add(message, False), TRANSFORMS, group)
        node.subscription(TFMessage, TF_STATIC_TOPIC, self._add_static, STATIC_TRANSFORMS, group)

    def forget(self) -> None:
        # no tolerance: a camera that pans has another pose at the next stamp, so wait for the transform of this one
        with self._lock:
            self._buffer = TransformBuffer(tolerance_s=0.0, keep_s=_KEEP_S)
            for message in self._static:
                self._add(message, True)

    def _add_static(self, message: TFMessage) -> None:
        with self._lock:
            self._static = [*self._static[-_MAX_STATIC_MESSAGES:], message]
            self._add(message, True)

    def _add(self, message: TFMessage, static: bool) -> None:
        with self._lock:
            add_transforms(self._buffer, message, static)

    def lookup(self, target: str, source: str, stamp_ns: int) -> NDArray[np.float64]:
        with self._lock:
            return self._buffer.lookup(target, source, stamp_ns)

    def newest_ns(self, target: str, source: str) -> int:
        with self._lock:
            return self._buffer.newest_ns(target, source)
