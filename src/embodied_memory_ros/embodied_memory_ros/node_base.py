"""The base of every node: lifecycle, counted topics, diagnostics, and a clean start and end."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.callback_groups import CallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription

from embodied_memory_ros.qos import OVERRIDABLE

_DIAGNOSTICS_PERIOD_S = 1.0


class EmbodiedNode(LifecycleNode):
    """A lifecycle node. Subclasses load in `on_load`, open topics in `on_start` and release in `on_stop`.

    Topics opened with `publisher` and `subscription` are counted, closed when the node is deactivated, and
    their counts are published on `diagnostics` once a second beside the process id and the peak memory.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(name, **kwargs)
        self.declare_parameter("autostart", True)
        self._published: dict[str, int] = {}
        self._received: dict[str, int] = {}
        self._problems: dict[str, int] = {}
        self._last_problem = ""
        self._opened: list[Callable[[], object]] = []

    def on_load(self) -> None:
        """Read parameters, load models and files."""

    def on_start(self) -> None:
        """Open topics, services and actions."""

    def on_stop(self) -> None:
        """Flush and release what `on_start` opened besides topics."""

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: configure."""
        return self._transition("configure", self.on_load)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: activate."""
        super().on_activate(state)
        return self._transition("activate", self._start)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: deactivate."""
        super().on_deactivate(state)
        return self._transition("deactivate", self._stop)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Lifecycle: shut down from any state."""
        return self._transition("shut down", self._stop)

    def _transition(self, name: str, action: Callable[[], None]) -> TransitionCallbackReturn:
        try:
            action()
        except Exception as error:
            self.get_logger().error(f"could not {name}: {error}")
            return TransitionCallbackReturn.FAILURE
        return TransitionCallbackReturn.SUCCESS

    def _start(self) -> None:
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        publisher = self.create_publisher(DiagnosticArray, "diagnostics", 10)
        timer = self.create_timer(_DIAGNOSTICS_PERIOD_S, lambda: publisher.publish(self._diagnostics()), clock=clock)
        self._opened += [lambda: self.destroy_timer(timer), lambda: self.destroy_publisher(publisher)]
        self.on_start()

    def _stop(self) -> None:
        self.on_stop()
        while self._opened:
            self._opened.pop()()

    def publisher(self, kind: type, topic: str, qos: QoSProfile) -> Callable[[Any], None]:
        """Open a topic to write; what comes back publishes one message and counts it."""
        publisher: Publisher = self.create_publisher(kind, topic, qos, qos_overriding_options=OVERRIDABLE)
        self._published.setdefault(topic, 0)
        self._opened.append(lambda: self.destroy_publisher(publisher))

        def publish(message: Any) -> None:
            publisher.publish(message)
            self._published[topic] += 1

        return publish

    def subscription(
        self,
        kind: type,
        topic: str,
        receive: Callable[[Any], None],
        qos: QoSProfile | int,
        group: CallbackGroup | None = None,
        raw: bool = False,
    ) -> Subscription:
        """Open a topic to read. An exception in `receive` is reported and counted; the node goes on.

        raw: hand over serialised bytes instead of messages.
        """
        self._received.setdefault(topic, 0)

        def count_and_receive(message: Any) -> None:
            self._received[topic] += 1
            try:
                receive(message)
            except Exception as error:
                self.report_problem(f"{topic}: {error}")

        subscription = self.create_subscription(
            kind, topic, count_and_receive, qos, callback_group=group, qos_overriding_options=OVERRIDABLE, raw=raw
        )
        self._opened.append(lambda: self.destroy_subscription(subscription))
        return subscription

    def close_on_stop(self, close: Callable[[], object]) -> None:
        """Call this when the node is deactivated."""
        self._opened.append(close)

    def report_problem(self, text: str) -> None:
        """Log a problem the first time and every hundredth time; diagnostics always count it."""
        kind = text.split(":")[0]
        self._problems[kind] = self._problems.get(kind, 0) + 1
        self._last_problem = text
        if self._problems[kind] % 100 == 1 or text != self._last_problem:
            self.get_logger().warning(text)

    def now_ns(self) -> int:
        """The node's clock: simulated or recorded time where use_sim_time says so."""
        return int(self.get_clock().now().nanoseconds)

    def _diagnostics(self) -> DiagnosticArray:
        values = {
            "process id": os.getpid(),
            "peak memory in MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "messages published": sum(self._published.values()),
            "messages received": sum(self._received.values()),
            "problems": sum(self._problems.values()),
            "last problem": self._last_problem,
        }
        values |= {f"published {topic}": count for topic, count in self._published.items()}
        values |= {f"received {topic}": count for topic, count in self._received.items()}
        values |= self.diagnostics()
        level = DiagnosticStatus.WARN if self._problems else DiagnosticStatus.OK
        status = DiagnosticStatus(
            level=level,
            name=self.get_fully_qualified_name(),
            message=self._last_problem or "ok",
            hardware_id="",
            values=[KeyValue(key=key, value=str(value)) for key, value in values.items()],
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        return message

    def diagnostics(self) -> dict[str, object]:
        """What a subclass adds to its diagnostics."""
        return {}


def run_node(make_node: Callable[[], EmbodiedNode], threads: int = 1) -> None:
    """Start one node alone: parse ROS arguments, configure and activate if autostart, spin, end cleanly."""
    rclpy.init()
    node = make_node()
    executor = SingleThreadedExecutor() if threads == 1 else MultiThreadedExecutor(num_threads=threads)
    executor.add_node(node)
    failed = False
    try:
        if node.get_parameter("autostart").value:
            configured = node.trigger_configure() == TransitionCallbackReturn.SUCCESS
            failed = not (configured and node.trigger_activate() == TransitionCallbackReturn.SUCCESS)
        if not failed:
            executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        node._stop()
        executor.shutdown(timeout_sec=2.0)
        node.destroy_node()
        rclpy.try_shutdown()
    if failed:
        raise SystemExit(1)


def wait_until(condition: Callable[[], bool], timeout_s: float, period_s: float = 0.01) -> bool:
    """Wait in real time, without spinning: for threads beside the executor's."""
    end = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end or not rclpy.ok():
            return condition()
        time.sleep(period_s)
    return True
