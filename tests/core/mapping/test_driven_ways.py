"""What the map shows may be opened and closed for planning; the map itself stays."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.people_in_map import freed_around, with_bumps

POINTS = st.lists(st.tuples(st.floats(0.0, 2.0), st.floats(0.0, 1.0)), max_size=5)


def drawn(seed):
    cells = np.random.default_rng(seed).choice([FREE, OCCUPIED, UNKNOWN], (10, 20)).astype(np.int8)
    return OccupancySlice(0, (0.0, 0.0), 0.1, cells)


@given(st.integers(0, 20), POINTS)
def test_only_what_is_occupied_near_where_the_robot_has_been_becomes_free(seed, driven):
    before = drawn(seed)
    after = freed_around(before, driven, 0.25)
    changed = np.argwhere(before.cells != after.cells)
    for row, column in changed:
        assert (before.cells[row, column], after.cells[row, column]) == (OCCUPIED, FREE)
        x, y = (column + 0.5) * 0.1, (row + 0.5) * 0.1
        assert min(np.hypot(x - px, y - py) for px, py in driven) <= 0.25 + 1e-9


def test_a_bump_fills_what_was_free_around_it_and_nothing_else():
    before = OccupancySlice(0, (0.0, 0.0), 0.1, np.full((10, 20), FREE, np.int8))
    before.cells[5, 10] = UNKNOWN
    after = with_bumps(before, [(1.05, 0.55)])
    assert after.cells[5, 10] == UNKNOWN
    assert np.argwhere(after.cells == OCCUPIED).tolist() == [
        [4, 9], [4, 10], [4, 11], [5, 9], [5, 11], [6, 9], [6, 10], [6, 11],
    ]  # fmt: skip
    assert with_bumps(before, []) is before
