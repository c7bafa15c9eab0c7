"""The noise of a depth camera is told from its views, and taken off without mixing surfaces."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from embodied_memory.mapping.sensor_model import DepthDeviation, DepthNoise, smoothed

SHAPE = (120, 160)
NOTHING = DepthDeviation()
seeds = st.integers(0, 10_000)


def planes(seed, views=6):
    """(H, W) exact depth of planes between about 1 and 5 m, sloped at random."""
    rng = np.random.default_rng(seed)
    v, u = np.mgrid[: SHAPE[0], : SHAPE[1]] / np.array(SHAPE)[:, None, None] - 0.5
    for _ in range(views):
        middle, across, down = rng.uniform(0.25, 0.8), rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)
        yield (1 / np.maximum(middle + across * u + down * v, 0.1)).astype(np.float32)


def noisy(depth, square_per_m, seed, width_px=0.0):
    """Noise that grows with the square of the distance; width_px: how far it is smoothed."""
    noise = np.random.default_rng(seed).standard_normal(depth.shape)
    if width_px:
        noise = ndimage.gaussian_filter(noise, width_px)
        noise /= noise.std()
    return (depth + square_per_m * depth**2 * noise).astype(np.float32)


def told(square_per_m, seed, least=NOTHING, width_px=0.0):
    estimate = DepthNoise(least, 1 / 64)
    for number, depth in enumerate(planes(seed)):
        deviation = estimate.update(noisy(depth, square_per_m, seed + number, width_px))
    return deviation


def test_exact_depth_has_no_noise():
    assert told(0.0, 1).at(3.0) == pytest.approx(0.0, abs=1e-4)


@settings(max_examples=8, deadline=None)
@given(seed=seeds, square_per_m=st.sampled_from([0.0025, 0.005, 0.01, 0.02]))
def test_white_noise_is_told_within_a_fifth(seed, square_per_m):
    assert told(square_per_m, seed).at(2.5) == pytest.approx(square_per_m * 2.5**2, rel=0.2)


@settings(max_examples=6, deadline=None)
@given(seed=seeds, square_per_m=st.sampled_from([0.005, 0.01, 0.02]))
def test_of_smoothed_noise_at_least_half_is_told(seed, square_per_m):
    assert 0.5 * square_per_m * 2.5**2 <= told(square_per_m, seed, width_px=1.0).at(2.5) <= square_per_m * 2.5**2


@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_more_noise_is_never_told_to_be_less(seed):
    found = [float(told(square, seed).at(3.0)) for square in (0.0, 0.002, 0.005, 0.01, 0.02, 0.04)]
    assert found == sorted(found)


@settings(max_examples=5, deadline=None)
@given(seed=seeds)
def test_the_estimate_never_falls_below_what_the_maker_says(seed):
    least = DepthDeviation(0.004, 0.003)
    assert told(0.001, seed, least).at(2.0) >= least.at(2.0)


def test_furniture_is_no_noise(two_rooms, observe):
    estimate = DepthNoise(NOTHING, 1 / 64)
    for number in range(6):
        deviation = estimate.update(observe(two_rooms, 1.0 + 0.4 * number, 1.2, 1.0 + number).depth)
    assert deviation.at(3.0) < 0.005


@settings(max_examples=10, deadline=None)
@given(seed=seeds, square_per_m=st.sampled_from([0.002, 0.01, 0.02]))
def test_smoothing_takes_much_of_the_noise_off_a_plane(seed, square_per_m):
    """The less the steeper it is: beside such a pixel fewer agree with it."""
    exact = next(planes(seed))
    before = noisy(exact, square_per_m, seed)
    after = smoothed(before, DepthDeviation(0.0, square_per_m))
    assert np.median(np.abs(after - exact)) <= 0.8 * np.median(np.abs(before - exact))


@settings(max_examples=10, deadline=None)
@given(seed=seeds, near=st.floats(0.8, 1.5), behind=st.floats(0.5, 2.0), square_per_m=st.sampled_from([0.002, 0.01]))
def test_smoothing_mixes_no_two_surfaces(seed, near, behind, square_per_m):
    exact = np.full(SHAPE, near, np.float32)
    exact[:, 80:] = near + behind
    after = smoothed(noisy(exact, square_per_m, seed), DepthDeviation(0.0, square_per_m))
    assert (np.abs(after - exact) <= 6 * square_per_m * exact**2).all()  # one pixel in 10^6 errs by five deviations


def test_smoothing_fills_no_hole():
    depth = next(planes(3))
    depth[20:30, 40:90] = 0
    depth[50, 60], depth[51, 61] = np.nan, np.inf
    after = smoothed(depth, DepthDeviation(0.0, 0.01))
    np.testing.assert_array_equal(after > 0, np.isfinite(depth) & (depth > 0))
