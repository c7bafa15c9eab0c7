"""Things that were seen from where the robot was not move as much as they are known from then, and no others do."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.geometry.pose import ALWAYS_NS, MapRevision
from embodied_memory.perception.detector import GroundTruthDetector
from embodied_memory.perception.lifting import lift
from embodied_memory.perception.object_tracker import ObjectTracker
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder

ROUND = [((1.5, 0.0, 1.4), 10), ((0.0, 1.5, 1.4), 20), ((-1.5, 0.0, 1.4), 30), ((0.0, -1.5, 1.4), 40)]


def planar(x, y, yaw=0.0):
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
    matrix[:2, 3] = x, y
    return matrix


MOVES = st.builds(planar, st.floats(-0.15, 0.15), st.floats(-0.15, 0.15), st.floats(-0.05, 0.05))


def taken_from(view, map_T_map):
    return replace(view, map_T_camera=map_T_map @ view.map_T_camera, map_T_base=map_T_map @ view.map_T_base)


@pytest.fixture(scope="module")
def views(room, thing):
    """Of a mug on a table from all sides; a lamp is in the last one alone."""
    things = [thing("table", (0, 0, 0.37), (1.2, 0.8, 0.75)), thing("mug", (0, 0, 0.8), (0.08, 0.08, 0.1))]
    with_lamp = [*things, thing("lamp", (0.3, 0.2, 0.9), (0.1, 0.1, 0.3))]
    return [
        room(*(with_lamp if stamp == 40 else things)).see(position, (0, 0, 0.8), stamp_ns=stamp)
        for position, stamp in ROUND
    ]


@pytest.fixture(scope="module")
def track(config, views):
    """A function: where the robot took itself to be at each view in, the tracker out."""

    def run(*moves):
        detector, tracker = GroundTruthDetector(config), ObjectTracker(config)
        for view, move in zip(views, [*moves, *[np.eye(4)] * 4], strict=False):
            moved = taken_from(view, move)
            tracker.update(lift(detector.detect(moved), moved, config), moved)
        return tracker

    return run


def middles(tracker):
    low, high = tracker._tracks.boxes.sides()
    return dict(zip(tracker._tracks.ids, ((low + high) / 2).round(9).tolist(), strict=True))


def places(tracker):
    return tracker._tracks.viewpoints["place"].copy()


@settings(max_examples=10, deadline=None)
@given(MOVES, st.sampled_from([(10, 40), (20, 40), (30, 30), (ALWAYS_NS, 40)]))
def test_a_revision_and_its_inverse_are_nothing(track, move, span):
    tracker = track()
    before, looked_from = middles(tracker), places(tracker)
    tracker.revise(MapRevision(*span, move))
    tracker.revise(MapRevision(*span, np.linalg.inv(move)))
    # what is known in part from the span moves in part, about where it then is
    for name, middle in middles(tracker).items():
        assert middle == pytest.approx(before[name], abs=1e-9 if span[0] in (ALWAYS_NS, 10) else 2e-3)
    np.testing.assert_allclose(places(tracker), looked_from, atol=1e-9)


def test_what_was_seen_only_then_moves_wholly_and_what_was_not_seen_then_stays(track):
    tracker = track()
    before = middles(tracker)
    tracker.revise(MapRevision(40, 40, planar(0.3, 0.0)))
    after = middles(tracker)
    assert after["lamp_1"] == pytest.approx(np.add(before["lamp_1"], (0.3, 0.0, 0.0)))
    assert before["mug_1"][0] < after["mug_1"][0] < before["mug_1"][0] + 0.2
    tracker, before = track(), middles(track())
    tracker.revise(MapRevision(41, 90, planar(0.3, 0.0)))
    assert middles(tracker) == before


def test_what_was_seen_from_elsewhere_is_where_it_would_be_without_that(track):
    wrong = planar(0.1, 0.0)
    right, revised = middles(track()), track(np.eye(4), np.eye(4), wrong, wrong)
    off = middles(revised)
    revised.revise(MapRevision(30, 40, np.linalg.inv(wrong)))
    for name, middle in middles(revised).items():
        assert np.linalg.norm(np.subtract(off[name], right[name])) > 0.03
        assert np.linalg.norm(np.subtract(middle, right[name])) < 0.015


def test_looks_of_the_span_and_their_viewpoints_move_and_no_others(track):
    tracker = track()
    before = [look.map_T_camera for look in tracker._history._looks]
    tracker.revise(MapRevision(20, 30, planar(0.3, 0.1)))
    after = [look.map_T_camera for look in tracker._history._looks]
    moved = [(now - was)[:2, 3].round(9).tolist() for was, now in zip(before, after, strict=True)]
    assert moved == [[0, 0], [0.3, 0.1], [0.3, 0.1], [0, 0]]


def test_a_view_of_the_span_that_comes_later_is_taken_from_where_it_really_was(config, views):
    builder = SceneGraphBuilder(config)
    builder.build(views[0])
    builder.revise(MapRevision(10, 30, planar(0.5, 0.0)))
    late, next_one = builder.build(views[1]), builder.build(views[3])
    assert late.robot_position == (0.5, 0.0, 0.0)
    assert next(one.position[0] for one in late.objects if one.category == "mug") == pytest.approx(0.5, abs=0.03)
    assert next_one.robot_position == (0.0, 0.0, 0.0)
