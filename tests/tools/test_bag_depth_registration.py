"""Depth of another camera becomes depth of the colour camera."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from recordings.small_room import COLOR_CAMERA, COLOR_T_DEPTH, DEPTH_CAMERA, cast, drive

from embodied_memory.observation import CameraIntrinsics
from embodied_memory_tools.bags.images.depth_registration import register_depth

FINE = CameraIntrinsics(160, 120, 120.0, 120.0, 79.5, 59.5)


def moved(x=0.0, y=0.0, z=0.0):
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def test_depth_of_the_same_camera_stays_what_it_is():
    depth = drive(1)[0].depth
    assert np.allclose(register_depth(depth, COLOR_CAMERA, np.eye(4), COLOR_CAMERA), depth, atol=1e-5)


def test_depth_of_a_coarser_camera_beside_it_has_no_holes_and_is_right():
    for view in drive(4):
        registered = register_depth(view.other_depth, DEPTH_CAMERA, COLOR_T_DEPTH, COLOR_CAMERA)
        assert (registered > 0).mean() > 0.97
        errors = np.abs(registered - view.depth)[registered > 0]
        assert np.median(errors) < 0.005
        assert np.percentile(errors, 90) < 0.05


def test_a_finer_colour_image_has_no_holes_between_the_pixels_of_depth():
    view = drive(1)[0]
    fine = cast(view.map_T_camera, FINE)[1]
    registered = register_depth(view.depth, COLOR_CAMERA, np.eye(4), FINE)
    inside = registered[2:-2, 2:-2]
    assert (inside > 0).all()
    assert np.median(np.abs(inside - fine[2:-2, 2:-2])) < 0.01


def test_the_nearer_surface_counts_and_what_is_behind_it_is_not_seen():
    """A near strip before a wall; the colour camera stands to its left, so that the strip moves right."""
    depth = np.full((60, 80), 4.0, np.float32)
    depth[:, 30:40] = 1.0
    registered = register_depth(depth, COLOR_CAMERA, moved(x=0.2), COLOR_CAMERA)
    assert registered[30, 45:50].tolist() == [1.0] * 5  # 0.2 m at 1 m is 12 pixels
    assert registered[30, 35:40].tolist() == [0.0] * 5  # hidden from the depth camera
    assert registered[30, 60] == 4.0


def test_what_is_not_measured_or_behind_the_camera_is_nothing():
    depth = np.array([[np.nan, np.inf, 0.0, -1.0, 0.5]], np.float32)
    camera = CameraIntrinsics(5, 1, 5.0, 5.0, 2.0, 0.0)
    assert not register_depth(depth, camera, moved(z=-1.0), camera).any()


@given(st.integers(0, 2**32 - 1), st.floats(-0.3, 0.3), st.floats(-0.3, 0.3))
def test_no_depth_comes_from_nowhere(seed, x, z):
    """Every registered value lies in the range of the moved ones, whatever depth is like."""
    depth = np.random.default_rng(seed).choice([0.0, np.nan, 0.5, 1.0, 3.0, 9.0], (12, 16)).astype(np.float32)
    camera = CameraIntrinsics(16, 12, 12.0, 12.0, 7.5, 5.5)
    registered = register_depth(depth, camera, moved(x, 0, z), camera)
    known = registered[registered > 0]
    good = depth[np.isfinite(depth) & (depth > 0)]
    if len(known):
        assert good.min() + z - 1e-4 <= known.min()
        assert known.max() <= good.max() + z + 1e-4
    assert np.isfinite(registered).all()
