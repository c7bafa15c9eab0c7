"""LMEE, section 14: clusters of at least 20 cells, kept above IoU 0.95, split above 150 degrees."""

import numpy as np
import pytest

from embodied_memory.config import FrontierConfig
from embodied_memory.mapping.frontiers import FrontierMap
from embodied_memory.mapping.grid import FREE, UNKNOWN
from embodied_memory.mapping.path_planner import travel_distances

ROBOT = (0.55, 1.55)


@pytest.fixture
def corridor(room):
    """2.0 x 3.0 m explored on the left, as much unexplored on the right."""
    grid = room(42, 32)
    explored = np.zeros(grid.cells.shape, bool)
    explored[:, :21] = True
    return grid, explored


def outline(frontiers):
    return [(f.frontier_id, len(f.region), round(f.area_m2, 2)) for f in frontiers]


def test_a_frontier_is_the_unexplored_region_and_a_reachable_point_of_its_border(corridor):
    grid, explored = corridor
    (frontier,) = FrontierMap(FrontierConfig()).update(grid, explored, ROBOT)
    assert outline([frontier]) == [(1, 600, 6.0)]
    np.testing.assert_allclose(frontier.boundary_point, (2.15, 1.55), atol=0.051)
    assert np.isfinite(travel_distances(grid, ROBOT)[grid.cell_of(*frontier.boundary_point)])
    np.testing.assert_allclose(frontier.region.min(axis=0), (2.15, 0.15))
    np.testing.assert_allclose(frontier.region.max(axis=0), (4.05, 3.05))


def test_19_cells_are_no_frontier_and_20_are(room):
    for cells, count in ((19, 0), (20, 1)):
        grid = room(42, 32)
        explored = np.ones(grid.cells.shape, bool)
        for index in range(cells):
            explored[10 + index // 5, 20 + index % 5] = False
        assert len(FrontierMap(FrontierConfig()).update(grid, explored, ROBOT)) == count


def test_an_id_stays_above_iou_095_and_changes_below(corridor):
    grid, explored = corridor
    frontiers = FrontierMap(FrontierConfig())
    frontiers.update(grid, explored, ROBOT)
    explored[:, :22] = True  # 570 of 600 cells are left: exactly 0.95
    assert outline(frontiers.update(grid, explored, ROBOT)) == [(1, 600, 6.0)]
    explored[:, :23] = True  # 540 of 600: 0.9
    assert outline(frontiers.update(grid, explored, ROBOT)) == [(2, 540, 5.4)]


def test_ids_and_regions_do_not_depend_on_where_the_grid_begins(corridor, room):
    grid, explored = corridor
    frontiers = FrontierMap(FrontierConfig())
    before = frontiers.update(grid, explored, ROBOT)
    wider = type(grid)(0, (-1.0, -0.5), 0.1, np.pad(grid.cells, ((5, 0), (10, 0)), constant_values=UNKNOWN))
    after = frontiers.update(wider, np.pad(explored, ((5, 0), (10, 0))), ROBOT)
    assert outline(before) == outline(after)
    np.testing.assert_allclose(before[0].region, after[0].region)
    np.testing.assert_allclose(before[0].boundary_point, after[0].boundary_point)


def test_what_the_robot_cannot_reach_is_left_out_and_keeps_its_id(room):
    sealed = room(62, 32, [(30, 0, 31, 32)])
    explored = np.zeros(sealed.cells.shape, bool)
    explored[:, :20] = True
    frontiers = FrontierMap(FrontierConfig())
    assert [f.frontier_id for f in frontiers.update(sealed, explored, ROBOT)] == [1]
    sealed.cells[12:20, 30] = FREE
    explored[:, :31] = True
    (far,) = frontiers.update(sealed, explored, ROBOT)
    assert far.frontier_id == 2
    assert far.region[:, 0].min() > 3.0


def test_a_region_all_around_the_robot_is_split_into_directions(room):
    grid = room(62, 62)
    rows, columns = np.indices(grid.cells.shape)
    explored = np.hypot(rows - 31, columns - 31) <= 17
    frontiers = FrontierMap(FrontierConfig()).update(grid, explored, (3.15, 3.15))
    assert len(frontiers) == 3
    cells = np.vstack([f.region for f in frontiers])
    assert len(cells) == len(np.unique(cells.round(3), axis=0)) == int(((grid.cells == FREE) & ~explored).sum())


def test_nothing_unexplored_means_no_frontier(room):
    grid = room()
    assert FrontierMap(FrontierConfig()).update(grid, np.ones(grid.cells.shape, bool), ROBOT) == ()


def test_the_same_inputs_give_the_same_frontiers(corridor):
    grid, explored = corridor
    one = FrontierMap(FrontierConfig()).update(grid, explored, ROBOT)
    two = FrontierMap(FrontierConfig()).update(grid, explored, ROBOT)
    assert [(f.frontier_id, f.region.tolist(), f.boundary_point) for f in one] == [
        (f.frontier_id, f.region.tolist(), f.boundary_point) for f in two
    ]


def test_where_nothing_free_is_unexplored_the_border_with_the_unknown_counts(room):
    grid = room(42, 32)
    grid.cells[:, 21:] = UNKNOWN
    explored = np.ones(grid.cells.shape, bool)
    frontiers = FrontierMap(FrontierConfig())
    (border,) = frontiers.update(grid, explored, ROBOT)
    assert [f.frontier_id for f in frontiers.update(grid, explored, ROBOT)] == [border.frontier_id]
    np.testing.assert_allclose(border.region[:, 0].min(), 2.15)
    np.testing.assert_allclose(border.region[:, 0].max(), 2.25)
    assert np.isfinite(travel_distances(grid, ROBOT)[grid.cell_of(*border.boundary_point)])


def test_a_small_gap_in_what_is_known_is_no_frontier(room):
    grid = room(42, 32)
    grid.cells[10:13, 20:23] = UNKNOWN
    explored = np.ones(grid.cells.shape, bool)
    assert FrontierMap(FrontierConfig()).update(grid, explored, ROBOT) == ()
