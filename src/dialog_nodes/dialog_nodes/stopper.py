"""Makes the base and the hands stop, whoever moves them, without asking any other part of the stack."""

from __future__ import annotations

import time
from functools import partial

from action_msgs.srv import CancelGoal
from geometry_msgs.msg import Twist
from rclpy.callback_groups import ReentrantCallbackGroup

from embodied_memory_ros.node_base import EmbodiedNode

ACTIONS = ("navigate_to_pose", "execute_skill", "execute_instruction")
"""What moves the base, what moves the hands, and what would tell them to move again."""
_BRAKE_S, _BRAKE_PERIOD_S = 0.5, 0.1


class Stopper:
    """Cancels every goal of the actions that move anything, and holds the base still for half a second."""

    def __init__(self, node: EmbodiedNode) -> None:
        group = ReentrantCallbackGroup()
        self._clients = {
            name: node.create_client(CancelGoal, f"{name}/_action/cancel_goal", callback_group=group)
            for name in ACTIONS
        }
        for client in self._clients.values():
            node.close_on_stop(partial(node.destroy_client, client))
        self._drive = node.publisher(Twist, "cmd_vel", 10)
        self._brakes_until = 0.0
        node.every(_BRAKE_PERIOD_S, self._brake, group)

    def stop(self) -> tuple[str, ...]:
        """Returns at once; the names of the actions that somebody serves, and which were told."""
        self._drive(Twist())
        self._brakes_until = time.monotonic() + _BRAKE_S
        told = [name for name, client in self._clients.items() if client.service_is_ready()]
        for name in told:
            self._clients[name].call_async(CancelGoal.Request())  # no id and no stamp: all goals
        return tuple(told)

    def _brake(self) -> None:
        if time.monotonic() < self._brakes_until:
            self._drive(Twist())
