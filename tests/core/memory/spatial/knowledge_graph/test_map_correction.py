"""When a map is corrected, what is remembered moves with it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.memory.spatial.knowledge_graph.map_correction import checked_transform, moved_points, moved_pose

SIZES = st.floats(-50, 50)


def turned(yaw, x=0.0, y=0.0, z=0.0):
    matrix = np.eye(4)
    matrix[:2, :2] = [[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]]
    matrix[:3, 3] = (x, y, z)
    return matrix


@given(SIZES, SIZES, SIZES, SIZES, SIZES, SIZES)
def test_to_move_there_and_back_changes_nothing(yaw, x, y, a, b, heading):
    matrix = turned(yaw, x, y, 0.3)
    points = np.array([[a, b, 1.0], [0.0, 0.0, 0.0]])
    np.testing.assert_allclose(moved_points(moved_points(points, matrix), np.linalg.inv(matrix)), points, atol=1e-9)
    back = moved_pose(moved_pose(Pose2D(a, b, heading), matrix), np.linalg.inv(matrix))
    assert (back.x, back.y) == pytest.approx((a, b), abs=1e-9)
    assert math.cos(back.yaw - heading) == pytest.approx(1.0)


def test_a_pose_turns_with_its_map():
    pose = moved_pose(Pose2D(1.0, 0.0, 0.0), turned(math.pi / 2, 10.0, 0.0))
    assert (pose.x, pose.y, pose.yaw) == pytest.approx((10.0, 1.0, math.pi / 2))


@pytest.mark.parametrize(
    "matrix", [np.eye(3), np.eye(4) * 2, np.full((4, 4), np.nan), np.diag([1.0, 1.0, -1.0, 1.0])]
)
def test_only_turning_and_moving_is_a_correction(matrix):
    with pytest.raises(ValueError, match="correction"):
        checked_transform(matrix)


def test_only_what_is_in_that_map_moves_and_it_stays_moved(told):
    things = [told.thing("mug_1", at=(1.0, 0.0, 0.5)), told.thing("cup_1", at=(1.0, 0.0, 0.5), map_id="upstairs")]
    told.facts(10, ("mug_1", "next to", "cup_1"), vertices=things)
    told.keep(told.graph.move_map("map", turned(math.pi / 2, 10.0, 0.0)))
    for graph in (told.graph, told.reopened()):
        assert graph.vertex("mug_1").position == pytest.approx((10.0, 1.0, 0.5))
        assert graph.vertex("cup_1").position == (1.0, 0.0, 0.5)
        assert [t.spoken for t in graph.triples()] == [("mug_1", "next to", "cup_1")]
