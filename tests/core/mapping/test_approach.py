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


def test_one_stands_as_near_as_furniture_lets_one_where_that_is_not_as_near_as_wanted(room):
    # Something lies 0.65 m back on a desk: nobody comes to half a metre of it, most come to a metre.
    desk = room(boxes=[(18, 8, 26, 22)])
    laptop = Footprint((2.4, 1.5), (0.2, 0.2))
    wanted = approach_point(desk, desk, (0.75, 1.55), laptop, 1.3, wanted_m=0.5)
    as_well = approach_point(desk, desk, (0.75, 1.55), laptop, 1.3, wanted_m=1.3)
    assert wanted.hidden == as_well.hidden
    assert laptop.distance(wanted.point) < laptop.distance(as_well.point) - 0.1
    assert wanted == approach_point(desk, desk, (0.75, 1.55), laptop, 1.0, wanted_m=0.5)


def test_a_wall_that_seems_thick_does_not_hide_what_hangs_on_it(room):
    # The wall is at x = 2.4; noise has filled a cell before it, where the thing is taken to be.
    blurred = room(boxes=[(23, 0, 25, 30)])
    thermostat = Footprint((2.45, 1.5), (0.02, 0.16))
    assert approach_point(blurred, blurred, (0.75, 1.55), thermostat, 0.9).hidden > 0
    assert approach_point(blurred, blurred, (0.75, 1.55), thermostat, 0.9, blur_m=0.2).hidden == 0


def test_an_object_out_of_reach_has_no_place_to_stand(room):
    sealed = room(60, 30, [(30, 0, 31, 30)])
    assert approach_point(sealed, sealed, (1.05, 1.55), Footprint((5.05, 1.55), (0.2, 0.2)), 0.8) is None


def test_hidden_cells_count_the_wall_in_between(divided):
    footprint = Footprint((3.55, 0.55), (0.2, 0.2))
    assert hidden_cells(divided, (2.55, 0.55), footprint) == 1
    assert hidden_cells(divided, (4.55, 0.55), footprint) == 0


def test_a_line_that_passes_half_a_cell_beside_the_end_of_a_wall_near_the_thing_is_no_sight(room):
    # The line runs at y = .93 to .95, the wall's end is at .9; lines from a cell beside have passed it by then.
    walled, footprint = room(boxes=[(26, 4, 27, 9)]), Footprint((3.0, 1.05), (0.2, 0.2))
    assert hidden_cells(walled, (2.11, 0.925), footprint) > 0
    assert hidden_cells(walled, (2.11, 1.1), footprint) == 0


def test_a_line_that_grazes_the_corner_of_a_wall_is_no_sight(divided):
    # From beside the door's edge at (3.0, 1.2): the line itself is clear by a cell, those beside it are not.
    footprint = Footprint((3.6, 0.95), (0.2, 0.2))
    assert hidden_cells(divided, (2.55, 1.45), footprint) > 0
    assert hidden_cells(divided, (3.45, 1.65), footprint) == 0
