"""The mapper end to end, on two rooms joined by a door."""

import numpy as np
import pytest

from embodied_memory.geometry.compiled import compiled
from embodied_memory.mapping.mapper import Mapper
from embodied_memory.observation import InvalidObservationError


def explore(world, turn_around, most_moves=30):
    """Go to the nearest frontier until none is left."""
    mapper, at, moves = Mapper(), (2.0, 2.0), 0
    while moves < most_moves:
        for observation in turn_around(world, *at):
            mapper.integrate(observation)
        snapshot = mapper.snapshot()
        if not snapshot.frontiers:
            break
        at = min(
            (f.boundary_point for f in snapshot.frontiers),
            key=lambda p: np.hypot(p[0] - at[0], p[1] - at[1]),
        )
        moves += 1
    return snapshot, moves


@pytest.fixture(scope="module")
def explored(two_rooms, turn_around):
    return explore(two_rooms, turn_around)


def test_following_frontiers_explores_both_rooms_and_ends(explored):
    snapshot, moves = explored
    assert snapshot.frontiers == ()
    assert moves < 30
    free_area = (snapshot.slice.cells == 0).sum() * 0.01
    assert 2 * 16 - 2.0 < free_area < 2 * 16 + 0.5


def test_the_two_rooms_are_told_apart(explored):
    snapshot, _ = explored
    cells, cell_of = snapshot.rooms.cells, snapshot.rooms.cell_of
    assert {cells[cell_of(1.0, 1.0)], cells[cell_of(7.0, 1.0)]} == {0, 1}


def test_all_grids_of_a_snapshot_fit_on_one_another(explored):
    snapshot, _ = explored
    shapes = {grid.cells.shape for grid in (snapshot.slice, snapshot.walls, snapshot.rooms)}
    assert shapes == {snapshot.explored.shape}
    assert snapshot.slice.origin == snapshot.walls.origin == snapshot.rooms.origin


def test_an_empty_map_has_no_snapshot_and_a_bad_observation_leaves_it_empty(two_rooms, observe):
    mapper, good = Mapper(), observe(two_rooms, 2.0, 2.0, 0.0)
    bad = type(good)(0, good.color, np.zeros_like(good.depth), good.intrinsics, good.map_T_camera)
    with pytest.raises(InvalidObservationError):
        mapper.integrate(bad)
    with pytest.raises(ValueError, match="the map is empty"):
        mapper.snapshot()


def test_without_a_writable_cache_folder_the_loops_compile_all_the_same(monkeypatch):
    import numba

    real = numba.njit

    def refuse(*arguments, cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(*arguments, **options)

    monkeypatch.setattr(numba, "njit", refuse)
    assert compiled(lambda x: x + 1)(1) == 2
