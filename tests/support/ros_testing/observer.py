"""The test's own node: subscribes, publishes, calls; every wait has a limit and fails with what was missing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from rclpy._rclpy_pybind11 import RCLError
from rclpy.action import ActionClient
from rclpy.action.client import ClientGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile
from rclpy.task import Future

_FOUND_BACK_S = 0.5


class Observer:
    """Spins in a thread of its own, in a context (and so a DDS participant) of its own domain."""

    def __init__(self, domain: int, name: str = "observer") -> None:
        self.context = Context()
        self.context.init(domain_id=domain)
        self.node = Node(name, context=self.context)
        self._executor = MultiThreadedExecutor(num_threads=2, context=self.context)
        self._executor.add_node(self.node)
        self._group = ReentrantCallbackGroup()
        self._broken: Exception | None = None
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        """A client that a test has done with may still be in the executor's hands (rclpy keeps no hold on it)."""
        while self._broken is None:
            try:
                self._executor.spin()
                return
            except ExternalShutdownException:
                return
            except Exception as error:
                if not (isinstance(error, RCLError) and "is invalid" in str(error)):
                    self._broken = error

    def close(self) -> None:
        """The node goes while its context lives and nobody spins it: a context that ends first destroys it too."""
        self._executor.shutdown(timeout_sec=2.0)
        self._thread.join(timeout=5.0)
        self.node.destroy_node()
        self.context.try_shutdown()

    def collect(self, kind: type, topic: str, qos: QoSProfile | int = 100) -> list[Any]:
        """A list that grows with every message."""
        messages: list[Any] = []
        self.node.create_subscription(kind, topic, messages.append, qos, callback_group=self._group)
        return messages

    def publisher(self, kind: type, topic: str, qos: QoSProfile | int, readers: int = 1) -> Publisher:
        """Open to write, with somebody who reads."""
        publisher = self.node.create_publisher(kind, topic, qos)
        self.wait(lambda: publisher.get_subscription_count() >= readers, 30.0, f"{readers} readers of {topic}")
        return publisher

    def wait(self, condition: Callable[[], Any], timeout_s: float, what: str | Callable[[], str]) -> Any:
        """The first true value of the condition. what: for the failure; called only then if it can be."""
        end = time.monotonic() + timeout_s
        while not (value := condition()):
            if self._broken:
                raise AssertionError("the observer hears nothing any more") from self._broken
            if time.monotonic() > end:
                seen = sorted(self.node.get_node_names())
                raise AssertionError(f"not within {timeout_s} s: {what() if callable(what) else what}; seen: {seen}")
            time.sleep(0.01)
        return value

    def result(self, future: Future, timeout_s: float, what: str) -> Any:
        self.wait(future.done, timeout_s, what)
        return future.result()

    def call(self, kind: type, service: str, request: Any, timeout_s: float = 15.0) -> Any:
        client = self.node.create_client(kind, service, callback_group=self._group)
        try:
            assert client.wait_for_service(timeout_s), f"nobody serves {service}"
            return self.result(client.call_async(request), timeout_s, f"a reply of {service}")
        finally:
            self.node.destroy_client(client)

    def action(self, kind: type, name: str) -> ActionClient:
        """A client that is heard: that the server was found does not say that it has found the client's reader, and
        then its first reply is lost.
        """
        client = ActionClient(self.node, kind, name, callback_group=self._group)
        assert client.wait_for_server(15.0), f"nobody serves {name}"
        time.sleep(_FOUND_BACK_S)
        return client

    def send(
        self, client: ActionClient, goal: Any, on_feedback: Callable[[Any], None] | None = None
    ) -> ClientGoalHandle:
        sent = client.send_goal_async(goal, feedback_callback=on_feedback)
        return self.result(sent, 15.0, "the goal to be taken or refused")

    def outcome(self, handle: ClientGoalHandle, timeout_s: float = 30.0) -> Any:
        """status and result of an accepted goal."""
        return self.result(handle.get_result_async(), timeout_s, "the action to end")

    def topics(self) -> dict[str, list[str]]:
        return dict(self.node.get_topic_names_and_types())
