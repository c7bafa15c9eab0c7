"""Gives the robot an instruction from the command line, with a picture if one is shown; tells what came of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import rclpy
from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from rclpy.node import Node
from rclpy.utilities import remove_ros_args
from sensor_msgs.msg import CompressedImage

from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_ros.feedback import when_new

_SERVER_S, _ACCEPT_S = 10.0, 10.0


def main() -> None:
    """Entry point. Exit code 0: done; 1: not, or not all of it; 2: it could not be given."""
    options = options_of(remove_ros_args(sys.argv)[1:])
    try:
        goal = goal_of(options)
    except OSError as error:
        sys.exit(f"{options.picture}: {error.strerror}")
    rclpy.init(args=sys.argv)
    node = rclpy.create_node("instruct")
    try:
        sys.exit(_give(node, goal))
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


def options_of(arguments: list[str]) -> argparse.Namespace:
    """Of the command line."""
    parser = argparse.ArgumentParser(prog="instruct", description=__doc__)
    parser.add_argument(
        "instruction", nargs="?", default="", help='such as "find this" or "see whether the stove is off"'
    )
    parser.add_argument("--speaker", default="", help="who gives it; whose permissions count")
    parser.add_argument("--picture", type=Path, help='JPEG or PNG of the thing that "this" means')
    options = parser.parse_args(arguments)
    if not options.instruction and options.picture is None:
        parser.error("give an instruction, a picture, or both")
    return options


def goal_of(options: argparse.Namespace) -> ExecuteInstruction.Goal:
    """Raises OSError for a picture that cannot be read."""
    goal = ExecuteInstruction.Goal(instruction=options.instruction, speaker=options.speaker)
    if options.picture is not None:
        file = options.picture.read_bytes()
        goal.picture = CompressedImage(format="png" if file.startswith(b"\x89PNG") else "jpeg", data=file)
    return goal


def _give(node: Node, goal: ExecuteInstruction.Goal) -> int:
    client = ActionClient(node, ExecuteInstruction, "execute_instruction")
    try:
        if not client.wait_for_server(_SERVER_S):
            sys.stderr.write("nobody serves execute_instruction: is the planner node running?\n")
            return 2
        sent = client.send_goal_async(goal, when_new(lambda feedback: _tell(feedback.decision)))
        rclpy.spin_until_future_complete(node, sent, timeout_sec=_ACCEPT_S)
        if not sent.done() or not sent.result().accepted:
            sys.stderr.write("the planner did not take the instruction\n")
            return 2
        return _await_end(node, sent.result())
    finally:
        client.destroy()


def _await_end(node: Node, handle: Any) -> int:
    """Ctrl-C cancels what was begun."""
    ended = handle.get_result_async()
    try:
        rclpy.spin_until_future_complete(node, ended)
    except KeyboardInterrupt:
        rclpy.spin_until_future_complete(node, handle.cancel_goal_async(), timeout_sec=_ACCEPT_S)
        raise
    status, result = ended.result().status, ended.result().result
    for found in result.goals:
        _tell(f"{found.goal}: {found.message}")
    _tell(result.error_msg)
    is_done = status == GoalStatus.STATUS_SUCCEEDED and result.error_code == ExecuteInstruction.Result.NONE
    return 0 if is_done else 1


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
