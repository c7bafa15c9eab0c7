"""The base of every node: lifecycle, counted topics and diagnostics."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.callback_groups import CallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription

from embodied_memory_ros.ending import is_ending, wait_until
from embodied_memory_ros.health import WHENEVER, Expected, Health
from embodied_memory_ros.qos import OVERRIDABLE

_DIAGNOSTICS_PERIOD_S = 1.0
_NO_TIME = "no time: use_sim_time is true, and nothing arrives on /clock"


class EmbodiedNode(LifecycleNode):
    """A lifecycle node. Subclasses load in `on_load` and release that in `on_unload`; likewise start and stop.

    Topics opened with `publisher` and `subscription` are counted, closed when the node is deactivated, and
    their counts are published on `diagnostics` once a second beside the process id and the peak memory.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(name, **kwargs)
        self.declare_parameter("autostart", True)
        self._writers: dict[str, Publisher] = {}
        self.health = Health()
        self._opened: list[Callable[[], object]] = []

    def on_load(self) -> None:
        """Read parameters, load models and files."""

    def on_start(self) -> None:
        """Open topics, services and actions."""

    def on_stop(self) -> None:
        """Flush and release what `on_start` opened besides topics. May be called twice."""

    def on_unload(self) -> None:
        """Close what `on_load` opened. May be called twice, and before anything was loaded."""

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: configure."""
        return self._transition("configure", self.on_load)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: activate."""
        super().on_activate(state)
        done = self._transition("activate", self._start)
        if done is not TransitionCallbackReturn.SUCCESS:
            self._stop()
        return done

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: deactivate."""
        super().on_deactivate(state)
        return self._transition("deactivate", self._stop)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: clean up; what was loaded is given back."""
        return self._transition("clean up", self.on_unload)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: shut down from any state."""
        return self._transition("shut down", self.end)

    def end(self) -> None:
        """Stop and give back everything, in whatever state the node is."""
        self._stop()
        self.on_unload()

    def _transition(self, name: str, action: Callable[[], None]) -> TransitionCallbackReturn:
        try:
            action()
        except Exception as error:
            self.get_logger().error(f"could not {name}: {error}")
            return TransitionCallbackReturn.FAILURE
        return TransitionCallbackReturn.SUCCESS

    def _start(self) -> None:
        publisher = self.create_publisher(DiagnosticArray, "diagnostics", 10)
        self._opened.append(lambda: self.destroy_publisher(publisher))
        self.every(_DIAGNOSTICS_PERIOD_S, lambda: publisher.publish(self._diagnostics()))
        self.on_start()

    def _stop(self) -> None:
        self.on_stop()
        while self._opened:
            self._opened.pop()()

    def publisher(self, kind: type, topic: str, qos: QoSProfile) -> Callable[[Any], None]:
        """Open a topic to write; what comes back publishes one message and counts it."""
        publisher: Publisher = self.create_publisher(kind, topic, qos, qos_overriding_options=OVERRIDABLE)
        self.health.writes(topic)
        self._writers[topic] = publisher

        def close() -> None:
            self._writers.pop(topic, None)
            self.destroy_publisher(publisher)

        self._opened.append(close)

        def publish(message: Any) -> None:
            publisher.publish(message)
            self.health.published(topic)

        return publish

    def connected_readers(self) -> dict[str, int]:
        """How many readers each topic has that this node has opened with `publisher`."""
        return {topic: writer.get_subscription_count() for topic, writer in list(self._writers.items())}

    def readers_of(self, topic: str) -> set[str]:
        """Names of the nodes that read a topic, as far as the ROS graph is known here."""
        return {reader.node_name for reader in self.get_subscriptions_info_by_topic(topic)}

    def subscription(
        self,
        kind: type,
        topic: str,
        receive: Callable[[Any], None],
        qos: QoSProfile | int,
        group: CallbackGroup | None = None,
        raw: bool = False,
        expected: Expected = WHENEVER,
    ) -> Subscription:
        """Open a topic to read. An exception in `receive` is reported and counted; the node goes on.

        raw: hand over serialised bytes instead of messages; expected: how often something should come.
        """
        self.health.opened(topic, expected)

        def count_and_receive(message: Any) -> None:
            self.health.received(topic)
            self._attempt(topic, lambda: receive(message))

        subscription = self.create_subscription(
            kind, topic, count_and_receive, qos, callback_group=group, qos_overriding_options=OVERRIDABLE, raw=raw
        )
        self._opened.append(lambda: self.destroy_subscription(subscription))
        self._opened.append(lambda: self.health.closed(topic))
        return subscription

    def every(self, period_s: float, action: Callable[[], object], group: CallbackGroup | None = None) -> None:
        """Do this again and again, in real time whatever the clock says. An exception is reported and counted."""
        name = getattr(action, "__name__", "timer").strip("_<>")
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        timer = self.create_timer(period_s, lambda: self._attempt(name, action), callback_group=group, clock=clock)
        self._opened.append(lambda: self.destroy_timer(timer))

    def _attempt(self, name: str, action: Callable[[], object]) -> None:
        try:
            action()
        except Exception as error:
            if not is_ending():  # what can no longer be published then is no problem
                self.report_problem(f"{name}: {error}")

    def close_on_stop(self, close: Callable[[], object]) -> None:
        """Call this when the node is deactivated."""
        self._opened.append(close)

    def report_problem(self, text: str) -> None:
        """Log a problem the first time and every hundredth time; diagnostics tell it for some seconds."""
        if self.health.met(text):
            self.get_logger().warning(text)

    def tell_fault(self, part: str, text: str) -> None:
        """What is wrong with a part of the node, in diagnostics until it is told again with text "" (right again)."""
        if self.health.fault(part, text):
            self.get_logger().error(text)

    def now_ns(self) -> int:
        """The node's clock: simulated or recorded time where use_sim_time says so."""
        return int(self.get_clock().now().nanoseconds)

    def known_now_ns(self, within_s: float = 2.0) -> int:
        """The same as soon as it is known: who follows a simulated clock hears of it a moment after the start.

        0 if nobody tells it within so long. Not from the thread that hears the clock.
        """
        wait_until(lambda: bool(self.now_ns()), within_s)
        return self.now_ns()

    def _diagnostics(self) -> DiagnosticArray:
        self.health.fault("time", "" if self.now_ns() else _NO_TIME)
        told = self.health.status()
        values = {"process id": os.getpid(), "peak memory in MB": peak_memory_mb()} | told.values | self.diagnostics()
        status = DiagnosticStatus(
            level=told.level,
            name=self.get_fully_qualified_name(),
            message=told.message,
            hardware_id="",
            values=[KeyValue(key=key, value=str(value)) for key, value in values.items()],
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        return message

    def diagnostics(self) -> dict[str, object]:
        """What a subclass adds to its diagnostics."""
        return {}


def peak_memory_mb() -> int:
    """Of this process alone; ru_maxrss would begin with that of the process that started it."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) // 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
