"""What nobody has seen behind the robot."""

import math

import pytest

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.grid import OCCUPIED, UNKNOWN
from embodied_memory.mapping.sight import unknown_behind


@pytest.fixture
def half_known(room):
    """6.0 x 4.0 m, unknown left of x = 3.0."""
    grid = room(60, 40)
    grid.cells[:, :30] = UNKNOWN
    return grid


def test_all_is_unknown_behind_and_nothing_ahead(half_known):
    assert unknown_behind(half_known, Pose2D(3.05, 2.05, 0.0)) == 1.0
    assert unknown_behind(half_known, Pose2D(3.05, 2.05, math.pi)) == 0.0


def test_what_a_wall_hides_is_not_worth_a_turn(half_known):
    half_known.cells[:, 28] = OCCUPIED
    assert unknown_behind(half_known, Pose2D(3.05, 2.05, 0.0)) == 0.0


def test_a_grid_that_ends_is_not_unknown(room):
    assert unknown_behind(room(60, 40), Pose2D(0.15, 0.15, 0.0)) == 0.0
