"""The way is free where people stand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.occupancy_slice import freed_around, people_boxes, with_bumps, without_people
from embodied_memory.mapping.path_planner import plan_path
from embodied_memory.scene_graph import SceneObject


def thing(category):
    return SceneObject("one", category, (1.0, 2.0, 0.9), (0.5, 0.5, 1.8), 0.9)


def test_people_are_known_by_the_last_word_of_their_category():
    people = [thing("person"), thing("Old Man"), thing("little_girl")]
    others = [thing("person carrier"), thing("mannequin"), thing("")]
    assert len(people_boxes([*people, *others])) == 3
    assert not people_boxes(others)


def corridor():
    """4 m long, 1 m wide, walls of 10 cm; somebody stands in the middle."""
    cells = np.full((12, 40), FREE, np.int8)
    cells[[0, -1]] = OCCUPIED
    cells[4:8, 18:22] = OCCUPIED
    return OccupancySlice(stamp_ns=0, origin=(0.0, 0.0), resolution_m=0.1, cells=cells)


def test_a_person_in_a_corridor_does_not_close_it():
    blocked = corridor()
    assert plan_path(blocked, (0.5, 0.6), (3.5, 0.6)) is None
    assert plan_path(without_people(blocked, [(2.0, 0.6)]), (0.5, 0.6), (3.5, 0.6))


def test_without_people_nothing_changes():
    blocked = corridor()
    assert without_people(blocked, ()) is blocked


@given(st.lists(st.tuples(st.floats(-1, 5), st.floats(-1, 2)), max_size=4))
def test_only_occupied_cells_near_people_become_free(people):
    before = corridor()
    before.cells[2, 3] = UNKNOWN
    after = without_people(before, people)
    changed = np.argwhere(before.cells != after.cells)
    for row, column in changed:
        x, y = (column + 0.5) * 0.1, (row + 0.5) * 0.1
        assert (before.cells[row, column], after.cells[row, column]) == (OCCUPIED, FREE)
        assert min(np.hypot(x - px, y - py) for px, py in people) <= 0.45


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
