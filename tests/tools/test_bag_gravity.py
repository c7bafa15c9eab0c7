"""Which way is up in a recording's world, and where its floor is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recordings.small_room import COLOR_CAMERA, cast, mount, planar

from embodied_memory.geometry.transforms import rotation_from_quaternion
from embodied_memory.observation import Observation
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.base_pose import base_below
from embodied_memory_tools.bags.gravity import level_world, place_world
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings

BASES = [planar(-1.5 + 0.3 * step, 0.0, yaw) for step, yaw in enumerate((0.0, 0.6, -0.7, 1.4, 0.2))]


def turned(axis, degrees):
    matrix = np.eye(4)
    half = np.radians(degrees) / 2
    matrix[:3, :3] = rotation_from_quaternion(np.array([*(np.sin(half) * np.array(axis, float)), np.cos(half)]))
    return matrix


def view(map_T_base, base_T_camera, world_T_map, noise=0.0, seed=0, told=None):
    """What a camera there measures; told: the mount as the recording has it."""
    color, depth = cast(map_T_base @ base_T_camera, COLOR_CAMERA)
    rng = np.random.default_rng(seed)
    depth = (depth + rng.normal(0, noise, depth.shape) * depth**2).astype(np.float32)
    depth[rng.uniform(size=depth.shape) < 5 * noise] = 0
    base = world_T_map @ map_T_base
    return Observation(1, color, depth, COLOR_CAMERA, base @ (base_T_camera if told is None else told), base)


def views(world_T_map, noise=0.0, pitch=None, **more):
    base_T_camera = mount() if pitch is None else tilted_mount(pitch)
    return [view(base, base_T_camera, world_T_map, noise, seed, **more) for seed, base in enumerate(BASES)]


def tilted_mount(degrees):
    return mount() @ turned((1, 0, 0), -degrees)


def level(recorded, knows_base=True, **told):
    report = ReadReport()
    return level_world(recorded, ReadSettings(**told), knows_base, report), report


def tilt(matrix):
    return float(np.degrees(np.arccos(np.clip(matrix[2, 2], -1, 1))))


@pytest.mark.parametrize("noise", [0.0, 0.01])
@pytest.mark.parametrize("knows_base", [True, False])
def test_a_level_world_is_left_as_it_is(noise, knows_base):
    matrix, report = level(views(np.eye(4), noise), knows_base)
    assert np.array_equal(matrix, np.eye(4))
    assert report.notes == []


@settings(max_examples=20, deadline=None)
@given(st.floats(0, 2 * np.pi), st.floats(12, 178), st.booleans(), st.floats(-3, 3))
def test_any_tilt_is_put_right(direction, degrees, knows_base, height):
    world_T_map = turned((np.cos(direction), np.sin(direction), 0), degrees)
    world_T_map[2, 3] = height
    recorded = views(world_T_map, 0.005)
    matrix, report = level(recorded, knows_base)
    whole = matrix @ world_T_map
    assert tilt(whole) < 3
    floor = whole[2, 3]
    assert abs(floor) < 0.35
    assert report.notes


@pytest.mark.parametrize("pitch", [0, 25, 45])
def test_a_camera_that_looks_down_is_no_tilted_world(pitch):
    matrix, report = level(views(np.eye(4), 0.005, pitch), knows_base=False)
    assert np.array_equal(matrix, np.eye(4)), report.notes


def test_a_camera_that_hangs_upside_down_is_no_tilted_world():
    upside_down = mount() @ turned((0, 0, 1), 180)
    recorded = [view(base, upside_down, np.eye(4)) for base in BASES]
    matrix, report = level(recorded)
    assert np.array_equal(matrix, np.eye(4)), report.notes


def test_a_mount_that_is_told_wrongly_is_said_and_no_reason_to_tilt_the_world():
    matrix, report = level(views(np.eye(4), told=tilted_mount(-15)))
    assert np.array_equal(matrix, np.eye(4))
    assert any("--camera-mount" in note for note in report.notes)


def test_a_floor_that_is_elsewhere_is_moved():
    sunk = np.eye(4)
    sunk[2, 3] = -1.3
    for knows_base in (True, False):
        matrix, report = level(views(sunk, 0.005), knows_base)
        assert matrix[2, 3] == pytest.approx(1.3, abs=0.08)
        assert "it is moved to 0" in report.notes[0]


def test_a_table_is_no_floor_for_a_robot_that_stands_on_one():
    """Only the table and what is on it are in sight."""
    recorded = views(np.eye(4))
    for one in recorded:
        points = one.map_T_camera[2, 3] + (one.map_T_camera[2, :3] @ rays()).reshape(60, 80) * one.depth
        one.depth[points < 0.7] = 0
    matrix, _ = level(recorded)
    assert matrix[2, 3] == 0


def rays():
    v, u = np.mgrid[0:60, 0:80]
    camera = COLOR_CAMERA
    return np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones(u.shape)]).reshape(3, -1)


def test_a_world_whose_up_cannot_be_told_is_refused_with_the_remedy():
    recorded = views(turned((1, 0, 0), 100))
    for one in recorded:
        one.depth[:] = 0
        one.depth[30, 40] = 1.0
    with pytest.raises(BagError, match=r"does not point up: .*--up -y, or --no-level"):
        level(recorded, knows_base=False)
    assert np.array_equal(level(recorded, knows_base=False, level=False)[0], np.eye(4))
    told, _ = level(recorded, knows_base=False, up="-y")
    assert np.allclose(told[2, :3], [0, -1, 0])


def test_a_base_tells_up_where_no_surface_does():
    recorded = views(turned((1, 0, 0), 40))
    for one in recorded:
        one.depth[:] = 0
    matrix, report = level(recorded)
    assert tilt(matrix @ turned((1, 0, 0), 40)) < 1
    assert "levelled by the robot's base" in report.notes[0]


def test_no_view_no_change():
    assert np.array_equal(level([])[0], np.eye(4))
    assert np.array_equal(place_world([], ReadSettings(), ReadReport()), np.eye(4))


def test_a_folder_begins_where_its_first_camera_is_and_looks():
    recorded = views(turned((1, 0, 0), 70), 0.005)
    recorded = [
        Observation(1, one.color, one.depth, one.intrinsics, one.map_T_camera, base_below(one.map_T_camera))
        for one in recorded
    ]
    matrix = place_world(recorded, ReadSettings(), ReadReport())
    first = matrix @ recorded[0].map_T_camera
    assert np.allclose(first[:2, 3], 0, atol=1e-9)
    assert first[1, 2] == pytest.approx(0, abs=1e-9)
    assert first[0, 2] > 0.9
    assert first[2, 3] == pytest.approx(1.2, abs=0.08)
