"""Puts colour, depth, camera info, instances and transforms of one moment together into an Observation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sensor_msgs.msg import CameraInfo, Image

from embodied_memory.geometry.transforms import TransformError
from embodied_memory.observation import InstanceImage, InvalidObservationError, Observation
from embodied_memory_interfaces.msg import InstanceLabels, LocalisedView
from embodied_memory_ros.conversions.images import (
    camera_info_to_intrinsics,
    image_to_color,
    image_to_depth,
    image_to_instances,
)
from embodied_memory_ros.conversions.localisation import corrected, message_to_localised
from embodied_memory_ros.conversions.scene_graph import message_to_label
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.frames import Frames
from embodied_memory_ros.health import Expected
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all
from embodied_memory_ros.qos import RECORDS, SENSOR
from embodied_memory_ros.transforms import make_transform_source

_PARAMETERS: dict[str, tuple[Any, str]] = {
    "observer": ("robot", "name of the observer that is recorded with every observation"),
    "sync_tolerance_s": (0.02, "colour, depth and instances at most this far apart in time belong together"),
    "clock_ahead_s": (1800.0, "a view stamped so much later than this node's clock is refused: one of them is wrong"),
    "transform_timeout_s": (1.0, "wait this long, in real time, for the rest of a view and its transforms"),
    "view_expected_within_s": (0.0, "an image is missed after so long, in real time; 0: they come when they come"),
}
_CALLED = {"localised": "localisation (is the mapping node running?)"}
_BACKWARD_VIEWS_BEFORE_RESTART = 10
_TICK_S = 0.1
_LATE_S = 2.0
"""Half of the views may come that late."""
_OTHER_CLOCK_S = 600.0
"""No queue keeps a view for so long."""


@dataclass
class _Parts:
    """What has arrived of one moment."""

    color: Image | None = None
    depth: Image | None = None
    ids: Image | None = None
    labels: InstanceLabels | None = None
    localised: LocalisedView | None = None
    ticks: int = 0
    """How often the node has looked in vain whether it is whole. Each time, every queue could deliver a message:
    counting ticks and not seconds, a node that was busy does not throw away what still waits in its queues."""


class ObservationSource:
    """Subscribes to a camera on behalf of a node and calls back with whole observations, in order of time.

    with_localisation: views are those that somebody else has localised, and as they were corrected.
    restart: called before the first observation of a clock that was set back for good, as when a bag begins anew.
    """

    def __init__(
        self,
        node: EmbodiedNode,
        receive: Callable[[Observation], None],
        with_instances: bool,
        restart: Callable[[], None] = lambda: None,
        with_localisation: bool = False,
    ) -> None:
        self._node = node
        self._receive = receive
        self._restart = restart
        self._frames = Frames.of(node)
        self._values = {name: node.get_parameter(name).value for name in _PARAMETERS}
        self._needed = ["color", "depth", *(("ids", "labels") if with_instances else ())]
        self._needed += ["localised"] if with_localisation else []
        self._tolerance_ns = int(self._values["sync_tolerance_s"] * 1e9)
        self._max_ticks = max(1, round(self._values["transform_timeout_s"] / _TICK_S))
        self._waiting: dict[int, _Parts] = {}
        self._camera_info: CameraInfo | None = None
        self._last_ns = 0
        self._backward = 0
        self._transforms = make_transform_source(node)
        self._subscribe()
        node.every(_TICK_S, self._tick)

    def _subscribe(self) -> None:
        node, camera = self._node, "is the camera's driver running, and are its topics remapped?"
        expected = Expected(self._values["view_expected_within_s"], camera)
        node.subscription(CameraInfo, "camera/color/camera_info", self._take_info, SENSOR, expected=expected)
        for part, topic in (("color", "camera/color/image_raw"), ("depth", "camera/depth/image_raw")):
            node.subscription(Image, topic, partial(self._take, part), SENSOR, expected=expected)
        if "ids" in self._needed:
            node.subscription(Image, "camera/instances/image", partial(self._take, "ids"), SENSOR)
            node.subscription(InstanceLabels, "camera/instances/labels", partial(self._take, "labels"), SENSOR)
        if "localised" in self._needed:
            node.subscription(LocalisedView, "localisation", partial(self._take, "localised"), RECORDS)

    @staticmethod
    def declare_parameters(node: EmbodiedNode) -> None:
        """Once, when the node is made."""
        Frames.declare_parameters(node)
        declare_all(node, _PARAMETERS)

    def _take_info(self, message: CameraInfo) -> None:
        self._camera_info = message

    def _take(self, part: str, message: Any) -> None:
        """File a message under its moment, then deliver what is whole."""
        stamp_ns = time_to_ns(message.header.stamp)
        if self._is_to_come(stamp_ns):
            return
        near = (known for known in self._waiting if abs(known - stamp_ns) <= self._tolerance_ns)
        key = min(near, key=lambda known: abs(known - stamp_ns), default=stamp_ns)
        setattr(self._waiting.setdefault(key, _Parts()), part, message)
        self._deliver()

    def _is_to_come(self, stamp_ns: int) -> bool:
        """Whether a message is of a time that has not come: memory would take it for newer than all that follows."""
        now_ns = self._node.now_ns()
        ahead_s = (stamp_ns - now_ns) / 1e9
        if not now_ns or ahead_s <= self._values["clock_ahead_s"]:
            return False
        self._tell_clocks(ahead_s)
        return True

    def _tick(self) -> None:
        """Deliver, and drop with the reason what has waited long enough."""
        for stamp_ns, reason in self._deliver().items():
            self._waiting[stamp_ns].ticks += 1
            if self._waiting[stamp_ns].ticks > self._max_ticks:
                del self._waiting[stamp_ns]
                self._node.report_problem(f"incomplete view: {reason}")

    def _deliver(self) -> dict[int, str]:
        """Hand over every whole moment, oldest first; returns what the others wait for."""
        missing: dict[int, str] = {}
        for stamp_ns in sorted(self._waiting):
            reason = self._missing(self._waiting[stamp_ns])
            if reason:
                missing[stamp_ns] = reason
                continue
            try:
                observation = self._observation(stamp_ns)
            except TransformError as error:
                missing[stamp_ns] = f"no transform: {error}"
                continue
            except ValueError as error:
                self._node.report_problem(f"unusable image: {error}")
                del self._waiting[stamp_ns]
                continue
            del self._waiting[stamp_ns]
            self._hand_over(observation)
        return missing

    def _missing(self, parts: _Parts) -> str:
        """Which topic has not delivered yet, or nothing."""
        if self._camera_info is None:
            return "no camera info has arrived on camera/color/camera_info"
        absent = [_CALLED.get(name, f"{name} image") for name in self._needed if getattr(parts, name) is None]
        return f"no {' and no '.join(absent)} of that moment" if absent else ""

    def _observation(self, stamp_ns: int) -> Observation:
        """Convert. Raises InvalidObservationError and TransformError."""
        parts = self._waiting[stamp_ns]
        assert parts.color is not None
        assert parts.depth is not None
        assert self._camera_info is not None
        frames = self._frames
        map_T_camera = self._transforms.lookup(frames.map_frame, parts.color.header.frame_id, stamp_ns)
        map_T_base = self._transforms.lookup(frames.map_frame, frames.base_frame, stamp_ns)
        self._tell_unregistered(parts.color.header.frame_id, parts.depth.header.frame_id)
        instances = None
        if parts.ids is not None and parts.labels is not None:
            labels = tuple(message_to_label(label) for label in parts.labels.labels)
            instances = InstanceImage(image_to_instances(parts.ids), labels)
        observation = Observation(
            stamp_ns=stamp_ns,
            color=image_to_color(parts.color),
            depth=image_to_depth(parts.depth),
            intrinsics=camera_info_to_intrinsics(self._camera_info),
            map_T_camera=map_T_camera,
            map_T_base=map_T_base,
            observer=self._values["observer"],
            instances=instances,
        )
        if parts.localised is None:
            return observation
        told = message_to_localised(parts.localised)
        if told.is_lost:
            raise InvalidObservationError(f"the robot does not know where it is: {told.reason}")
        return corrected(observation, told)

    def _tell_unregistered(self, color_frame: str, depth_frame: str) -> None:
        if color_frame != depth_frame:
            self._node.report_problem(
                f"depth may not be registered: it is in {depth_frame!r}, colour in {color_frame!r}; have the driver"
                " register it, or name the topic that is"
            )

    def _tell_delay(self, stamp_ns: int) -> None:
        """How late a view is by this node's clock, which may not be the camera's."""
        now_ns = self._node.now_ns()
        late_s = (now_ns - stamp_ns) / 1e9 if now_ns else 0.0  # simulated time stands at 0 until it is told
        if late_s > _OTHER_CLOCK_S:
            self._tell_clocks(-late_s)
            return
        self._node.tell_fault("clock", "")
        self._node.health.delayed("views", max(0.0, late_s), _LATE_S)

    def _tell_clocks(self, ahead_s: float) -> None:
        side = "after" if ahead_s > 0 else "before"
        self._node.tell_fault(
            "clock",
            f"clocks differ: the camera's messages are stamped {abs(ahead_s):.0f} s {side} the time of this node:"
            " synchronise the computers, or set use_sim_time as the camera's driver has it",
        )

    def _hand_over(self, observation: Observation) -> None:
        """Refuse stamps that go backwards, unless so many do that the clock must have been set anew."""
        if observation.stamp_ns <= self._last_ns:
            self._backward += 1
            if self._backward < _BACKWARD_VIEWS_BEFORE_RESTART:
                back = (self._last_ns - observation.stamp_ns) / 1e9
                self._node.report_problem(f"stamps go backwards: this view is {back:.3f} s older than the last")
                return
            self._node.report_problem("stamps went backwards: going on from the new time")
            self._transforms.forget()
            self._restart()
        self._backward = 0
        self._last_ns = observation.stamp_ns
        self._tell_delay(observation.stamp_ns)
        try:
            self._receive(observation)
        except InvalidObservationError as error:
            self._node.report_problem(f"unusable view: {error}")
