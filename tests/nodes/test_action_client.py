"""An executor may hear of an action client before rclpy has finished it."""

import rclpy
from nav2_msgs.action import NavigateToPose
from rclpy.context import Context
from rclpy.node import Node

from embodied_memory_ros.action_client import ReadyActionClient


def test_an_executor_that_wakes_while_a_client_is_made_may_ask_it():
    context = Context()
    rclpy.init(context=context)
    node = Node("early", context=context)
    add, asked = node.add_waitable, []

    def told(waitable):
        add(waitable)
        asked.append(waitable.get_num_entities())

    node.add_waitable = told
    try:
        ReadyActionClient(node, NavigateToPose, "navigate_to_pose").destroy()
    finally:
        node.destroy_node()
        context.try_shutdown()
    assert len(asked) == 1
