"""Where a robot can go, how far that is, and when it bumps into something."""

import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from household.entity import Entity, EntityKind
from household.generation import generate_home
from household.home import Home
from household.motion import RobotMotion
from household.navigation import NavigationGrid, path_length
from household.rooms import Room
from household.shape import Appearance
from household.shape_builder import ShapeBuilder
from household.textures import material
from household.world import World

PAINT = material("white")


@pytest.fixture
def two_rooms():
    """Two rooms of 4 x 4 m; the wall between them at x = 0 has a doorway for y from 1 to 2; a box at (2, 0)."""
    walls = ShapeBuilder().box((0, 0, -0.05), (8, 4, 0.1), PAINT)
    for center, size in (
        ((0, -0.5, 1.2), (0.1, 3.0, 2.4)), ((-4, 0, 1.2), (0.1, 4, 2.4)), ((4, 0, 1.2), (0.1, 4, 2.4)),
        ((0, -2, 1.2), (8, 0.1, 2.4)), ((0, 2, 1.2), (8, 0.1, 2.4)), ((0, 1.5, 2.2), (0.1, 1.0, 0.4)),
    ):  # fmt: skip
        walls.box(center, size, PAINT)
    box = Entity("box", EntityKind.FURNITURE, "box", "a box", (2, 0, 0.5), (0.6, 0.6, 1.0), room_id="east")
    shelf = Entity("shelf", EntityKind.FURNITURE, "shelf", "a shelf", (0.15, 0, 1.5), (0.2, 1.0, 0.2), room_id="east")
    rooms = [Room("west", "bedroom", ((-4, -2, 0, 2),)), Room("east", "kitchen", ((0, -2, 4, 2),))]
    looks = {
        e.entity_id: Appearance(ShapeBuilder().box((0, 0, e.size[2] / 2), e.size, PAINT).build())
        for e in (box, shelf)
    }
    return Home("two rooms", World([box, shelf], rooms), looks, walls.build(), (-2.0, 0.0, 0.0))


def test_the_way_leads_through_the_doorway_and_its_length_is_nearly_the_shortest(two_rooms):
    grid = NavigationGrid(two_rooms)
    path = grid.shortest_path((-2.0, -1.0), (1.2, -1.0))
    corner = math.dist((-2.0, -1.0), (-0.25, 1.2)) + 0.5 + math.dist((0.25, 1.2), (1.2, -1.0))
    assert any(abs(x) < 0.4 and 1.0 < y < 2.0 for x, y in path)
    assert path_length(path) == pytest.approx(corner, rel=0.05)
    assert grid.geodesic_distance((-2.0, -1.0), [(1.2, -1.0), (-2.0, -0.5)]) == pytest.approx(0.5, abs=0.05)


def test_a_straight_way_is_as_long_as_the_crow_flies(two_rooms):
    path = NavigationGrid(two_rooms).shortest_path((-3.5, -1.5), (-0.6, 0.1))
    assert path_length(path) == pytest.approx(math.dist((-3.5, -1.5), (-0.6, 0.1)), rel=0.01)


def test_there_is_no_way_out_of_the_house(two_rooms):
    grid = NavigationGrid(two_rooms)
    assert grid.shortest_path((-2.0, 0.0), (9.0, 0.0)) is None
    assert grid.geodesic_distance((-2.0, 0.0), [(9.0, 0.0)]) == math.inf


def test_success_is_within_a_metre_of_the_footprint_in_sight(two_rooms):
    grid = NavigationGrid(two_rooms)
    assert grid.is_success((0.75, 0.0), "box")  # 0.95 m from its side, 1.25 m from its centre
    assert not grid.is_success((0.65, 0.0), "box")
    assert grid.is_success((0.8, 0.0), "shelf")
    assert not grid.is_success((-0.4, 0.0), "shelf")  # near, but behind the wall
    assert grid.distance_to_success((0.75, 0.0), "box") == 0.0
    assert grid.distance_to_success((3.6, -1.8), "box") == pytest.approx(0.95, abs=0.15)


def test_a_turned_footprint_counts_as_it_stands():
    plank = Entity("p", EntityKind.FURNITURE, "plank", "a plank", (0, 0, 0.5), (0.2, 2.0, 1.0), yaw=math.pi / 4)
    end = (-math.sqrt(0.5), math.sqrt(0.5))
    assert plank.footprint_distance(*end) == pytest.approx(0.0, abs=1e-9)
    assert plank.footprint_distance(-end[0], end[1]) == pytest.approx(0.9, abs=1e-9)
    assert plank.nearest_point(1.0, 1.0) == pytest.approx((0.1 * math.sqrt(0.5),) * 2)


def test_the_grid_follows_the_world(two_rooms):
    grid = NavigationGrid(two_rooms)
    row, column = grid.collision.cell_of(2.0, 0.0)
    assert not grid.free[row, column]
    two_rooms.world.move("box", (3.0, -1.5, 0.5), 0.0)
    assert grid.free[row, column]


def test_a_distance_to_success_takes_less_than_50_ms(home):
    grid = NavigationGrid(home)
    things = [e for e in home.world.entities.values() if e.kind is EntityKind.FURNITURE]
    grid.distance_to_success(home.start_pose[:2], things[0])
    started = time.process_time()
    lengths = [grid.distance_to_success(home.start_pose[:2], thing) for thing in things]
    assert (time.process_time() - started) / len(things) < 0.05
    assert np.isfinite(lengths).mean() > 0.9


def test_steps_are_a_quarter_metre_and_thirty_degrees(two_rooms):
    motion = RobotMotion(two_rooms)
    assert not motion.forward()
    assert motion.pose == pytest.approx((-1.75, 0.0, 0.0))
    motion.turn(30.0)
    motion.forward()
    assert motion.pose == pytest.approx((-1.75 + 0.25 * math.cos(math.pi / 6), 0.125, math.pi / 6))


def test_a_step_into_a_wall_stops_before_it_and_says_so(two_rooms):
    motion = RobotMotion(two_rooms)
    motion.teleport(-0.5, -1.0, 0.0)
    assert motion.forward(1.0)
    assert motion.collided
    assert -0.45 < motion.pose[0] <= -0.05 - 0.2
    assert motion.pose[1] == -1.0


def test_driving_at_an_angle_slides_along_the_wall(two_rooms):
    motion = RobotMotion(two_rooms)
    motion.teleport(-0.4, -1.0, math.radians(60))
    bumps = [motion.integrate(0.5, 0.0, 0.0, 0.1) for _ in range(10)]
    assert any(bumps)
    assert motion.pose[0] < -0.2
    assert motion.pose[1] > -0.7


def test_velocity_turns_the_robot(two_rooms):
    motion = RobotMotion(two_rooms)
    for _ in range(100):
        motion.integrate(0.2, 0.0, 1.0, math.pi / 2 / 100)
    assert motion.pose == pytest.approx((-1.8, 0.2, math.pi / 2), abs=1e-3)


_HOME = generate_home(3)
_GRID = NavigationGrid(_HOME)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-2, 2)), min_size=1, max_size=30))
def test_however_it_drives_the_robot_never_ends_in_a_thing(velocities):
    motion = RobotMotion(_HOME, grid=_GRID)
    motion.teleport(*_HOME.start_pose)
    for vx, vy, wz in velocities:
        motion.integrate(vx, vy, wz, 0.4)
        assert _GRID.collision.clearance_at(*motion.pose[:2]) >= motion.radius
        assert -math.pi <= motion.pose[2] <= math.pi
