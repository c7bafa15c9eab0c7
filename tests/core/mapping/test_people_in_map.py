"""The way is free where people stand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.path_planner import plan_path
from embodied_memory.mapping.people_in_map import people_boxes, without_people
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
