"""When a map is corrected, what is remembered moves with it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.memory.spatial.map_correction import checked_transform, moved_points, moved_size, moved_yaw

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
    back = moved_yaw(moved_yaw(heading, matrix), np.linalg.inv(matrix))
    assert math.cos(back - heading) == pytest.approx(1.0)


def test_what_stands_turns_with_its_map():
    quarter = turned(math.pi / 2, 10.0, 0.0)
    np.testing.assert_allclose(moved_points(np.array([[1.0, 0.0, 0.0]]), quarter), [[10.0, 1.0, 0.0]], atol=1e-12)
    assert moved_yaw(0.0, quarter) == pytest.approx(math.pi / 2)


@pytest.mark.parametrize(
    "matrix", [np.eye(3), np.eye(4) * 2, np.full((4, 4), np.nan), np.diag([1.0, 1.0, -1.0, 1.0])]
)
def test_only_turning_and_moving_is_a_correction(matrix):
    with pytest.raises(ValueError, match="correction"):
        checked_transform(matrix)


def test_rounding_of_a_rotation_is_taken_away():
    rounded = turned(0.3, 1.0, 2.0).astype(np.float32)
    rotation = checked_transform(rounded)[:3, :3]
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(rotation, turned(0.3)[:3, :3], atol=1e-7)


@pytest.mark.parametrize(
    ("degrees", "size"),
    [
        (0, (2.0, 0.8, 0.7)),
        (3, (2.0, 0.8, 0.7)),
        (90, (0.8, 2.0, 0.7)),
        (-88, (0.8, 2.0, 0.7)),
        (180, (2.0, 0.8, 0.7)),
    ],
)
def test_the_sides_of_a_box_change_places_by_quarter_turns(degrees, size):
    assert moved_size((2.0, 0.8, 0.7), turned(math.radians(degrees))) == size
