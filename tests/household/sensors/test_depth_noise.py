"""Depth errs as its model says."""

import numpy as np
import pytest

from household.generation import generate_home, generate_lived_home
from household.renderer import Renderer
from household.sensors.depth_model import DepthModel
from household.sensors.depth_noise import DepthNoise
from household.sensors.surfaces import edges, incidence
from household.shape import Finish


def measured(model, picture, camera, seed=0):
    return DepthNoise(model, np.random.default_rng(seed)).measured(picture, camera)


@pytest.mark.parametrize("depth_m", [1.0, 2.0, 4.0])
@pytest.mark.parametrize("correlation_px", [0.0, 1.0, 3.0])
def test_its_deviation_grows_with_the_square_of_the_depth_however_smooth_it_is(wall, camera, depth_m, correlation_px):
    model = DepthModel(deviation_at_1_m=0.01, correlation_px=correlation_px)
    errors = np.concatenate([measured(model, wall(depth_m), camera, seed) - depth_m for seed in range(8)])
    assert errors.std() == pytest.approx(0.01 * depth_m**2, rel=0.05)
    assert abs(errors.mean()) < 0.001 * depth_m**2


def test_a_share_of_the_depth_is_added(wall, camera):
    errors = measured(DepthModel(deviation_share=0.02), wall(3.0), camera) - 3.0
    assert errors.std() == pytest.approx(0.06, rel=0.03)


def test_smooth_noise_is_alike_in_neighbours_and_white_noise_is_not(wall, camera):
    def likeness(correlation_px):
        error = measured(DepthModel(deviation_at_1_m=0.01, correlation_px=correlation_px), wall(2.0), camera) - 2.0
        return np.corrcoef(error[:, 1:].ravel(), error[:, :-1].ravel())[0, 1]

    assert abs(likeness(0.0)) < 0.05
    assert likeness(2.0) > 0.8


def test_a_surface_seen_steeply_errs_more(wall, camera):
    tilted = wall(2.0)
    slope = (np.arange(160) - camera.cx) / camera.fx
    tilted.depth[:] = 2.0 / (1 - 0.9 * slope)
    angle = np.degrees(incidence(tilted.depth, camera))
    assert angle[60, 80] == pytest.approx(np.degrees(np.arctan(0.9)), abs=1.0)
    model = DepthModel(incidence_deviation_m=0.01)
    steep = np.stack([measured(model, tilted, camera, seed) for seed in range(20)]).std(axis=0)
    straight = np.stack([measured(model, wall(2.0), camera, seed) for seed in range(20)]).std(axis=0)
    assert np.median(steep[50:70, 75:85]) > 3 * np.median(straight[50:70, 75:85])


def test_depth_comes_in_steps_that_grow_with_its_square(wall, camera):
    picture = wall(1.0)
    picture.depth[:] = np.linspace(3.9, 4.1, picture.depth.size, dtype=np.float32).reshape(picture.depth.shape)
    values = np.unique(measured(DepthModel(step_at_1_m=0.003), picture, camera))
    assert np.diff(values) == pytest.approx(0.003 * 16, rel=0.1)


def test_nothing_is_measured_out_of_range(wall, camera):
    model = DepthModel(least_range_m=0.5, greatest_range_m=4.0)
    assert [float(measured(model, wall(depth_m), camera).max()) for depth_m in (0.4, 2.0, 4.5)] == [0.0, 2.0, 0.0]


def test_an_edge_is_where_a_surface_ends_and_not_where_a_floor_runs_away(step, wall, camera):
    assert np.flatnonzero(edges(step.depth)[60]).tolist() == [79, 80]
    floor = wall(1.0)
    below = (np.arange(120) - camera.cy) / camera.fy
    floor.depth[:] = np.where(below > 0.1, 1.5 / np.maximum(below, 0.1), 0)[:, None]
    assert not edges(floor.depth)[75:].any()


def test_edges_have_holes_and_mix_both_surfaces(step, camera):
    holes = measured(DepthModel(edge_hole_share=0.4), step, camera)
    assert (holes[:, 79:81] == 0).mean() == pytest.approx(0.4, abs=0.1)
    assert (holes[:, :78] == 1).all()
    mixed = measured(DepthModel(edge_mix_share=1.0), step, camera)[:, 79:81]
    assert ((mixed > 1) & (mixed < 3)).mean() > 0.95


@pytest.mark.parametrize(
    ("finish", "brightness", "share"),
    [
        (Finish.MIRROR, 200, 0.8),
        (Finish.GLASS, 200, 0.8),
        (Finish.SHINY, 200, 0.3),
        (Finish.DARK, 200, 0.5),
        (Finish.MATT, 10, 0.5),
        (Finish.MATT, 200, 0.0),
        (None, 200, 0.0),
    ],
)
def test_glass_shiny_and_dark_surfaces_have_holes_in_patches(wall, camera, finish, brightness, share):
    model = DepthModel(glass_hole_share=0.8, shiny_hole_share=0.3, dark_hole_share=0.5)
    pictures = [wall(2.0, "mirror", brightness, finish)] * 4
    holes = np.stack([measured(model, picture, camera, seed) == 0 for seed, picture in enumerate(pictures)])
    assert holes.mean() == pytest.approx(share, abs=0.05)
    if share:
        alone = holes[:, :, 1:-1] & ~holes[:, :, 2:] & ~holes[:, :, :-2]
        assert alone.mean() < 0.03


@pytest.mark.parametrize(
    ("make", "category"),
    [(generate_home, "window"), (generate_home, "mirror"), (generate_lived_home, "glass table"),
     (generate_lived_home, "standing mirror")],
)  # fmt: skip
def test_panes_of_every_kind_of_home_are_holes_and_what_is_around_them_is_not(camera_at, camera, make, category):
    home = make(5001)
    thing = home.world.find(category)[0]
    x, z, tilt = (0.0, thing.size[2] + 1.0, 90.0) if category == "glass table" else (1.0, thing.position[2], 0.0)
    picture = Renderer(home).render(camera_at(*thing.to_map(x, 0.0), thing.yaw + np.pi, z, tilt), camera)
    pane = np.isin(picture.finishes, (Finish.GLASS, Finish.MIRROR))
    depth = measured(DepthModel(glass_hole_share=1.0), picture, camera)
    assert 0.05 < pane.mean() < 0.95
    assert not depth[pane].any()
    assert (depth[~pane] > 0).mean() > 0.95


def test_salt_and_pepper_is_anywhere_within_range(wall, camera):
    depth = measured(DepthModel(spike_share=0.01), wall(2.0), camera)
    spikes = depth[depth != 2.0]
    assert len(spikes) / depth.size == pytest.approx(0.01, rel=0.3)
    assert spikes.min() < 2.0 < 5.0 < spikes.max()


def test_an_exact_camera_gives_the_very_array_and_draws_nothing(wall, camera):
    picture = wall(2.0)
    assert measured(DepthModel(), picture, camera) is picture.depth


def test_the_same_seed_gives_the_same_image_and_another_one_another(step, camera):
    model = DepthModel(0.01, 0.01, 0.001, 1.0, 0.8, 0.003, 0.3, 8.0, 0.3, 0.3, 0.9, 0.3, 0.3, 0.01)
    assert np.array_equal(measured(model, step, camera, 1), measured(model, step, camera, 1))
    assert not np.array_equal(measured(model, step, camera, 1), measured(model, step, camera, 2))
