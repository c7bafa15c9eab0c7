"""LMEE, section 14: the navigable slice, and what counts as explored."""

import numpy as np
import pytest

from embodied_memory.config import FrontierConfig, VoxelMapConfig
from embodied_memory.mapping.grid import FREE, OCCUPIED
from embodied_memory.mapping.occupancy_slice import explored_mask, navigable_slice, wall_slice
from embodied_memory.mapping.voxel_map import VoxelMap


@pytest.fixture(scope="module")
def seen(two_rooms, turn_around):
    voxel_map = VoxelMap(VoxelMapConfig())
    for x in (2.0, 6.2):
        for observation in turn_around(two_rooms, x, 2.0):
            voxel_map.integrate(observation)
    return voxel_map


def cell(grid, x, y):
    return grid.cells[grid.cell_of(x, y)]


def test_the_table_blocks_the_robot_but_is_no_wall(seen):
    navigable, walls = navigable_slice(seen, FrontierConfig()), wall_slice(seen, FrontierConfig())
    assert (cell(navigable, 1.45, 3.05), cell(walls, 1.45, 3.05)) == (OCCUPIED, FREE)
    assert (cell(navigable, -0.05, 2.05), cell(walls, -0.05, 2.05)) == (OCCUPIED, OCCUPIED)
    assert (cell(navigable, 4.15, 2.05), cell(walls, 4.15, 2.05)) == (FREE, FREE)
    assert navigable.origin == walls.origin


def test_what_hangs_above_the_robot_does_not_block_it(two_rooms, turn_around):
    lamp = np.vstack([two_rooms.boxes, [2.6, 0.8, 1.4, 3.0, 1.2, 1.8]])
    voxel_map = VoxelMap(VoxelMapConfig())
    for observation in turn_around(type(two_rooms)(lamp), 2.0, 2.0):
        voxel_map.integrate(observation)
    assert cell(navigable_slice(voxel_map, FrontierConfig()), 2.85, 1.05) == FREE
    assert cell(wall_slice(voxel_map, FrontierConfig()), 2.65, 1.15) == OCCUPIED


def test_in_the_open_the_explored_area_is_a_disc(room):
    grid = room(60, 60)
    mask = explored_mask(grid, grid, np.array([[3.05, 3.05, 0.0]]), 1.7)
    rows, columns = np.indices(grid.cells.shape)
    expected = np.hypot(rows - 30, columns - 30) <= 17
    np.testing.assert_array_equal(mask, expected)


def test_nothing_behind_a_wall_is_explored_but_through_the_door_it_is(room):
    grid = room(60, 60, [(33, 0, 34, 34), (33, 44, 34, 60)])
    mask = explored_mask(grid, grid, np.array([[2.85, 2.05, 0.0]]), 1.7)
    assert mask[20, 28]
    assert not mask[20, 36]
    door = explored_mask(grid, grid, np.array([[2.85, 3.85, 0.0]]), 1.7)
    assert door[38, 36]


def test_every_point_of_the_trajectory_counts(room):
    grid = room(60, 60)
    both = explored_mask(grid, grid, np.array([[1.55, 1.55, 0.0], [4.55, 4.55, 0.0]]), 1.0)
    one = explored_mask(grid, grid, np.array([[1.55, 1.55, 0.0]]), 1.0)
    other = explored_mask(grid, grid, np.array([[4.55, 4.55, 0.0]]), 1.0)
    np.testing.assert_array_equal(both, one | other)
