"""A plane is linear in inverse depth, and the residual is the deviation of the sensor at one metre."""

import numpy as np
import pytest

from embodied_memory.localisation.surfels import depth_patches
from embodied_memory.observation import CameraIntrinsics

CAMERA = CameraIntrinsics.from_horizontal_fov(160, 120, 100.0)


def wall(distance=2.0, noise=0.0, seed=0):
    rng = np.random.default_rng(seed)
    depth = np.full((120, 160), distance)
    return (depth + noise * depth**2 * rng.standard_normal(depth.shape)).astype(np.float32)


def test_a_wall_ahead_is_patches_at_its_distance_that_face_the_camera():
    patches = depth_patches(wall(), CAMERA, 6.0)
    assert len(patches) > 500
    assert np.allclose(patches.points[:, 2], 2.0, atol=1e-3)
    assert np.allclose(patches.normals, [0, 0, -1], atol=1e-3)


@pytest.mark.parametrize("noise", [0.005, 0.01, 0.02])
def test_the_noise_at_one_metre_is_read_from_the_residuals(noise):
    assert depth_patches(wall(3.0, noise), CAMERA, 6.0).noise == pytest.approx(noise, rel=0.1)


def test_more_noise_gives_greater_deviations():
    one, other = (depth_patches(wall(2.0, noise), CAMERA, 6.0) for noise in (0.005, 0.02))
    assert np.median(one.deviations) < np.median(other.deviations)


def test_salt_and_pepper_leave_the_wall_where_it_is():
    depth, rng = wall(), np.random.default_rng(1)
    chance = rng.random(depth.shape)
    depth[chance < 0.01], depth[chance > 0.99] = 0.0, 5.5
    patches = depth_patches(depth, CAMERA, 6.0)
    assert np.percentile(np.abs(patches.points[:, 2] - 2.0), 95) < 0.01


@pytest.mark.parametrize("nothing", [0.0, np.nan, np.inf, 50.0])
def test_what_was_not_measured_has_no_patches(nothing):
    assert len(depth_patches(np.full((120, 160), nothing, np.float32), CAMERA, 6.0)) == 0
