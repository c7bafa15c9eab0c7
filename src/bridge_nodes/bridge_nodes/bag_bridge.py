"""Plays a recorded bag into the nodes: the robot's topics and the recording's clock; no legs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import rclpy
from nav_msgs.msg import Odometry
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from bridge_nodes.awaited_readers import AwaitedReaders
from embodied_memory_interfaces.msg import Event, InstanceLabels
from embodied_memory_ros.conversions.stamps import ns_to_time
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import CLOCK, KEPT_RECORDS, SENSOR_PUBLISHED, STATIC_TRANSFORMS, TRANSFORMS
from embodied_memory_ros.run_node import run_node
from embodied_memory_tools.bags.open_bag import OpenBag, open_bag

PLAYED: dict[str, tuple[type, QoSProfile]] = {
    "camera/color/image_raw": (Image, SENSOR_PUBLISHED),
    "camera/color/camera_info": (CameraInfo, SENSOR_PUBLISHED),
    "camera/depth/image_raw": (Image, SENSOR_PUBLISHED),
    "camera/depth/camera_info": (CameraInfo, SENSOR_PUBLISHED),
    "camera/instances/image": (Image, SENSOR_PUBLISHED),
    "camera/instances/labels": (InstanceLabels, SENSOR_PUBLISHED),
    "tf": (TFMessage, TRANSFORMS),
    "tf_static": (TFMessage, STATIC_TRANSFORMS),
    "odom": (Odometry, SENSOR_PUBLISHED),
    "events": (Event, KEPT_RECORDS),
}
"""What is played. Everything else in a bag is derived from it and made anew by the nodes."""

PARAMETERS: dict[str, tuple[Any, str]] = {
    "bag": ("", "the bag: its folder, or one .mcap or .db3 file"),
    "rate": (1.0, "recorded seconds a second"),
}
_MAX_GAP_S = 5.0
"""Longer pauses of a recording are shortened to this: nobody wants to watch a robot that stands still."""
_LOOK_FOR_READERS_S = 0.05


class BagBridge(EmbodiedNode):
    """The recording as a robot."""

    def __init__(self) -> None:
        super().__init__("bag_bridge")
        for name, (default, description) in PARAMETERS.items():
            self.declare_parameter(name, default, ParameterDescriptor(description=description, read_only=True))
        AwaitedReaders.declare_parameters(self)

    def on_load(self) -> None:
        """Refuse what cannot be played, before anything waits for it."""
        if self.get_parameter("rate").value <= 0:
            raise ValueError("the parameter rate must be more than 0")
        with open_bag(self.get_parameter("bag").value) as bag:
            types = {topic.lstrip("/"): kind for topic, (kind, _) in bag.topics().items()}
        self._topics = [topic for topic, (kind, _) in PLAYED.items() if types.get(topic) == _type_name(kind)]
        if not self._topics:
            raise ValueError("the bag holds none of the topics that are played; see `embodied-memory bag check`")

    def on_start(self) -> None:
        """Open the topics and play in a thread of its own."""
        self._stopping = threading.Event()
        publish = {topic: self.publisher(PLAYED[topic][0], topic, PLAYED[topic][1]) for topic in self._topics}
        clock = self.publisher(Clock, "clock", CLOCK)
        self._player = threading.Thread(target=self._play, args=(publish, clock), daemon=True)
        self._player.start()

    def on_stop(self) -> None:
        """Stop playing."""
        if hasattr(self, "_player"):
            self._stopping.set()
            self._player.join(timeout=2.0)

    def _play(self, publish: dict[str, Callable[[Any], None]], clock: Callable[[Any], None]) -> None:
        """The whole bag once, when its readers are there; a broken end is reported and what came before it counts."""
        try:
            readers = AwaitedReaders(self)
            while not readers.are_there():
                if self._stopping.wait(_LOOK_FOR_READERS_S):
                    return
            with open_bag(self.get_parameter("bag").value) as bag:
                self._play_messages(bag, publish, clock)
        except Exception as error:
            self.report_problem(f"playing: {error}")
        if not self._stopping.is_set():
            self.get_logger().info("the bag has been played to its end")

    def _play_messages(
        self, bag: OpenBag, publish: dict[str, Callable[[Any], None]], clock: Callable[[Any], None]
    ) -> None:
        """Raw bytes in their order, spaced as recorded."""
        last_ns = 0
        topics = {"/" + topic for topic in publish}
        for topic, _, stamp_ns, data in bag.raw_messages(topics):
            if self._stopping.is_set() or not rclpy.ok():
                return
            gap_s = (stamp_ns - last_ns) / 1e9 if last_ns else 0.0
            if gap_s > 0:
                time.sleep(min(gap_s, _MAX_GAP_S) / self.get_parameter("rate").value)
                clock(Clock(clock=ns_to_time(stamp_ns)))
            last_ns = max(last_ns, stamp_ns)
            publish[topic.lstrip("/")](bytes(data))


def _type_name(kind: type) -> str:
    """The name of a message class as bags write it: sensor_msgs/msg/Image."""
    return "/".join([*kind.__module__.split(".")[:2], kind.__name__])


def main() -> None:
    """Entry point."""
    run_node(BagBridge, threads=2, publishes_images=True)
