"""Where the robot stands in the map: by tf, as the mapping node corrects it. The one place that knows."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

from rclpy.callback_groups import ReentrantCallbackGroup

from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.geometry.transforms import TransformError
from embodied_memory.localisation.localised import CorrectedPose
from embodied_memory_interfaces.msg import LocalisedView
from embodied_memory_ros.conversions.geometry import matrix_to_pose, pose_to_pose2d
from embodied_memory_ros.conversions.localisation import message_to_localised
from embodied_memory_ros.conversions.stamps import replaces
from embodied_memory_ros.frames import Frames
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import RECORDS
from embodied_memory_ros.transforms import make_transform_source

_FOLLOW_PERIOD_S = 0.1
_AT_MOST_EVERY_S = 0.02
"""Who waits for a pose asks hundreds of times a second, which took the processor from those who make it."""
_STEP_NS, _MOST_STEPS = 200_000_000, 50
"""The way is taken from tf at such steps: more time may pass for a simulated robot than for who asks."""


class RobotPose:
    """Listens on behalf of a node. May be asked by any thread."""

    def __init__(self, node: EmbodiedNode) -> None:
        self.frames = Frames.of(node)
        self.unknown_because = "no transform has been asked for yet"
        """Why tf does not tell the pose; empty while it does."""
        self._known = CorrectedPose()
        self._lock = threading.RLock()
        self._followed_at = 0.0
        self._transforms = make_transform_source(node)
        group = ReentrantCallbackGroup()
        node.subscription(LocalisedView, "localisation", self._take_localisation, RECORDS, group)
        node.every(_FOLLOW_PERIOD_S, self.follow, group)

    @property
    def pose(self) -> Pose2D | None:
        """Of the base in the map, metres and radians; None before tf has told it for the first time."""
        self.follow()
        return self._known.pose

    @property
    def stamp_ns(self) -> int:
        """Of the newest pose that tf tells; 0 before the first."""
        self.follow()
        return self._known.stamp_ns

    @property
    def localised_ns(self) -> int:
        """The stamp of the view that the mapping node spoke of last, 0 if it never did."""
        return self._known.localised_ns

    @property
    def lost_because(self) -> str:
        """Why the mapping node cannot say where the robot is; empty while it can."""
        return self._known.lost_because

    @property
    def driven(self) -> tuple[Point, ...]:
        """Where the robot has been since the node was started, one place a cell."""
        with self._lock:
            return self._known.driven

    def as_told(self, pose: Pose2D) -> Pose2D:
        """A pose in the map as who drives by tf alone has to be told it."""
        return self._known.as_told(pose)

    def follow(self) -> None:
        """Take what tf has come to know since the last time."""
        frames, known = self.frames, self._known
        with self._lock:
            if time.monotonic() - self._followed_at < _AT_MOST_EVERY_S:
                return
            self._followed_at = time.monotonic()
            try:
                newest_ns = self._transforms.newest_ns(frames.map_frame, frames.base_frame)
                here = self._told(newest_ns)
            except TransformError as error:
                self.unknown_because = str(error)
                return
            self.unknown_because = ""
            if newest_ns == known.stamp_ns:
                return
            between = range(known.stamp_ns + _STEP_NS, newest_ns, _STEP_NS) if known.stamp_ns else range(0)
            for stamp_ns in between[-_MOST_STEPS:]:
                with suppress(TransformError):
                    known.told(stamp_ns, self._told(stamp_ns))
            known.told(newest_ns, here)

    def _told(self, stamp_ns: int) -> Pose2D:
        """Raises TransformError."""
        matrix = self._transforms.lookup(self.frames.map_frame, self.frames.base_frame, stamp_ns)
        return pose_to_pose2d(matrix_to_pose(matrix))

    def _take_localisation(self, message: LocalisedView) -> None:
        view = message_to_localised(message)
        with self._lock:
            if not replaces(view.stamp_ns, self._known.localised_ns):
                return
            if view.is_lost:
                self._known.lost(view.stamp_ns, view.reason)
            else:
                self._known.localised(view.stamp_ns, view.correction)
