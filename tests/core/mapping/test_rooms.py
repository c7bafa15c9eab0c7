"""Rooms from the robot's own map: doors divide, wide openings do not."""

import numpy as np
import pytest

from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN
from embodied_memory.mapping.rooms import segment_rooms


def numbers(rooms):
    return sorted(np.unique(rooms.cells[rooms.cells >= 0]).tolist())


@pytest.mark.parametrize(("width_cells", "expected"), [(8, 2), (9, 2), (10, 2), (15, 1), (25, 1)])
def test_a_door_divides_and_a_wide_opening_does_not(room, width_cells, expected):
    first = 20 - width_cells // 2
    home = room(82, 42, [(40, 0, 42, first), (40, first + width_cells, 42, 42)])
    assert len(numbers(segment_rooms(home))) == expected


def test_each_side_of_the_door_is_one_room_up_to_the_door(room):
    home = room(82, 42, [(40, 0, 42, 16), (40, 25, 42, 42)])
    rooms = segment_rooms(home)
    left, right = rooms.cells[1:-1, 1:39], rooms.cells[1:-1, 43:-1]
    assert np.unique(left).size == np.unique(right).size == 1
    assert left[0, 0] != right[0, 0]
    assert (rooms.cells[home.cells == OCCUPIED] == -1).all()


def test_three_rooms_along_a_corridor_are_four(room):
    boxes = [(0, 14, 90, 16), (29, 16, 31, 56), (59, 16, 61, 56)]
    home = room(90, 56, boxes)
    for door in (10, 40, 70):
        home.cells[14:16, door : door + 9] = FREE
    assert len(numbers(segment_rooms(home))) == 4


def test_a_pillar_or_a_wardrobe_makes_no_room(room):
    home = room(60, 50, [(28, 22, 32, 26), (1, 20, 7, 34)])
    assert numbers(segment_rooms(home)) == [0]


def test_a_half_seen_room_is_one_room(room):
    home = room(60, 50)
    rows, columns = np.indices(home.cells.shape)
    home.cells[(rows > columns) & (rows > 10)] = UNKNOWN
    assert numbers(segment_rooms(home)) == [0]


def test_a_closet_below_the_least_size_joins_its_neighbour_and_a_stray_patch_is_dropped(room):
    home = room(60, 50, [(0, 40, 12, 42), (11, 42, 12, 50)])
    home.cells[42:49, 11] = FREE
    home.cells[30:33, 30:33] = FREE
    stray = np.pad(home.cells, ((0, 0), (0, 20)), constant_values=UNKNOWN)
    stray[20:24, 70:74] = FREE
    rooms = segment_rooms(type(home)(0, home.origin, 0.1, stray))
    assert numbers(rooms) == [0]
    assert (rooms.cells[20:24, 70:74] == -1).all()


def test_rooms_keep_their_numbers_when_the_map_grows(room):
    home = room(82, 42, [(40, 0, 42, 16), (40, 25, 42, 42)])
    half = type(home)(0, (0.0, 0.0), 0.1, home.cells.copy())
    half.cells[:, 60:] = UNKNOWN
    first = segment_rooms(half)
    grown = type(home)(1, (-1.0, -1.0), 0.1, np.pad(home.cells, ((10, 0), (10, 0)), constant_values=UNKNOWN))
    second = segment_rooms(grown, first)
    for point in ((1.05, 1.05), (5.05, 1.05)):
        assert second.cells[second.cell_of(*point)] == first.cells[first.cell_of(*point)] >= 0


def test_an_empty_map_has_no_rooms(room):
    nothing = type(room())(0, (0.0, 0.0), 0.1, np.full((10, 10), UNKNOWN, np.int8))
    assert numbers(segment_rooms(nothing)) == []
