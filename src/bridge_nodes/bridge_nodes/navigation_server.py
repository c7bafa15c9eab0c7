"""Serves nav2_msgs/NavigateToPose for the simulated robot, as Nav2 serves it on a real one."""

from __future__ import annotations

import math
from typing import Any

from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup

from bridge_nodes.simulated_robot import SimulatedRobot
from embodied_memory.geometry.pose import Pose2D
from embodied_memory_ros.conversions.geometry import pose2d_to_pose_stamped, pose_to_pose2d, quaternion_to_yaw
from embodied_memory_ros.ending import is_ending
from embodied_memory_ros.node_base import EmbodiedNode

_ARRIVED_M = 0.15
_UNKNOWN = 9000
"""Nav2's first code of its navigators, where it has no name for it yet."""


class NavigationServer:
    """One goal at a time drives the robot; it ends with a look around."""

    def __init__(self, node: EmbodiedNode, simulated: SimulatedRobot) -> None:
        self._node = node
        self._simulated = simulated
        server = ActionServer(
            node,
            NavigateToPose,
            "navigate_to_pose",
            self._execute,
            callback_group=ReentrantCallbackGroup(),
            goal_callback=self._accept,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )
        node.close_on_stop(server.destroy)

    def _accept(self, goal: NavigateToPose.Goal) -> GoalResponse:
        """Refuse what no robot can drive to."""
        position = goal.pose.pose.position
        yaw = quaternion_to_yaw(goal.pose.pose.orientation)
        frame = goal.pose.header.frame_id
        if frame != "map" or not all(map(math.isfinite, (position.x, position.y, yaw))):
            self._node.report_problem(
                f'navigation goal refused: frame "{frame}", x {position.x}, y {position.y}, yaw {yaw}'
            )
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def _execute(self, handle: ServerGoalHandle) -> NavigateToPose.Result:
        """Drive, look, and say how it ended."""
        goal = pose_to_pose2d(handle.request.pose.pose)
        with self._simulated.lock:
            message = self._drive(handle, goal)
            self._simulated.look_around()
        if handle.is_cancel_requested:
            handle.canceled()
            return navigation_result("canceled")
        if message:
            handle.abort()
            return navigation_result(message)
        handle.succeed()
        return NavigateToPose.Result()

    def _drive(self, handle: ServerGoalHandle, goal: Pose2D) -> str:
        """Nothing if the robot arrived or was told to stop, else why it did not arrive."""
        for bumped in self._simulated.drive_to(goal):
            self._give_feedback(handle, goal)
            if handle.is_cancel_requested:
                return ""
            if is_ending():
                return "the bridge is being stopped"
            if bumped:
                return "the robot bumped into something"
        here = self._simulated.pose
        left = math.dist((here.x, here.y), (goal.x, goal.y))
        return "" if left < _ARRIVED_M else f"the way ends {left:.2f} m before the goal"

    def _give_feedback(self, handle: ServerGoalHandle, goal: Pose2D) -> None:
        here = self._simulated.pose
        feedback = NavigateToPose.Feedback()
        feedback.current_pose = pose2d_to_pose_stamped(here, self._simulated.pace.stamp_ns)
        feedback.distance_remaining = float(math.dist((here.x, here.y), (goal.x, goal.y)))
        handle.publish_feedback(feedback)


def navigation_result(message: str, kind: Any = NavigateToPose.Result) -> NavigateToPose.Result:
    """Why the robot did not arrive, as far as the distribution's result can say it: Humble's has no fields, Jazzy's
    no code that means "unknown". kind: the class of the result.
    """
    result, has = kind(), kind.get_fields_and_field_types()
    if "error_msg" in has:
        result.error_msg = message
    if "error_code" in has:
        result.error_code = getattr(kind, "UNKNOWN", _UNKNOWN)
    return result
