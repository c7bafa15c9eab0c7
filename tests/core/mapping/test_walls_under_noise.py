"""What noisy, damaged and mistaken views make of floor and walls, beside what exact ones make of them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from embodied_memory.config import FrontierConfig, VoxelMapConfig
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN
from embodied_memory.mapping.occupancy_slice import navigable_slice, without_doubtful
from embodied_memory.mapping.voxel_map import VoxelMap

seeds = st.integers(0, 10_000)


def navigable(views):
    voxel_map = VoxelMap(VoxelMapConfig())
    for view in views:
        voxel_map.integrate(view)
    return navigable_slice(voxel_map, FrontierConfig())


@pytest.fixture(scope="module")
def views(two_rooms, turn_around):
    return [view for x in (1.5, 2.5) for view in turn_around(two_rooms, x, 2.0, views=8)]


@pytest.fixture(scope="module")
def compare(views):
    """A function: views in; the shares of exact free floor that they call a wall and of exact walls that they do.

    Floor right before a wall is left out: a wall on the border of two cells fills the one or the other.
    """
    exact = navigable(views)
    walls = exact.cells == OCCUPIED
    floor = (exact.cells == FREE) & ~ndimage.binary_dilation(walls, np.ones((3, 3)))
    places = [[exact.centre_of(row, column) for row, column in np.argwhere(mask)] for mask in (floor, walls)]

    def run(changed):
        grid = navigable(changed)
        return tuple(np.mean([value(grid, x, y) == OCCUPIED for x, y in some]) for some in places)

    return run


def value(grid, x, y):
    row, column = grid.cell_of(x, y)
    inside = 0 <= row < grid.cells.shape[0] and 0 <= column < grid.cells.shape[1]
    return grid.cells[row, column] if inside else UNKNOWN


def with_depth(view, depth):
    return replace(view, depth=np.ascontiguousarray(depth, np.float32))


@settings(max_examples=6, deadline=None)
@given(seed=seeds, square_per_m=st.sampled_from([0.0025, 0.005, 0.01, 0.02]))
def test_under_noise_a_wall_stays_a_wall_and_the_floor_before_it_free(views, compare, seed, square_per_m):
    rng = np.random.default_rng(seed)
    blocked, kept = compare(
        with_depth(
            view, np.maximum(view.depth + square_per_m * view.depth**2 * rng.standard_normal(view.depth.shape), 0)
        )
        for view in views
    )
    assert blocked <= 0.003
    assert kept >= 0.97


@settings(max_examples=6, deadline=None)
@given(seed=seeds)
def test_one_in_a_hundred_pixels_of_salt_and_pepper_changes_no_floor(views, compare, seed):
    rng = np.random.default_rng(seed)

    def spoilt(view):
        where = rng.random(view.depth.shape) < 0.01
        return with_depth(view, np.where(where, rng.choice([0.0, 0.3, 1.0, 8.0], view.depth.shape), view.depth))

    blocked, kept = compare(map(spoilt, views))
    assert blocked == 0
    assert kept >= 0.99


HALVES = {"left": np.s_[:, :80], "right": np.s_[:, 80:], "upper": np.s_[:60], "lower": np.s_[60:]}


@pytest.mark.parametrize("half", HALVES)
def test_where_half_of_the_image_is_missing_the_other_half_is_mapped_as_ever(views, compare, half):
    def spoilt(view):
        depth = view.depth.copy()
        depth[HALVES[half]] = 0
        return with_depth(view, depth)

    blocked, kept = compare(map(spoilt, views))
    assert blocked == 0
    assert kept >= 0.9


@settings(max_examples=6, deadline=None)
@given(which=st.integers(0, 15), place=st.integers(0, 16))
def test_one_mirrored_view_among_others_blocks_hardly_anything(views, compare, which, place):
    mirrored = with_depth(views[which], views[which].depth[:, ::-1])
    blocked, kept = compare([*views[:place], mirrored, *views[place:]])
    assert blocked <= 0.02
    assert kept >= 0.97


@settings(max_examples=15, deadline=None)
@given(data=st.data(), size=st.integers(1, 3), share=st.floats(0.4, 0.9))
def test_a_few_wrong_pixels_of_one_view_are_no_wall(views, compare, data, size, share):
    number = data.draw(st.integers(0, 15))
    row, column = data.draw(st.integers(0, 120 - size)), data.draw(st.integers(0, 160 - size))
    depth = views[number].depth.copy()
    depth[row : row + size, column : column + size] *= share
    # Last of all: nothing looks through again what they put there.
    blocked, _ = compare([*views[:number], *views[number + 1 :], with_depth(views[number], depth)])
    assert blocked <= 0.0015  # two cells of two thousand


def test_what_only_a_blurred_look_from_afar_put_there_is_doubtful(two_rooms, observe):
    rng = np.random.default_rng(3)
    far = observe(two_rooms, 0.4, 2.0, 0.0)
    noise = 0.02 * far.depth**2 * rng.standard_normal(far.depth.shape)
    grid = navigable([with_depth(far, np.maximum(far.depth + noise, 0))] * 3)
    row, column = np.nonzero((grid.cells == OCCUPIED) & grid.doubtful)
    assert row.size
    assert (without_doubtful(grid).cells[row, column] == FREE).all()
    sure = (grid.cells == OCCUPIED) & ~grid.doubtful
    assert (without_doubtful(grid).cells[sure] == OCCUPIED).all()


def test_a_wall_that_is_looked_along_counts_for_less_than_one_that_is_faced(two_rooms, observe):
    def evidence(y, yaw):
        """Of the wall at y = 4, from 0 to 1 m beside the camera, 1 m high."""
        voxel_map = VoxelMap(VoxelMapConfig())
        voxel_map.integrate(observe(two_rooms, 2.0, y, yaw, height=1.0, tilt_deg=0.0))
        origin, _ = voxel_map.occupancy()
        level = voxel_map.level_of(1.0)
        first, row = (int(np.floor((at - start) / 0.1 + 1e-6)) for at, start in zip((2.0, 4.0), origin, strict=False))
        return voxel_map.evidence_between(level, level + 1)[first : first + 10, row, 0].astype(int)

    along, faced = evidence(3.9, 0.05), evidence(2.5, np.pi / 2)
    assert (along <= faced).all()
    assert along.sum() < 0.9 * faced.sum()
