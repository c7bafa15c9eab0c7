"""Small steps along a path never leave it and never overshoot."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.planning.exploring.ways import Progress, heading, path_length, step_along

coordinate = st.floats(-20, 20, allow_nan=False)
paths = st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=8)


def test_a_step_stops_on_the_path_and_looks_along_it():
    assert step_along([(0, 0), (0.6, 0), (0.6, 5)], 1.0, face=(9, 9)) == Pose2D(0.6, 0.4, math.pi / 2)


def test_at_the_end_of_the_path_the_robot_looks_at_what_it_came_for():
    assert step_along([(0, 0), (0.5, 0)], 1.0, face=(0.5, 3.0)) == Pose2D(0.5, 0.0, math.pi / 2)


@given(paths, st.floats(0.05, 5))
def test_a_step_is_never_longer_than_asked_for(path, distance):
    pose = step_along(path, distance, face=(0, 0))
    assert math.dist(path[0], (pose.x, pose.y)) <= min(distance, path_length(path)) + 1e-6


@pytest.mark.parametrize(("target", "yaw"), [((1, 0), 0), ((0, 1), math.pi / 2), ((-1, 0), math.pi)])
def test_heading(target, yaw):
    assert heading((0, 0), target) == pytest.approx(yaw)


def test_a_way_that_did_not_begin_time_and_again_is_blocked_at_its_end():
    progress = Progress()
    blocked = []
    for _ in range(4):
        progress.leaving((0.0, 0.0), Pose2D(1.0, 0.0, 0.0), [(0.0, 0.0), (3.0, 0.0)])
        progress.arrived((0.01, 0.0))
        blocked.append((progress.is_blocked((3.1, 0.0)), progress.is_blocked((1.0, 0.0))))
    assert blocked == [*[(False, False)] * 3, (True, False)]


def test_driving_and_turning_on_the_spot_block_nothing():
    progress = Progress()
    progress.leaving((0.0, 0.0), Pose2D(1.0, 0.0, 0.0), [(0.0, 0.0), (3.0, 0.0)])
    progress.arrived((1.0, 0.0))
    progress.leaving((1.0, 0.0), Pose2D(1.0, 0.0, 2.0), [(1.0, 0.0), (1.0, 0.0)])
    progress.arrived((1.0, 0.0))
    assert progress.blocked == []
