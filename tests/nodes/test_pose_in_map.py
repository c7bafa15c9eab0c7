"""With a SLAM of the robot's own: where it is in the map is known by tf alone, whatever its odometry says."""

import math

import pytest
from action_msgs.msg import GoalStatus
from ros_testing.small_world import MUG, SmallWorld

from embodied_memory.geometry.pose import Pose2D
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_ros.conversions.geometry import pose_to_pose2d
from embodied_memory_ros.feedback import when_new

Result = ExecuteInstruction.Result

WORLDS = {
    "far off and turned": {"map_T_odom": Pose2D(6.0, -3.0, math.radians(40.0))},
    "other names": {"map_T_odom": Pose2D(-3.0, 5.0, 2.0), "frames": ("world", "wheels", "base_footprint")},
}


@pytest.fixture(scope="module")
def memory(start, tmp_path_factory):
    file = tmp_path_factory.mktemp("memory") / "memory.db"
    return start("memory_nodes", "memory_node", database=file, embedder="hashing")


def close(one, other):
    return one == Pose2D(*(pytest.approx(value, abs=1e-6) for value in (other.x, other.y, other.yaw)))


def instruct(observer, text):
    """Its end, and the feedback on the way."""
    client, feedback = observer.action(ExecuteInstruction, "/execute_instruction"), []
    try:
        goal = ExecuteInstruction.Goal(instruction=text)
        handle = observer.send(client, goal, when_new(feedback.append))
        return observer.outcome(handle, 60.0), feedback
    finally:
        client.destroy()


@pytest.mark.parametrize("settings", WORLDS.values(), ids=WORLDS)
def test_it_drives_by_its_pose_in_the_map(observer, start_here, memory, settings):
    map_frame, _, base_frame = settings.get("frames", ("map", "odom", "base_link"))
    start_here("planner_nodes", "planner_node", map_frame=map_frame, base_frame=base_frame)
    world = SmallWorld(observer, **settings)
    try:
        begun = world.pose = Pose2D(-2.0, 1.0, 0.0)
        ended, feedback = instruct(observer, "find the red mug")
        assert (ended.status, ended.result.error_code) == (GoalStatus.STATUS_SUCCEEDED, Result.NONE), ended.result
        assert close(pose_to_pose2d(feedback[0].robot_pose.pose), begun)
        drives = [drive.request.pose for drive in world.drives]
        stopped = ended.result.goals[0].robot_pose
        assert {one.header.frame_id for one in (*drives, stopped, feedback[0].robot_pose)} == {map_frame}
        there = pose_to_pose2d(stopped.pose)
        assert close(there, world.pose)
        assert math.dist((there.x, there.y), MUG.position[:2]) <= 1.0
    finally:
        world.close()


def test_a_robot_that_nobody_localises_says_so_and_what_to_do(observer, start_here, memory):
    start_here("planner_nodes", "planner_node")
    world = SmallWorld(observer, map_T_odom=None)
    try:
        ended, _ = instruct(observer, "find the red mug")
    finally:
        world.close()
    assert (ended.status, ended.result.error_code) == (GoalStatus.STATUS_ABORTED, Result.NO_MAP)
    assert "no transform from 'base_link' to 'map'; frames known: base_link, odom" in ended.result.error_msg
    assert "Does a localisation (SLAM, AMCL) run" in ended.result.error_msg
    assert not world.drives
