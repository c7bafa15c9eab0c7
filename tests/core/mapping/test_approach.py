"""Where to stand near an object, on hand-made slices."""

import math

import pytest

from embodied_memory.mapping.approach import Footprint, approach_point, hidden_cells


@pytest.fixture(scope="module")
def divided(room):
    """A wall at x = 3.0 with a door from y = 1.2 to 2.1."""
    return room(60, 30, [(30, 0, 31, 12), (30, 21, 31, 30)])


def test_one_stands_in_reach_of_a_table_on_the_robots_side(room):
    table = room(boxes=[(18, 12, 24, 18)])
    footprint = Footprint((2.1, 1.5), (0.6, 0.6))
    approach = approach_point(table, table, (0.75, 1.55), footprint, 0.6)
    assert approach.hidden == 0
    assert approach.point[0] < 1.8
    assert footprint.distance(approach.point) <= 0.6


def test_one_does_not_stand_behind_a_wall_even_if_that_is_nearer(divided):
    # The object stands against the far side of the wall, near enough to reach through it.
    approach = approach_point(divided, divided, (2.55, 0.55), Footprint((3.35, 0.45), (0.2, 0.2)), 0.9)
    assert approach.hidden == 0
    assert approach.point[0] > 3.1


def test_a_place_that_was_tried_is_not_chosen_again(room):
    slice, footprint = room(), Footprint((2.0, 1.5), (0.2, 0.2))
    first = approach_point(slice, slice, (0.75, 1.55), footprint, 1.0)
    second = approach_point(slice, slice, (0.75, 1.55), footprint, 1.0, avoid=[first.point])
    assert math.dist(first.point, second.point) > 0.5
    assert footprint.distance(second.point) <= 1.0


def test_an_object_out_of_reach_has_no_place_to_stand(room):
    sealed = room(60, 30, [(30, 0, 31, 30)])
    assert approach_point(sealed, sealed, (1.05, 1.55), Footprint((5.05, 1.55), (0.2, 0.2)), 0.8) is None


def test_hidden_cells_count_the_wall_in_between(divided):
    footprint = Footprint((3.55, 0.55), (0.2, 0.2))
    assert hidden_cells(divided, (2.55, 0.55), footprint) == 1
    assert hidden_cells(divided, (4.55, 0.55), footprint) == 0


def test_a_line_that_grazes_the_corner_of_a_wall_is_no_sight(divided):
    # From beside the door's edge at (3.0, 1.2): the line itself is clear by a cell, those beside it are not.
    footprint = Footprint((3.6, 0.95), (0.2, 0.2))
    assert hidden_cells(divided, (2.55, 1.45), footprint) > 0
    assert hidden_cells(divided, (3.45, 1.65), footprint) == 0
