"""Between localised views the told pose goes on; goals are told in the frame of whoever drives."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.geometry.pose import STANDING, Pose2D
from embodied_memory.localisation.localised import CorrectedPose

metres = st.floats(-20, 20)
angles = st.floats(-math.pi, math.pi)
poses = st.builds(Pose2D, metres, metres, angles)


def close(one, other):
    turned = math.remainder(one.yaw - other.yaw, 2 * math.pi)
    return math.dist((one.x, one.y), (other.x, other.y)) < 1e-6 and abs(turned) < 1e-6


@given(poses, poses)
def test_a_motion_and_its_inverse_leave_where_one_stood(one, other):
    assert close(one.then(other).then(other.inverse()), one)


def test_before_any_view_was_localised_the_pose_is_taken_as_it_is_told():
    robot = CorrectedPose()
    assert robot.pose is None
    robot.told(10, Pose2D(1.0, 2.0, 0.5))
    assert robot.pose == Pose2D(1.0, 2.0, 0.5)
    assert robot.as_told(Pose2D(3.0, 0.0, 0.0)) == Pose2D(3.0, 0.0, 0.0)


def test_what_is_told_goes_on_from_the_view_that_was_localised_last():
    robot = CorrectedPose()
    robot.told(20, Pose2D(2.0, 0.0, 0.0))
    robot.localised(10, Pose2D(5.0, 4.0, math.pi / 2))  # late: of a pose before
    assert close(robot.pose, Pose2D(5.0, 6.0, math.pi / 2))
    robot.told(30, Pose2D(3.0, 0.0, 0.0))
    assert close(robot.pose, Pose2D(5.0, 7.0, math.pi / 2))
    assert pytest.approx(robot.driven[-1]) == (5.0, 7.0)


@given(poses, poses)
def test_a_goal_is_told_in_the_frame_of_whoever_drives(correction, goal):
    robot = CorrectedPose()
    robot.told(10, STANDING)
    robot.localised(10, correction)
    assert close(correction.then(robot.as_told(goal)), goal)


def test_a_lost_robot_says_why_until_it_is_found():
    robot = CorrectedPose()
    robot.told(10, STANDING)
    robot.lost(10, "the pose jumped by 3 m")
    assert robot.lost_because == "the pose jumped by 3 m"
    robot.localised(20, STANDING)
    assert robot.lost_because == ""
