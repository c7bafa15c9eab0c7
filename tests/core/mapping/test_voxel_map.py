"""LMEE, section 14: a voxel map at 0.1 m, updated from depth and camera poses."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config import VoxelMapConfig
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN
from embodied_memory.mapping.voxel_map import VoxelMap
from embodied_memory.observation import InvalidObservationError, Observation


def mapped(observations, **config):
    voxel_map = VoxelMap(VoxelMapConfig(**config))
    for observation in observations:
        voxel_map.integrate(observation)
    return voxel_map


def value_at(voxel_map, x, y, z):
    origin, cells = voxel_map.occupancy()
    return cells[tuple(np.floor((np.array([x, y, z]) - origin) / 0.1).astype(int))]


def state(voxel_map):
    origin, cells = voxel_map.occupancy()
    return origin.tolist(), cells.tobytes(), cells.shape, voxel_map.stamp_ns, voxel_map.trajectory.tolist()


@pytest.fixture(scope="module")
def views(two_rooms, turn_around):
    return turn_around(two_rooms, 2.0, 2.0)


def test_walls_are_occupied_air_is_free_and_the_inside_of_walls_is_unknown(views):
    voxel_map = mapped(views)
    # The wall at x = -0.2..0 has its visible face at x = 0: the cell behind the face is the occupied one.
    column = [value_at(voxel_map, x, 2.05, 1.05) for x in (-0.15, -0.05, 0.15, 1.05)]
    assert column == [UNKNOWN, OCCUPIED, FREE, FREE]


def test_all_but_stray_pixels_within_range_have_an_occupied_cell(views):
    voxel_map = mapped(views)
    occupied = {tuple(cell) for cell in np.floor(voxel_map.occupied_centres() / 0.1).astype(int).tolist()}
    for view in views:
        points = surface_points(view)
        assert len(points) > 1000
        missing = [p for p in np.floor(points / 0.1).astype(int).tolist() if tuple(p) not in occupied]
        assert len(missing) < 0.005 * len(points)  # single ones at depth edges, without neighbours on a surface


def surface_points(view: Observation) -> np.ndarray:
    """(N, 3) what the pixels within 5 m hit, 1 mm behind the surface, between the map's floor and top."""
    c = view.intrinsics
    v, u = np.mgrid[: c.height, : c.width]
    rays = np.stack([(u - c.cx) / c.fx, (v - c.cy) / c.fy, np.ones(u.shape)], axis=-1)
    near = (view.depth > 0) & (view.depth * np.linalg.norm(rays, axis=-1) < 4.99)
    local = rays[near] * (view.depth[near][:, None] + 1e-3)
    points = local @ view.map_T_camera[:3, :3].T + view.map_T_camera[:3, 3]
    # Points on the border of two cells may fall to either side.
    clear = (np.abs(points / 0.1 - np.round(points / 0.1)) > 1e-3).all(axis=1)
    return points[clear & (points[:, 2] > -0.19) & (points[:, 2] < 2.39)]


def test_occupied_centres_are_the_occupied_cells_of_the_occupancy(views):
    voxel_map = mapped(views)
    origin, cells = voxel_map.occupancy()
    expected = np.argwhere(cells == OCCUPIED) * 0.1 + origin + 0.05
    np.testing.assert_allclose(voxel_map.occupied_centres(), expected)


def test_a_slice_is_one_layer_of_the_occupancy_with_the_robots_footprint_free(views):
    voxel_map = mapped(views)
    origin, cells = voxel_map.occupancy()
    layer = voxel_map.slice_at(0.4)
    changed = np.argwhere(layer.cells != cells[:, :, 6].T)
    distances = [np.hypot(*(np.array(layer.centre_of(r, c)) - 2.0)) for r, c in changed]
    assert (layer.stamp_ns, layer.origin, layer.resolution_m) == (voxel_map.stamp_ns, tuple(origin[:2]), 0.1)
    assert all(layer.cells[r, c] == FREE for r, c in changed)
    assert max(distances, default=0.0) <= 0.3 + 1e-9
    assert layer.cells[layer.cell_of(2.0, 2.0)] == FREE


def test_a_height_outside_the_map_is_refused(views):
    with pytest.raises(ValueError, match=r"2\.5 m is outside the map"):
        mapped(views).slice_at(2.5)


