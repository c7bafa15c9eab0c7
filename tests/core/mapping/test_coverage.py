"""What has been looked at: within range, within the angle, and not behind a wall."""

import numpy as np
import pytest

from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.mapping.sight import Coverage


def hall(wall_at_x=None, origin=(-1.0, -1.0)):
    """A hall of 8 x 4 m, perhaps with a wall across it."""
    cells = np.full((40, 80), FREE, np.int8)
    if wall_at_x is not None:
        cells[:, round((wall_at_x - origin[0]) / 0.1)] = OCCUPIED
    return OccupancySlice(0, origin, 0.1, cells)


def points(x, y):
    return np.array([[x, y]])


@pytest.fixture
def coverage():
    return Coverage(range_m=3.0, angle_deg=240.0)


def test_what_is_near_and_ahead_has_been_looked_at(coverage):
    coverage.look(1.0, 1.0, 0.0, hall())
    shares = [coverage.unseen_share(points(x, 1.05), 0.1) for x in (1.05, 3.55, 4.55, -0.95)]
    assert shares == [0.0, 0.0, 1.0, 1.0]


def test_a_wall_hides_what_is_behind_it(coverage):
    coverage.look(1.0, 1.0, 0.0, hall(wall_at_x=2.0))
    assert coverage.unseen_share(points(1.85, 1.05), 0.1) == 0.0
    assert coverage.unseen_share(points(2.55, 1.05), 0.1) == 1.0


def test_looks_add_up_although_the_grid_grows(coverage):
    coverage.look(1.0, 1.0, 0.0, hall())
    coverage.look(5.0, 0.5, 0.0, hall(origin=(-2.0, -3.0)))
    both = np.array([[1.55, 1.05], [5.55, 0.55], [4.55, 1.05], [-0.95, 1.05]])
    assert coverage.unseen_share(both, 0.1) == 0.5


def test_no_points_are_not_unseen(coverage):
    assert coverage.unseen_share(np.zeros((0, 2)), 0.1) == 0.0
