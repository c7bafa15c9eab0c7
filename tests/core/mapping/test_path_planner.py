"""Paths and distances on hand-made slices of 0.1 m cells, the lower left corner at (0, 0)."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN
from embodied_memory.mapping.path_planner import plan_path, travel_distances

RADIUS = 0.25


@pytest.fixture(scope="module")
def divided(room):
    """A wall at x = 3.0 with a door from y = 1.2 to 2.1."""
    return room(60, 30, [(30, 0, 31, 12), (30, 21, 31, 30)])


@pytest.fixture(scope="module")
def sealed(room):
    return room(60, 30, [(30, 0, 31, 30)])


def clearance_along(slice, path):
    occupied = np.argwhere(slice.cells == OCCUPIED)
    least = math.inf
    for (x0, y0), (x1, y1) in itertools.pairwise(path):
        for part in np.linspace(0, 1, 50):
            at = np.array([(y0 + (y1 - y0) * part) / 0.1 - 0.5, (x0 + (x1 - x0) * part) / 0.1 - 0.5])
            least = min(least, float(np.hypot(*(occupied - at).T).min()) * 0.1)
    return least


def length(path):
    return sum(math.dist(a, b) for a, b in itertools.pairwise(path))


def test_in_the_open_the_path_is_the_straight_line(room):
    path = plan_path(room(), (1.05, 1.55), (3.05, 1.55), RADIUS)
    np.testing.assert_allclose(path, [(1.05, 1.55), (3.05, 1.55)])


def test_the_way_leads_through_the_door_and_keeps_clear_of_its_posts(divided):
    path = plan_path(divided, (1.05, 0.55), (5.05, 0.55), RADIUS)
    assert path[0] == (1.05, 0.55)
    np.testing.assert_allclose(path[-1], (5.05, 0.55))
    assert clearance_along(divided, path) >= RADIUS - 0.05
    assert length(path) < 5.5


def test_no_path_through_a_wall_to_the_unknown_or_out_of_the_map(sealed, room):
    assert plan_path(sealed, (1.05, 1.55), (5.05, 1.55), RADIUS) is None
    assert plan_path(room(), (1.05, 1.55), (9.0, 1.55), RADIUS) is None
    assert plan_path(room(), (-5.0, 1.55), (2.0, 1.55), RADIUS) is None


def test_a_goal_in_an_obstacle_is_met_within_the_tolerance(room):
    slice = room(boxes=[(18, 13, 22, 17)])
    assert plan_path(slice, (0.75, 1.55), (1.85, 1.55), RADIUS, tolerance_m=0.1) is None
    path = plan_path(slice, (0.75, 1.55), (1.85, 1.55), RADIUS, tolerance_m=0.5)
    assert math.dist(path[-1], (1.85, 1.55)) <= 0.5


def test_a_robot_that_stands_too_near_a_wall_gets_away_from_it(room):
    path = plan_path(room(), (0.15, 1.55), (3.05, 1.55), RADIUS)
    np.testing.assert_allclose(path[-1], (3.05, 1.55))


def test_a_gap_too_narrow_for_the_robot_is_not_driven_through(room):
    narrow = room(60, 30, [(30, 0, 31, 14), (30, 17, 31, 30)])
    assert plan_path(narrow, (1.05, 1.55), (5.05, 1.55), RADIUS) is None


def test_the_unseen_floor_at_the_robots_feet_can_be_crossed_but_not_the_unknown_far_away(room):
    slice = room(60, 30)
    slice.cells[1:-1, 8:14] = UNKNOWN
    assert plan_path(slice, (0.55, 1.55), (5.05, 1.55), RADIUS) is not None
    slice.cells[1:-1, 40:46] = UNKNOWN
    assert plan_path(slice, (0.55, 1.55), (5.05, 1.55), RADIUS) is None


def test_travel_distances_go_around_walls_and_are_infinite_where_no_way_leads(divided, sealed):
    slice = divided
    travel = travel_distances(slice, (1.05, 0.55), RADIUS)
    assert travel[slice.cell_of(1.05, 0.55)] == 0
    assert travel[slice.cell_of(2.05, 0.55)] == pytest.approx(1.0)
    assert 4.2 < travel[slice.cell_of(5.05, 0.55)] < 5.5
    assert np.isinf(travel_distances(sealed, (1.05, 1.55), RADIUS)[:, 31:]).all()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_path_exists_exactly_where_the_distance_is_finite_and_is_no_longer_than_a_detour(room, seed):
    rng = np.random.default_rng(seed)
    boxes = [
        (x, y, x + w, y + h) for x, y, w, h in zip(*rng.integers(1, [[30], [20], [6], [6]], (4, 6)), strict=True)
    ]
    slice = room(boxes=boxes)
    start, goal = (0.55, 0.55), (3.35, 2.35)
    assume(slice.cells[slice.cell_of(*start)] == FREE)
    travel = travel_distances(slice, start, RADIUS)[slice.cell_of(*goal)]
    path = plan_path(slice, start, goal, RADIUS, tolerance_m=0.0)
    reached = path is not None and math.dist(path[-1], goal) < 1e-6
    assert reached == bool(np.isfinite(travel))
    if reached:
        assert math.dist(start, goal) <= length(path) + 1e-9
        assert length(path) <= 2 * travel + 0.2
