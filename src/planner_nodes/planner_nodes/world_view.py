"""What the planner hears of the world: pose, map, known objects, and how far views have been worked up."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from nav_msgs.msg import OccupancyGrid, Odometry
from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import CameraInfo

from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.frontier import Frontier
from embodied_memory.mapping.grid import OccupancySlice
from embodied_memory_interfaces.msg import FrontierArray, MemoryRecord, RememberedObjectArray
from embodied_memory_ros.conversions.geometry import pose_to_pose2d
from embodied_memory_ros.conversions.maps import message_to_frontiers, message_to_grid
from embodied_memory_ros.conversions.memory import message_to_remembered
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import LATCHED, RECORDS, SENSOR


@dataclass(frozen=True)
class ReceivedMap:
    """A PlanningMap put together from its three topics."""

    stamp_ns: int
    slice: OccupancySlice
    walls: OccupancySlice
    frontiers: tuple[Frontier, ...]


class WorldView:
    """The newest message of each topic, converted when it is asked for."""

    def __init__(self, node: EmbodiedNode) -> None:
        self.pose: Pose2D | None = None
        self.views_seen = 0
        self.newest_view_ns = 0
        self.mapped_ns = 0
        self.recorded_ns = 0
        self._lock = threading.Lock()
        self._slice: OccupancyGrid | None = None
        self._walls: OccupancyGrid | None = None
        self._frontiers: FrontierArray | None = None
        self._objects = RememberedObjectArray()
        group = ReentrantCallbackGroup()
        node.subscription(Odometry, "odom", self._take_odometry, SENSOR, group)
        node.subscription(CameraInfo, "camera/color/camera_info", self._take_view, SENSOR, group)
        node.subscription(OccupancyGrid, "occupancy", lambda m: setattr(self, "_slice", m), LATCHED, group)
        node.subscription(OccupancyGrid, "walls", lambda m: setattr(self, "_walls", m), LATCHED, group)
        node.subscription(FrontierArray, "frontiers", self._take_frontiers, LATCHED, group)
        node.subscription(MemoryRecord, "memory/records", self._take_record, RECORDS, group)
        node.subscription(RememberedObjectArray, "memory/objects", self._take_objects, LATCHED, group)

    @property
    def objects(self) -> tuple[RememberedObject, ...]:
        """Everything memory knows of, as last published."""
        return tuple(message_to_remembered(thing) for thing in self._objects.objects)

    def planning_map(self) -> ReceivedMap | None:
        """None until each of the three topics has delivered."""
        slice_, walls, frontiers = self._slice, self._walls, self._frontiers
        if slice_ is None or walls is None or frontiers is None:
            return None
        return ReceivedMap(
            time_to_ns(frontiers.header.stamp),
            message_to_grid(slice_, OccupancySlice),
            message_to_grid(walls, OccupancySlice),
            message_to_frontiers(frontiers),
        )

    def _take_odometry(self, message: Odometry) -> None:
        self.pose = pose_to_pose2d(message.pose.pose)

    def _take_view(self, message: CameraInfo) -> None:
        with self._lock:
            self.views_seen += 1
            self.newest_view_ns = time_to_ns(message.header.stamp)

    def _take_frontiers(self, message: FrontierArray) -> None:
        self._frontiers = message
        self.mapped_ns = time_to_ns(message.header.stamp)

    def _take_record(self, message: MemoryRecord) -> None:
        if message.kind == "instant":
            self.recorded_ns = time_to_ns(message.header.stamp)

    def _take_objects(self, message: RememberedObjectArray) -> None:
        self._objects = message
