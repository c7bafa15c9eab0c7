"""Records the robot's topics and what the nodes made of them to an MCAP bag that `ros2 bag` reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nav_msgs.msg import OccupancyGrid, Odometry
from nav_msgs.msg import Path as PathMessage
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from embodied_memory_interfaces.msg import (
    Answer,
    Event,
    FrontierArray,
    InstanceLabels,
    MemoryRecord,
    Plan,
    SceneGraphInstant,
    Utterance,
)
from embodied_memory_ros.names import TF_STATIC_TOPIC, TF_TOPIC
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all
from embodied_memory_ros.qos import KEPT_RECORDS, LATCHED, RECORDS, SENSOR, STATIC_TRANSFORMS, TRANSFORMS
from embodied_memory_ros.run_node import run_node
from embodied_memory_tools.bags.bag_writer import OfferedQos
from embodied_memory_tools.bags.rolling_bag import RollingBag

RECORDED: dict[str, tuple[type, QoSProfile]] = {
    "camera/color/image_raw": (Image, SENSOR),
    "camera/color/camera_info": (CameraInfo, SENSOR),
    "camera/depth/image_raw": (Image, SENSOR),
    "camera/instances/image": (Image, SENSOR),
    "camera/instances/labels": (InstanceLabels, SENSOR),
    TF_TOPIC: (TFMessage, TRANSFORMS),
    TF_STATIC_TOPIC: (TFMessage, STATIC_TRANSFORMS),
    "odom": (Odometry, SENSOR),
    "events": (Event, KEPT_RECORDS),
    "scene_graph_instants": (SceneGraphInstant, KEPT_RECORDS),
    "occupancy": (OccupancyGrid, LATCHED),
    "rooms": (OccupancyGrid, LATCHED),
    "frontiers": (FrontierArray, LATCHED),
    "planner/path": (PathMessage, LATCHED),
    "planner/plan": (Plan, RECORDS),
    "memory/records": (MemoryRecord, KEPT_RECORDS),
    "dialog/utterances": (Utterance, RECORDS),
    "dialog/replies": (Answer, RECORDS),
}


_PARAMETERS = {
    "bag": ("", "folder of the new bag; must not exist. What does not fit goes on beside it: NAME_2, NAME_3 ..."),
    "bag_mb": (1000.0, "how large a bag becomes, about; 0: all in one"),
    "bags_kept": (8, "the oldest of more bags are removed; 0: all are kept"),
}


class RecorderNode(EmbodiedNode):
    """Serialised messages go to the file as they come; nothing is decoded."""

    def __init__(self) -> None:
        super().__init__("recorder_node")
        declare_all(self, _PARAMETERS)

    def on_load(self) -> None:
        """Open the bag."""
        path = self.get_parameter("bag").value
        if not path:
            raise ValueError("no bag is named; start with --ros-args -p bag:=FOLDER")
        size, kept = self.get_parameter("bag_mb").value, self.get_parameter("bags_kept").value
        self._bag = RollingBag(Path(path).expanduser(), size, kept)

    def on_start(self) -> None:
        """Subscribe to everything that is recorded."""
        for topic, (kind, qos) in RECORDED.items():
            name = "/".join([*kind.__module__.split(".")[:2], kind.__name__])
            self._subscribe_raw(kind, topic, name, qos)

    def _subscribe_raw(self, kind: type, topic: str, type_name: str, qos: QoSProfile) -> None:
        offered = OfferedQos(
            depth=qos.depth,
            reliable=qos.reliability == ReliabilityPolicy.RELIABLE,
            transient_local=qos.durability == DurabilityPolicy.TRANSIENT_LOCAL,
        )

        def write(data: Any) -> None:
            self._bag.write(topic, type_name, bytes(data), self.now_ns(), offered)

        self.subscription(kind, topic, write, qos, raw=True)

    def on_unload(self) -> None:
        """Write the index."""
        if hasattr(self, "_bag"):
            self._bag.close()


def main() -> None:
    """Entry point."""
    run_node(RecorderNode)
