"""Small steps along a path never leave it and never overshoot."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.planning.exploring.path_following import heading, path_length, step_along

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
