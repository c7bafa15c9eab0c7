"""What the planner hears of the world: pose, map, known objects, and how far views have been worked up."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from nav_msgs.msg import OccupancyGrid
from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import CameraInfo

from embodied_memory.event import EventKind
from embodied_memory.evidence import RememberedObject
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import OccupancySlice
from embodied_memory.planning.body import Senses
from embodied_memory_interfaces.msg import FrontierArray, MemoryRecord, RememberedObjectArray
from embodied_memory_ros.conversions.maps import message_to_frontiers, message_to_grid
from embodied_memory_ros.conversions.memory import message_to_remembered
from embodied_memory_ros.conversions.stamps import replaces, time_to_ns
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import LATCHED, RECORDS, SENSOR
from embodied_memory_ros.robot_pose import RobotPose


@dataclass(frozen=True)
class ReceivedMap:
    """A PlanningMap put together from its three topics."""

    stamp_ns: int
    slice: OccupancySlice
    walls: OccupancySlice
    frontiers: tuple[Frontier, ...]


class WorldView:
    """The newest message of each topic, converted when it is asked for.

    Newest by stamp: several threads take messages, so that they may come out of order.
    """

    def __init__(self, node: EmbodiedNode) -> None:
        self.robot = RobotPose(node)
        self.views_seen = 0
        self.newest_view_ns = 0
        self.recorded_ns = 0
        self.started_ns = 0
        """When the instruction began whose beginning memory recorded last."""
        self._lock = threading.Lock()
        self._slice: OccupancyGrid | None = None
        self._walls: OccupancyGrid | None = None
        self._frontiers: FrontierArray | None = None
        self._objects = RememberedObjectArray()
        group = ReentrantCallbackGroup()
        node.subscription(CameraInfo, "camera/color/camera_info", self._take_view, SENSOR, group)
        node.subscription(OccupancyGrid, "occupancy", self._take_slice, LATCHED, group)
        node.subscription(OccupancyGrid, "walls", self._take_walls, LATCHED, group)
        node.subscription(FrontierArray, "frontiers", self._take_frontiers, LATCHED, group)
        node.subscription(MemoryRecord, "memory/records", self._take_record, RECORDS, group)
        node.subscription(RememberedObjectArray, "memory/objects", self._take_objects, LATCHED, group)

    @property
    def objects(self) -> tuple[RememberedObject, ...]:
        """Everything memory knows of, as last published."""
        return tuple(message_to_remembered(thing) for thing in self._objects.objects)

    @property
    def mapped_ns(self) -> int:
        """The stamp that all three parts of the map have reached, 0 before the first."""
        return min(_stamp_ns(part) for part in (self._slice, self._walls, self._frontiers))

    def senses(self) -> Senses:
        """How far each has come."""
        return Senses(self.robot.stamp_ns, self.newest_view_ns, self.mapped_ns, self.recorded_ns)

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

    def _take_view(self, message: CameraInfo) -> None:
        with self._lock:
            self.views_seen += 1
            stamp_ns = time_to_ns(message.header.stamp)
            if replaces(stamp_ns, self.newest_view_ns):
                self.newest_view_ns = stamp_ns

    def _take_slice(self, message: OccupancyGrid) -> None:
        with self._lock:
            if replaces(_stamp_ns(message), _stamp_ns(self._slice)):
                self._slice = message

    def _take_walls(self, message: OccupancyGrid) -> None:
        with self._lock:
            if replaces(_stamp_ns(message), _stamp_ns(self._walls)):
                self._walls = message

    def _take_frontiers(self, message: FrontierArray) -> None:
        with self._lock:
            if replaces(_stamp_ns(message), _stamp_ns(self._frontiers)):
                self._frontiers = message

    def _take_record(self, message: MemoryRecord) -> None:
        with self._lock:
            if message.kind == EventKind.INSTRUCTION_STARTED.value:
                self.started_ns = _stamp_ns(message)
            if message.kind == "instant" and replaces(_stamp_ns(message), self.recorded_ns):
                self.recorded_ns = _stamp_ns(message)

    def _take_objects(self, message: RememberedObjectArray) -> None:
        with self._lock:
            if replaces(_stamp_ns(message), _stamp_ns(self._objects)):
                self._objects = message


def _stamp_ns(message: Any) -> int:
    """Of a message with a header; 0 for None."""
    return 0 if message is None else time_to_ns(message.header.stamp)