def test_the_map_grows_beyond_its_extent_without_losing_anything(two_rooms, turn_around):
    journey = [view for x in (2.0, 4.1, 6.2) for view in turn_around(two_rooms, x, 2.0)]
    small, large = mapped(journey, extent_m=1.0), mapped(journey, extent_m=60.0)
    assert state(small) == state(large)


@settings(max_examples=10, deadline=None)
@given(order=st.permutations(range(6)))
def test_the_order_of_views_does_not_matter_for_what_was_hit(views, order):
    once = mapped(views).occupied_centres()
    again = mapped([views[index] for index in order]).occupied_centres()
    np.testing.assert_array_equal(once, again)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf, -np.inf])
def test_depth_without_a_measurement_is_refused_and_nothing_is_recorded(views, bad):
    voxel_map = mapped(views)
    before = state(voxel_map)
    depth = np.full_like(views[0].depth, bad)
    with pytest.raises(InvalidObservationError, match="holds no measurement"):
        voxel_map.integrate(replace(views[0], depth=depth, stamp_ns=1))
    assert state(voxel_map) == before


def test_pixels_without_a_measurement_change_nothing(views):
    holes = np.array(views[0].depth)
    holes[:60] = np.resize(np.array([0, np.nan, np.inf, -1], np.float32), holes[:60].shape)
    whole, holed = mapped(views[:1]), mapped([replace(views[0], depth=holes)])
    known = {tuple(c) for c in np.round(holed.occupied_centres(), 3).tolist()}
    assert known
    assert known < {tuple(c) for c in np.round(whole.occupied_centres(), 3).tolist()}


def refused(voxel_map, observation, match):
    before = state(voxel_map)
    with pytest.raises(InvalidObservationError, match=match):
        voxel_map.integrate(observation)
    assert state(voxel_map) == before


def test_an_older_stamp_a_skewed_pose_and_an_absurd_pose_are_refused(views):
    voxel_map = mapped([replace(view, stamp_ns=5_000_000_000) for view in views])
    refused(voxel_map, replace(views[0], stamp_ns=4_000_000_000), "1.000 s older")
    skewed, far = np.array(views[0].map_T_camera), np.array(views[0].map_T_camera)
    skewed[0, 0] += 0.5
    far[0, 3] += 1e7
    refused(voxel_map, replace(views[0], stamp_ns=6_000_000_000, map_T_camera=skewed), "not a rigid motion")
    refused(voxel_map, replace(views[0], stamp_ns=6_000_000_000, map_T_camera=far), "wider than 200")


def test_what_was_taken_away_becomes_free_after_being_seen_through(two_rooms, observe):
    with_table = [observe(two_rooms, 1.4, 1.2, np.pi / 2)] * 5
    without = type(two_rooms)(two_rooms.boxes[:-1])
    voxel_map = mapped(with_table)
    assert value_at(voxel_map, 1.45, 3.05, 0.75) == OCCUPIED
    for _ in range(20):
        voxel_map.integrate(observe(without, 1.4, 1.2, np.pi / 2))
    assert value_at(voxel_map, 1.45, 3.05, 0.75) == FREE


def test_one_look_past_something_does_not_erase_it(two_rooms, observe):
    voxel_map = mapped([observe(two_rooms, 1.4, 1.2, np.pi / 2)] * 2)
    voxel_map.integrate(observe(type(two_rooms)(two_rooms.boxes[:-1]), 1.4, 1.2, np.pi / 2))
    assert value_at(voxel_map, 1.45, 3.05, 0.75) == OCCUPIED


def test_a_recording_without_a_base_leaves_the_cameras_trajectory(views):
    voxel_map = mapped([replace(views[0], map_T_base=np.eye(4))])
    assert voxel_map.trajectory.tolist() == [[2.0, 2.0, 1.5]]


def test_evidence_that_would_not_fit_a_cell_is_refused():
    with pytest.raises(ValueError, match="max_evidence < 32"):
        VoxelMap(VoxelMapConfig(max_evidence=40))


@pytest.mark.parametrize("stride", [1, 2, 3, 4])
def test_any_stride_maps_the_same_walls(views, stride):
    voxel_map = mapped(views, stride_px=stride)
    assert [value_at(voxel_map, x, 2.05, 1.05) for x in (-0.05, 1.05)] == [OCCUPIED, FREE]
