"""Where things are known to be and no way leads to is looked at from near, some times, and then left alone."""

import numpy as np
import pytest

from embodied_memory.config import Config
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.planning.exploring.ways import ShutWays


class DrawnMap:
    """Two rooms of 4 m x 4 m; the wall between them, at x = 4, has a doorway from y = 1.6 to 2.4 m, or none."""

    def __init__(self, is_shut, wall_m=0.2):
        cells = np.full((40, 84), FREE, np.int8)
        cells[[0, -1], :] = cells[:, [0, -1]] = OCCUPIED
        cells[:, 40 : 40 + round(wall_m * 10)] = OCCUPIED
        if not is_shut:
            cells[16:25, 40:44] = FREE
        self.slice = OccupancySlice(0, (0.0, 0.0), 0.1, cells)


@pytest.fixture
def beyond(remembered):
    """A table in the other room, and one in this."""
    size = (0.8, 0.8, 0.8)
    return remembered("table_2", position=(6.0, 2.0, 0.4), size=size), remembered("table_1", position=(1.0, 1.0, 0.4))


def test_what_shuts_a_way_is_looked_at_from_near(beyond):
    decision = ShutWays(Config()).towards_next(Pose2D(3.0, 2.0, 0.0), DrawnMap(is_shut=True), beyond)
    assert decision.pose.x > 3.3
    assert abs(decision.pose.yaw) < 0.8


def test_it_is_left_alone_once_it_was_looked_at(beyond):
    ways, here, looks = ShutWays(Config()), Pose2D(2.0, 2.0, 0.0), 0
    while (decision := ways.towards_next(here, DrawnMap(is_shut=True), beyond)) is not None:
        here, looks = decision.pose, looks + 1
        assert looks < 10
    assert looks >= 3


@pytest.mark.parametrize(("is_shut", "wall_m", "knows"), [(False, 0.2, True), (True, 1.2, True), (True, 0.2, False)])
def test_an_open_way_a_thick_wall_and_a_room_where_nothing_is_known_are_no_shut_ways(beyond, is_shut, wall_m, knows):
    known = beyond if knows else beyond[1:]
    assert ShutWays(Config()).towards_next(Pose2D(2.0, 2.0, 0.0), DrawnMap(is_shut, wall_m), known) is None


def test_a_robot_that_is_walled_in_or_off_the_map_has_no_way_to_look_at(beyond):
    walled = DrawnMap(is_shut=True)
    walled.slice.cells[:] = OCCUPIED
    for here in (Pose2D(2.0, 2.0, 0.0), Pose2D(-50.0, 0.0, 0.0)):
        assert ShutWays(Config()).towards_next(here, walled, beyond) is None
