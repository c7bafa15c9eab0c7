"""A robot whose camera is fixed turns at its stops to look around."""

import math

import pytest
from ros_testing.small_world import SmallWorld

from embodied_memory.geometry.pose import Pose2D
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_ros.conversions.geometry import pose_to_pose2d


def test_it_turns_to_both_sides_where_it_stands(observer, start_here, tmp_path):
    start_here("memory_nodes", "memory_node", database=tmp_path / "memory.db", embedder="hashing")
    start_here("planner_nodes", "planner_node", explorer__turns_at_stops=True)
    world = SmallWorld(observer)
    world.pose = Pose2D(-2.0, 1.0, 0.5)
    try:
        client = observer.action(ExecuteInstruction, "/execute_instruction")
        observer.outcome(observer.send(client, ExecuteInstruction.Goal(instruction="find the red mug")), 60.0)
        drives = [pose_to_pose2d(drive.request.pose.pose) for drive in world.drives]
    finally:
        world.close()
    assert [(one.x, one.y) for one in drives[:2]] == [(-2.0, 1.0)] * 2
    turns = [math.degrees(one.yaw - 0.5) for one in drives[:2]]
    assert turns == [pytest.approx(60.0), pytest.approx(-60.0)]
