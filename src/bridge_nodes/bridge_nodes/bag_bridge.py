"""Plays a recorded bag into the nodes: the robot's topics and the recording's clock; no legs."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import rclpy
from nav_msgs.msg import Odometry
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from bridge_nodes.awaited_readers import AwaitedReaders
from bridge_nodes.view_publisher import ViewPublisher
from embodied_memory import event as happened
from embodied_memory.observation import Observation
from embodied_memory_interfaces.msg import Event, InstanceLabels
from embodied_memory_ros.conversions.memory import event_to_message
from embodied_memory_ros.conversions.stamps import ns_to_time
from embodied_memory_ros.names import CLOCK_TOPIC, TF_STATIC_TOPIC, TF_TOPIC
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all
from embodied_memory_ros.qos import CLOCK, KEPT_RECORDS, SENSOR_PUBLISHED, STATIC_TRANSFORMS, TRANSFORMS
from embodied_memory_ros.run_node import run_node
from embodied_memory_tools.bags.folders.rgbd_folder import is_rgbd_folder
from embodied_memory_tools.bags.open_bag import open_bag
from embodied_memory_tools.bags.plain_bag import is_plain_bag
from embodied_memory_tools.bags.read_options import READ_OPTIONS, settings_from
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import read_observations
from embodied_memory_tools.bags.recording_check import check_recording

PLAYED: dict[str, tuple[type, QoSProfile]] = {
    "camera/color/image_raw": (Image, SENSOR_PUBLISHED),
    "camera/color/camera_info": (CameraInfo, SENSOR_PUBLISHED),
    "camera/depth/image_raw": (Image, SENSOR_PUBLISHED),
    "camera/depth/camera_info": (CameraInfo, SENSOR_PUBLISHED),
    "camera/instances/image": (Image, SENSOR_PUBLISHED),
    "camera/instances/labels": (InstanceLabels, SENSOR_PUBLISHED),
    TF_TOPIC: (TFMessage, TRANSFORMS),
    TF_STATIC_TOPIC: (TFMessage, STATIC_TRANSFORMS),
    "odom": (Odometry, SENSOR_PUBLISHED),
    "events": (Event, KEPT_RECORDS),
}
"""What is played as it is. Everything else in a bag is derived from it and made anew by the nodes."""
CAMERA = {topic for topic in PLAYED if topic.startswith("camera/")}

PARAMETERS: dict[str, tuple[Any, str]] = {
    "bag": ("", "the bag: its folder, or one .mcap, .db3 or .bag file; or a folder of RGB-D frames"),
    "rate": (1.0, "recorded seconds a second"),
} | {
    ("frame_rate" if option.name == "rate" else option.name): (
        0.0 if option.default is None else option.default,
        option.help + (" 0: the default." if option.default is None else ""),
    )
    for option in READ_OPTIONS
}
"""How a recording is read is told by the options of `embodied-memory replay`; its --rate is frame_rate here."""
_MAX_GAP_S = 5.0
"""Longer pauses of a recording are shortened to this: nobody wants to watch a robot that stands still."""
_LOOK_FOR_READERS_S = 0.05


class BagBridge(EmbodiedNode):
    """The recording as a robot. Messages that the nodes can read are played as they are, all others decoded."""

    def __init__(self) -> None:
        super().__init__("bag_bridge")
        declare_all(self, PARAMETERS)
        AwaitedReaders.declare_parameters(self)

    def on_load(self) -> None:
        """Refuse what cannot be played, before anything waits for it."""
        if self.get_parameter("rate").value <= 0:
            raise ValueError("the parameter rate must be more than 0")
        if not self.get_parameter("bag").value:
            raise ValueError("no bag is named; start with --ros-args -p bag:=FOLDER")
        self._path = Path(self.get_parameter("bag").value).expanduser()
        self._settings = settings_from(self._read_parameters())
        self._topics = self._plain_topics()
        checked = check_recording(self._path, self._settings)
        has_camera = bool(CAMERA & set(self._topics))
        if checked.fault and (has_camera or not self._topics):
            raise ValueError(checked.fault)
        # Without a camera there is nothing to decode; what had to be assumed or put right is so only when decoded.
        as_it_is = self._settings == ReadSettings() and not checked.report.notes and is_plain_bag(self._path)
        self._is_raw = bool(checked.fault) or as_it_is
        self._has_labels = checked.has_labels

    def on_start(self) -> None:
        """Open the topics and play in a thread of its own."""
        self._stopping = threading.Event()
        self._last_ns = 0
        self._tell_time = self.publisher(Clock, CLOCK_TOPIC, CLOCK)
        play = self._raw_player() if self._is_raw else self._view_player()
        self._player = threading.Thread(target=self._play, args=(play,), daemon=True)
        self._player.start()

    def on_stop(self) -> None:
        """Stop playing."""
        if hasattr(self, "_player"):
            self._stopping.set()
            self._player.join(timeout=2.0)

    def _read_parameters(self) -> dict[str, Any]:
        """By the names of the options; 0 where a number has no default."""
        values = {}
        for option in READ_OPTIONS:
            value = self.get_parameter("frame_rate" if option.name == "rate" else option.name).value
            values[option.name] = None if option.default is None and value == 0.0 else value
        return values

    def _plain_topics(self) -> list[str]:
        """Those that can be played as they are."""
        if is_rgbd_folder(self._path):
            return []
        with open_bag(self._path) as bag:
            types = {topic.lstrip("/"): kind for topic, (kind, _) in bag.topics().items()}
            if bag.is_ros1:
                return []
        return [topic for topic, (kind, _) in PLAYED.items() if types.get(topic.lstrip("/")) == _type_name(kind)]

    def _play(self, play: Callable[[], None]) -> None:
        """The whole bag once, when its readers are there; a broken end is reported and what came before it counts."""
        try:
            readers = AwaitedReaders(self)
            while not readers.are_there():
                if self._stopping.wait(_LOOK_FOR_READERS_S):
                    return
            play()
        except Exception as error:
            self.report_problem(f"playing: {error}")
        if not self._stopping.is_set():
            self.get_logger().info("the bag has been played to its end")

    def _raw_player(self) -> Callable[[], None]:
        """Raw bytes in their order, spaced as recorded."""
        publish = {
            topic.lstrip("/"): self.publisher(PLAYED[topic][0], topic, PLAYED[topic][1]) for topic in self._topics
        }

        def play() -> None:
            with open_bag(self._path) as bag:
                for topic, _, stamp_ns, data in bag.raw_messages({"/" + topic for topic in publish}):
                    if self._is_over(stamp_ns):
                        return
                    publish[topic.lstrip("/")](bytes(data))

        return play

    def _view_player(self) -> Callable[[], None]:
        """Views and events as `embodied-memory replay` reads them, spaced by their stamps."""
        views_out = ViewPublisher(self, self._has_labels)
        event_out = self.publisher(Event, "events", KEPT_RECORDS)

        def play() -> None:
            report = ReadReport()
            views = read_observations(self._path, self._settings, report)
            if views.recording.stamps:
                views_out.publish_static(views.recording.stamps[0])
            items: Iterator[Observation | happened.Event] = heapq.merge(
                views, views.recording.events(), key=lambda item: item.stamp_ns
            )
            for item in items:
                if self._is_over(item.stamp_ns):
                    return
                if isinstance(item, Observation):
                    views_out.publish(item)
                else:
                    event_out(event_to_message(item))
            for line in report.lines():
                self.get_logger().info(line)

        return play

    def _is_over(self, stamp_ns: int) -> bool:
        """Wait until it is time for what was recorded then, and tell the clock; true if the node is to stop."""
        gap_s = (stamp_ns - self._last_ns) / 1e9 if self._last_ns else 0.0
        if gap_s > 0:
            wait_s = min(gap_s, _MAX_GAP_S) / self.get_parameter("rate").value
            if self._stopping.wait(wait_s):
                return True
        if gap_s > 0 or not self._last_ns:
            self._tell_time(Clock(clock=ns_to_time(stamp_ns)))
        self._last_ns = max(self._last_ns, stamp_ns)
        return self._stopping.is_set() or not rclpy.ok()


def _type_name(kind: type) -> str:
    """The name of a message class as bags write it: sensor_msgs/msg/Image."""
    return "/".join([*kind.__module__.split(".")[:2], kind.__name__])


def main() -> None:
    """Entry point."""
    run_node(BagBridge, threads=2, publishes_images=True)
