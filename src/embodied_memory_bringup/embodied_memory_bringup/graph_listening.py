"""Gathers what there is in the graph of ROS for `embodied-memory doctor`: it listens, and asks how our nodes are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Any, TypeAlias

from lifecycle_msgs.srv import GetState
from nav_msgs.msg import Odometry
from rcl_interfaces.srv import GetParameters
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import parameter_value_to_python
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.task import Future
from rclpy.topic_endpoint_info import TopicEndpointInfo
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from embodied_memory.geometry.transforms import TransformBuffer, TransformError
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import CLOCK, SENSOR, STATIC_TRANSFORMS, TRANSFORMS
from embodied_memory_ros.transforms import add_transforms
from embodied_memory_tools.doctor.graph_checks import OURS, own
from embodied_memory_tools.doctor.graph_facts import (
    Endpoint,
    GraphFacts,
    NodeFacts,
    StreamFacts,
    TransformFacts,
)

ASKED = ("use_sim_time", "map_frame", "base_frame", "explorer.camera_height_m")
"""Parameters; who has none of that name tells so."""
STREAMS = {
    "sensor_msgs/msg/Image": Image,
    "sensor_msgs/msg/CameraInfo": CameraInfo,
    "nav_msgs/msg/Odometry": Odometry,
}
_DISCOVERY_S, _LONGEST_DISCOVERY_S, _MATCHING_S = 2.0, 10.0, 1.0
_FOR_EVER_NS = 10**18
"""Longer deadlines are none: thirty years."""
_ANY_TIME_S = 60.0
"""Parts of a way between two frames are stamped as they come: here it counts that they are there at all."""


_Answers: TypeAlias = dict[tuple[str, str], Future]


@dataclass
class _Stream:
    """What came. ahead_s: stamps minus clock."""

    count: int = 0
    newest: Any = None
    ahead_s: list[float] = field(default_factory=list)


def gather(seconds: float) -> GraphFacts:
    """Find who is there, then listen for so long."""
    context = Context()
    context.init(args=[])
    node = Node(f"doctor_{os.getpid()}", context=context, enable_rosout=False, start_parameter_services=False)
    executor = SingleThreadedExecutor(context=context)
    executor.add_node(node)
    try:
        _discover(node, executor)
        return _Listening(node).facts(partial(_spin, executor), seconds)
    finally:
        executor.shutdown(timeout_sec=2.0)
        node.destroy_node()
        context.try_shutdown()


def _spin(executor: SingleThreadedExecutor, seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0.0:
        executor.spin_once(timeout_sec=left)


def _discover(node: Node, executor: SingleThreadedExecutor) -> None:
    """Until nobody new has come for some seconds: on a machine that is busy it takes a while."""
    end, known = time.monotonic() + _LONGEST_DISCOVERY_S, -1
    while known != (found := len(node.get_node_names_and_namespaces())) and time.monotonic() < end:
        known = found
        _spin(executor, _DISCOVERY_S)


class _Listening:
    """Of a node that knows the graph."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._clock_ns: int | None = None
        self._streams: dict[str, _Stream] = {}
        self._buffer = TransformBuffer(tolerance_s=_ANY_TIME_S)
        topics = [name for name, _ in node.get_topic_names_and_types()]
        self._publishers = self._endpoints(topics, node.get_publishers_info_by_topic)
        self._subscriptions = self._endpoints(topics, node.get_subscriptions_info_by_topic)
        self._is_simulated = any(one.type == "rosgraph_msgs/msg/Clock" for one in self._publishers)

    def _endpoints(
        self, topics: Iterable[str], infos_of: Callable[[str], list[TopicEndpointInfo]]
    ) -> tuple[Endpoint, ...]:
        return tuple(
            _endpoint(topic, info)
            for topic in topics
            for info in infos_of(topic)
            if info.node_name != self._node.get_name()
        )

    def facts(self, spin: Callable[[float], None], seconds: float) -> GraphFacts:
        """spin: for so many seconds."""
        names = sorted(self._names())
        ask = self._clients(name for name in names if own(name) in OURS)
        self._subscribe()
        spin(_MATCHING_S)  # a request that is sent before the service is known is lost
        states, parameters = ask()
        spin(seconds)
        nodes = tuple(
            NodeFacts(
                name, _state(states.get((name, ""))), {key: _value(parameters.get((name, key))) for key in ASKED}
            )
            for name in names
        )
        streams = tuple(self._stream(topic, one) for topic, one in sorted(self._streams.items()))
        transforms = tuple(self._transforms(nodes, streams))
        return GraphFacts(seconds, nodes, self._publishers, self._subscriptions, streams, transforms)

    def _names(self) -> Iterable[str]:
        for name, namespace in self._node.get_node_names_and_namespaces():
            if name != self._node.get_name() and not name.startswith("_"):
                yield f"{namespace.rstrip('/')}/{name}"

    def _clients(self, names: Iterable[str]) -> Callable[[], tuple[_Answers, _Answers]]:
        """What asks each node for its state and, one by one, its parameters: of several at once, one that is not
        declared spoils the rest. The answers are by (node, "") and by (node, parameter).
        """
        asked = list(dict.fromkeys(names))
        states = {name: self._node.create_client(GetState, f"{name}/get_state") for name in asked}
        parameters = {name: self._node.create_client(GetParameters, f"{name}/get_parameters") for name in asked}

        def ask() -> tuple[_Answers, _Answers]:
            there = [
                name for name in asked if states[name].service_is_ready() and parameters[name].service_is_ready()
            ]
            return (
                {(name, ""): states[name].call_async(GetState.Request()) for name in there},
                {
                    (name, key): parameters[name].call_async(GetParameters.Request(names=[key]))
                    for name in there
                    for key in ASKED
                },
            )

        return ask

    def _subscribe(self) -> None:
        """To what our nodes read of a camera, to odometry, and to transforms and the clock where they are."""
        read = {one.topic: one.type for one in self._subscriptions if own(one.node) in OURS}
        read |= {
            one.topic: one.type
            for one in self._publishers
            if one.type in ("nav_msgs/msg/Odometry", "rosgraph_msgs/msg/Clock")
        }
        for topic, kind in read.items():
            if kind in STREAMS and not topic.endswith("/instances/image"):
                stream = self._streams[topic] = _Stream()
                self._node.create_subscription(STREAMS[kind], topic, partial(self._take, stream), SENSOR)
            elif kind == "tf2_msgs/msg/TFMessage":
                static = topic.endswith("tf_static")
                take = partial(self._take_transforms, static)
                self._node.create_subscription(TFMessage, topic, take, STATIC_TRANSFORMS if static else TRANSFORMS)
            elif kind == "rosgraph_msgs/msg/Clock":
                self._node.create_subscription(Clock, topic, self._take_clock, CLOCK)

    def _take_transforms(self, static: bool, message: TFMessage) -> None:
        with suppress(ValueError):  # what is no transform is missed when it is looked up
            add_transforms(self._buffer, message, static)

    def _take_clock(self, message: Clock) -> None:
        self._clock_ns = time_to_ns(message.clock)

    def _now_ns(self) -> int | None:
        """Simulated time as soon as it is known, or the time of this computer."""
        return self._clock_ns if self._is_simulated else time.time_ns()

    def _take(self, stream: _Stream, message: Any) -> None:
        stream.count += 1
        stream.newest = message
        if (now_ns := self._now_ns()) is not None:
            stream.ahead_s.append((time_to_ns(message.header.stamp) - now_ns) / 1e9)

    def _stream(self, topic: str, stream: _Stream) -> StreamFacts:
        newest = stream.newest
        if newest is None:
            return StreamFacts(topic, 0)
        return StreamFacts(
            topic,
            stream.count,
            newest.header.frame_id,
            (getattr(newest, "width", 0), getattr(newest, "height", 0)),
            getattr(newest, "encoding", ""),
            float(newest.k[0]) if isinstance(newest, CameraInfo) else None,
            median(stream.ahead_s) if stream.ahead_s else 0.0,
        )

    def _transforms(self, nodes: tuple[NodeFacts, ...], streams: tuple[StreamFacts, ...]) -> Iterable[TransformFacts]:
        """From each map to the base and the camera that belong to it."""
        frames = {tuple(str(one.parameters[name] or "") for name in ("map_frame", "base_frame")) for one in nodes}
        cameras = {one.frame for one in streams if one.encoding}
        pairs = {(top, below) for top, base in frames if top and base for below in (base, *cameras)}
        for target, source in sorted(pairs):
            yield self._transform(target, source)

    def _transform(self, target: str, source: str) -> TransformFacts:
        try:
            newest_ns = self._buffer.newest_ns(target, source)
            matrix = self._buffer.lookup(target, source, newest_ns)
        except TransformError as error:
            return TransformFacts(target, source, missing=str(error))
        now_ns = self._now_ns()
        late_s = (now_ns - newest_ns) / 1e9 if newest_ns and now_ns is not None else 0.0
        return TransformFacts(target, source, tuple(map(tuple, matrix.tolist())), late_s=late_s)


def _endpoint(topic: str, info: TopicEndpointInfo) -> Endpoint:
    policies: QoSProfile = info.qos_profile
    deadline_ns = policies.deadline.nanoseconds
    return Endpoint(
        f"{info.node_namespace.rstrip('/')}/{info.node_name}",
        topic,
        info.topic_type,
        policies.reliability == ReliabilityPolicy.RELIABLE,
        policies.durability == DurabilityPolicy.TRANSIENT_LOCAL,
        deadline_ns / 1e9 if 0 < deadline_ns < _FOR_EVER_NS else 0.0,
    )


def _state(answer: Future | None) -> str:
    """ "" for none."""
    return str(answer.result().current_state.label) if answer is not None and answer.done() else ""


def _value(answer: Future | None) -> object:
    """None for none."""
    values = answer.result().values if answer is not None and answer.done() else ()
    return parameter_value_to_python(values[0]) if values else None
