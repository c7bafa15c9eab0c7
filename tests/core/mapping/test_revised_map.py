"""What was written from where the robot was not is written where it belongs, and nothing else moves."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config import VoxelMapConfig
from embodied_memory.geometry.pose import ALWAYS_NS, MapRevision
from embodied_memory.mapping import unfixed_writing
from embodied_memory.mapping.voxel_map import VoxelMap


def planar(x, y, yaw):
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    matrix[:2, 3] = x, y
    return matrix


MOVES = st.builds(planar, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(-0.3, 0.3))


def taken_from(view, map_T_map):
    """The view as somebody would have it who takes the robot to be elsewhere."""
    return replace(view, map_T_camera=map_T_map @ view.map_T_camera, map_T_base=map_T_map @ view.map_T_base)


def state(voxel_map):
    origin, cells = voxel_map.occupancy()
    return origin.tolist(), cells.shape, cells.tobytes(), voxel_map.stamp_ns, voxel_map.trajectory.round(9).tolist()


def occupied(voxel_map):
    return {tuple(cell) for cell in np.floor(voxel_map.occupied_centres() / 0.1).astype(int).tolist()}


@pytest.fixture(scope="module")
def views(two_rooms, observe):
    """Two that are sure, three that are not."""
    return [observe(two_rooms, 1.5 + 0.3 * k, 2.0, 1.1 * k, stamp_ns=10 * (k + 1)) for k in range(5)]


@pytest.fixture(scope="module")
def write(views):
    """A function: where the last views were taken to be taken from in, the map that this makes out."""

    def run(map_T_map=None, may_move=True):
        voxel_map = VoxelMap(VoxelMapConfig())
        for number, view in enumerate(views):
            is_sure = number < 2
            moved = view if is_sure or map_T_map is None else taken_from(view, map_T_map)
            voxel_map.integrate(moved, may_move and not is_sure)
        return voxel_map

    return run


@settings(max_examples=8, deadline=None)
@given(MOVES)
def test_what_is_revised_is_as_if_it_had_been_written_there(write, views, move):
    revised = write(move)
    revised.revise(MapRevision(30, 50, np.linalg.inv(move)))
    assert len(occupied(revised) ^ occupied(write())) <= 3  # a pixel on the border of two cells may round otherwise
    assert revised.stamp_ns == 50
    np.testing.assert_allclose(revised.trajectory, write().trajectory, atol=1e-9)


@settings(max_examples=8, deadline=None)
@given(MOVES)
def test_a_revision_and_its_inverse_are_nothing(write, move):
    voxel_map, before = write(), write()
    voxel_map.revise(MapRevision(30, 50, move))
    assert state(voxel_map) != state(before) or np.allclose(move, np.eye(4), atol=1e-3)
    voxel_map.revise(MapRevision(30, 50, np.linalg.inv(move)))
    assert len(occupied(voxel_map) ^ occupied(before)) <= 3


@settings(max_examples=8, deadline=None)
@given(MOVES, st.sampled_from([(10, 20), (20, 29), (51, 90)]))
def test_what_was_sure_or_written_at_another_time_stays(write, move, span):
    voxel_map = write()
    voxel_map.revise(MapRevision(*span, move))
    assert state(voxel_map) == state(write())


def test_once_the_robot_knows_where_it_is_nothing_of_before_is_revised(write):
    voxel_map = write(may_move=False)
    voxel_map.revise(MapRevision(30, 50, planar(1.0, 0.0, 0.0)))
    assert state(voxel_map) == state(write())


def test_only_part_of_what_is_unsure_moves(write):
    voxel_map = write(planar(0.3, 0.0, 0.0))
    voxel_map.revise(MapRevision(40, 50, planar(-0.3, 0.0, 0.0)))
    assert voxel_map.trajectory[:, 0].tolist() == pytest.approx([1.5, 1.8, 2.4, 2.4, 2.7])


def test_people_who_were_freed_are_freed_where_they_were(write):
    move = planar(0.5, 0.0, 0.0)
    low, high = (1.0, 2.9, 0.2), (2.0, 3.7, 1.0)  # the cupboard
    straight, revised = write(), write(move)
    straight.free_box(low, high)
    revised.free_box(*((corner[0] + 0.5, *corner[1:]) for corner in (low, high)))
    revised.revise(MapRevision(30, 50, np.linalg.inv(move)))
    assert len(occupied(revised) ^ occupied(straight)) <= 3
    assert len(occupied(write()) - occupied(straight)) > 20


def test_however_long_the_robot_is_unsure_what_is_kept_is_bounded_and_the_newest_can_move(views, monkeypatch):
    monkeypatch.setattr(unfixed_writing, "MOST", 3)
    voxel_map = VoxelMap(VoxelMapConfig())
    for number in range(20):
        voxel_map.integrate(replace(views[0], stamp_ns=number + 1), may_move=True)
    assert sum(len(draft.writings) for draft in voxel_map._unfixed._drafts) <= 6
    voxel_map.revise(MapRevision(1, 20, planar(1.0, 0.0, 0.0)))
    assert voxel_map.trajectory[-3:, 0].tolist() == pytest.approx([2.5] * 3)
    assert voxel_map.trajectory[:14, 0].tolist() == pytest.approx([1.5] * 14)
    assert len(voxel_map.trajectory) == 20


@settings(max_examples=8, deadline=None)
@given(st.integers(-30, 30), st.integers(-30, 30), st.integers(0, 3))
def test_the_whole_map_moves_by_whole_cells_and_quarter_turns_without_any_loss(write, x, y, quarters):
    voxel_map, move = write(), planar(x / 10, y / 10, quarters * np.pi / 2)
    before = voxel_map.occupied_centres()
    voxel_map.revise(MapRevision(ALWAYS_NS, 50, move))
    expected = before @ move[:3, :3].T + move[:3, 3]
    assert occupied(voxel_map) == {tuple(cell) for cell in np.floor(expected / 0.1 + 1e-6).astype(int).tolist()}
    voxel_map.revise(MapRevision(ALWAYS_NS, 50, np.linalg.inv(move)))
    assert occupied(voxel_map) == occupied(write())
    np.testing.assert_allclose(voxel_map.trajectory, write().trajectory, atol=1e-9)


@settings(max_examples=8, deadline=None)
@given(MOVES)
def test_the_whole_map_moves_to_within_a_cell_and_walls_stay_closed(write, move):
    voxel_map = write()
    before = voxel_map.occupied_centres()
    voxel_map.revise(MapRevision(ALWAYS_NS, 50, move))
    after = voxel_map.occupied_centres()
    expected = before @ move[:3, :3].T + move[:3, 3]
    nearest = np.sqrt(((expected[::7, None] - after[None]) ** 2).sum(axis=2)).min(axis=1)
    assert nearest.max() < 0.1
    assert abs(len(after) / len(before) - 1) < 0.1
