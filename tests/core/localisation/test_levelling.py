"""How the camera hangs is read from the floor."""

from dataclasses import replace

import numpy as np
import pytest
from boxed_flat import PANS

from embodied_memory.config.senses import LevellingConfig
from embodied_memory.geometry.transforms import rotation_from_vector
from embodied_memory.localisation.levelling import Levelling
from embodied_memory.localisation.localiser import Localiser
from embodied_memory.localisation.surfels import depth_patches


def levelled_views(boxes, view_of, poses, **camera):
    levelling, views = Levelling(LevellingConfig()), []
    for number, true in enumerate(poses):
        for pan in PANS:
            seen = view_of(boxes, true, true, number, pan, **camera)
            patches = depth_patches(seen.depth, seen.intrinsics, 6.0)
            levelling.look(patches, seen.map_T_camera, seen.map_T_base)
            views.append((seen.map_T_camera, levelling.level(seen.map_T_camera, seen.map_T_base)[0]))
    return views


def test_an_exact_camera_stays_exactly_as_it_is(flat, view_of, poses_of_tour):
    for given, levelled in levelled_views(flat, view_of, poses_of_tour(1)):
        assert np.array_equal(given, levelled)


@pytest.mark.parametrize(("pitch_deg", "rise"), [(1.0, 0.0), (2.0, 0.05), (-5.0, 0.1), (5.0, -0.1)])
def test_a_constant_error_is_found(flat, view_of, poses_of_tour, pitch_deg, rise):
    rng = np.random.default_rng(3)
    mount = [np.radians(pitch_deg), 0.0, 0.0]
    views = levelled_views(flat, view_of, poses_of_tour(1), mount=mount, rise=rise, noise=0.01, rng=rng)
    for given, levelled in views[6:]:
        true_up = (given[:3, :3] @ rotation_from_vector(np.array(mount)))[2]
        assert np.degrees(np.linalg.norm(levelled[2, :3] - true_up)) < 0.1
        assert abs(levelled[2, 3] - given[2, 3] - rise) < 0.01


def test_a_base_on_its_side_is_refused_with_the_cause(flat, view_of):
    seen = view_of(flat, np.array([2.0, 2.0, 0.0]), np.array([2.0, 2.0, 0.0]), 0)
    turned = np.eye(4)
    turned[:3, :3] = rotation_from_vector(np.array([np.radians(40.0), 0.0, 0.0]))
    result = Localiser().localise(replace(seen, map_T_base=turned @ seen.map_T_base))
    assert result.observation is None
    assert "tilted by 40 degrees" in result.reason


def test_a_camera_below_the_floor_is_refused(flat, view_of):
    seen = view_of(flat, np.array([2.0, 2.0, 0.0]), np.array([2.0, 2.0, 0.0]), 0)
    sunk = seen.map_T_camera.copy()
    sunk[2, 3] = -1.2
    result = Localiser().localise(replace(seen, map_T_camera=sunk))
    assert result.observation is None
    assert "1.2 m below the floor" in result.reason
