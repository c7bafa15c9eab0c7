"""Depth in the wrong unit, or the same everywhere, is refused with the cause, and nothing is recorded."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config import VoxelMapConfig
from embodied_memory.mapping.depth_view import check_not_constant, check_unit
from embodied_memory.mapping.voxel_map import VoxelMap
from embodied_memory.observation import InvalidObservationError


@pytest.fixture(scope="module")
def view(two_rooms, observe):
    return observe(two_rooms, 2.0, 2.0, 0.3)


@pytest.mark.parametrize(
    ("scale", "said"),
    [(1000.0, "millimetres, not metres; divide them by 1000"), (0.001, "kilometres.*multiply them by 1000")],
)
def test_the_wrong_unit_is_said_and_not_believed(view, scale, said):
    voxel_map = VoxelMap(VoxelMapConfig())
    with pytest.raises(InvalidObservationError, match=said):
        voxel_map.integrate(replace(view, depth=view.depth * np.float32(scale)))
    assert not len(voxel_map.trajectory)


@settings(max_examples=30, deadline=None)
@given(middle=st.floats(0.05, 20.0), seed=st.integers(0, 99))
def test_no_view_of_a_home_is_taken_for_the_wrong_unit(middle, seed):
    check_unit(np.random.default_rng(seed).uniform(0.3 * middle, 2 * middle, (60, 80)).astype(np.float32))


@pytest.mark.parametrize("depth_m", [0.4, 1.0, 2.0, 4.5])
def test_one_depth_everywhere_is_refused_where_the_camera_looks_aslant(view, depth_m):
    voxel_map = VoxelMap(VoxelMapConfig())
    with pytest.raises(InvalidObservationError, match=f"depth is {depth_m:.3f} m everywhere"):
        voxel_map.integrate(replace(view, depth=np.full_like(view.depth, depth_m)))
    assert not len(voxel_map.trajectory)


@pytest.mark.parametrize("tilt_deg", [0.0, 90.0])
def test_a_wall_straight_ahead_and_a_floor_straight_below_have_one_depth(two_rooms, observe, tilt_deg):
    straight = observe(two_rooms, 2.0, 2.0, 0.0, tilt_deg=tilt_deg)
    check_not_constant(np.full_like(straight.depth, 1.5), straight.map_T_camera)


def test_a_few_pixels_of_one_depth_are_left_to_the_map(view):
    depth = np.zeros_like(view.depth)
    depth[40:44, 40:44] = 2.0
    check_not_constant(depth, view.map_T_camera)
