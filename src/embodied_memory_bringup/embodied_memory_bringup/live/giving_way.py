"""A robot that is spoken to stops patrolling, and goes on when nobody has it do anything."""

from __future__ import annotations

import threading
import time

from action_msgs.msg import GoalStatus, GoalStatusArray
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node

from embodied_memory_bringup.demo.conductor import ConductorError
from embodied_memory_interfaces.msg import Utterance
from embodied_memory_ros.qos import LATCHED, RECORDS

_UNDER_WAY = (GoalStatus.STATUS_ACCEPTED, GoalStatus.STATUS_EXECUTING, GoalStatus.STATUS_CANCELING)
_IS_KNOWN_S = 0.3
"""After that who gave an instruction knows that it was accepted, and can cancel it."""
_LISTENS_S = 2.5
"""Real time in which what was said may become an instruction."""


class SpokenToError(ConductorError):
    """Somebody speaks to the robot: the patrol gives way."""


class GivingWay:
    """Listens to what is said to the robot.

    may_stop: whether the patrol has an instruction that may be canceled.
    """

    def __init__(self) -> None:
        self._node = Node("live_patrol")
        self._spoken_at = self._busy_since = 0.0
        self._is_busy = self.may_stop = False
        self._node.create_subscription(Utterance, "dialog/utterances", self._hear, RECORDS)
        self._node.create_subscription(GoalStatusArray, "execute_instruction/_action/status", self._look, LATCHED)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self._node)
        threading.Thread(target=self._spin, daemon=True).start()

    def check(self) -> None:
        """Raises SpokenToError if the robot was spoken to while it patrols, once."""
        is_under_way = self._is_busy and time.monotonic() - self._busy_since > _IS_KNOWN_S
        if self.may_stop and is_under_way and self._is_spoken_to():
            self.may_stop = False
            raise SpokenToError("somebody speaks to the robot")

    def is_free(self) -> bool:
        """Whether nobody speaks to it, and it has nothing to do."""
        return not self._is_busy and not self._is_spoken_to()

    def close(self) -> None:
        """End the node."""
        self._executor.shutdown(timeout_sec=2.0)
        self._node.destroy_node()

    def _is_spoken_to(self) -> bool:
        return time.monotonic() - self._spoken_at < _LISTENS_S

    def _hear(self, message: Utterance) -> None:
        self._spoken_at = time.monotonic()

    def _look(self, message: GoalStatusArray) -> None:
        was_busy, self._is_busy = self._is_busy, any(one.status in _UNDER_WAY for one in message.status_list)
        self._busy_since = self._busy_since if was_busy else time.monotonic()

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except ExternalShutdownException:
            return
