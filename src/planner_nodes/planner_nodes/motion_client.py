"""The client of an action that moves the robot: nothing that it asked for goes on once it is no longer wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rclpy.action.client import ClientGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.task import Future

from embodied_memory_ros.action_client import ReadyActionClient
from embodied_memory_ros.ending import wait_until
from embodied_memory_ros.node_base import EmbodiedNode

_PERIOD_S = 0.002


class MotionClient:
    """Blocks the thread of who asks, never the executor's. is_to_end: what is under way is cancelled then."""

    def __init__(self, node: EmbodiedNode, kind: type, name: str, is_to_end: Callable[[], bool]) -> None:
        self._is_to_end = is_to_end
        self._is_closed = False
        self._client = ReadyActionClient(node, kind, name, callback_group=ReentrantCallbackGroup())
        node.close_on_stop(self._close)

    def is_served(self) -> bool:
        """Whether there is somebody to ask."""
        return bool(self._client.server_is_ready())

    def given(self, goal: Any, timeout_s: float) -> ClientGoalHandle | None:
        """The goal once it is accepted. None if it is refused, or not accepted in time; later it is cancelled."""
        sent = self._client.send_goal_async(goal)
        if not self._waited(sent.done, timeout_s):
            sent.add_done_callback(_cancel_late)
            return None
        handle = sent.result()
        return handle if handle.accepted else None

    def ended(self, handle: ClientGoalHandle, timeout_s: float, cancelling_s: float) -> Any:
        """Status and result of a goal. None if it did not end within timeout_s, nor, cancelled, within cancelling_s.

        How it ended is in the status alone: not every distribution's actions have codes, and 0 may mean anything.
        """
        future = handle.get_result_async()
        self._waited(lambda: future.done() or self._is_to_end(), timeout_s)
        if not future.done():
            handle.cancel_goal_async()
            self._waited(future.done, cancelling_s)
        return future.result() if future.done() else None

    def _waited(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """What nobody can hear of any more is not waited for."""
        return wait_until(lambda: self._is_closed or condition(), timeout_s, _PERIOD_S) and condition()

    def _close(self) -> None:
        self._is_closed = True
        self._client.destroy()


def _cancel_late(sent: Future) -> None:
    handle = sent.result()
    if handle is not None and handle.accepted:
        handle.cancel_goal_async()
