"""Ids stay with an object from whatever side it is seen, and differ for two alike."""

import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.observation import CameraIntrinsics
from embodied_memory.perception.detector import GroundTruthDetector
from embodied_memory.perception.lifting import LiftedObject, lift
from embodied_memory.perception.object_tracker import ObjectTracker
from embodied_memory.scene_graph import Detection

TABLE_HEIGHT = 0.75
NARROW = CameraIntrinsics.from_horizontal_fov(320, 240, 36.0)


@pytest.fixture
def ids_seen(config):
    """A function: room and (position, target) views in, the set of ids of each view out."""

    def walk(room, *views, **camera):
        detector, tracker = GroundTruthDetector(config), ObjectTracker(config)
        result = []
        for position, target in views:
            observation = room.see(position, target, **camera)
            result.append(
                {
                    one.object_id
                    for one in tracker.update(lift(detector.detect(observation), observation, config)).objects
                }
            )
        return result

    return walk


def around(target, radius, height=1.2, steps=8):
    """Views of `target` from a circle."""
    angles = [2 * math.pi * step / steps for step in range(steps)]
    return [((target[0] + radius * math.cos(a), target[1] + radius * math.sin(a), height), target) for a in angles]


def mug_on_table(thing, *mugs, **properties):
    return [
        thing("table", (0, 0, TABLE_HEIGHT / 2), (1.2, 0.8, TABLE_HEIGHT)),
        *[thing("mug", (x, y, TABLE_HEIGHT + 0.05), (0.08, 0.08, 0.1), **properties) for x, y in mugs],
    ]


def test_an_object_seen_from_all_sides_keeps_its_id(room, thing, ids_seen):
    home = room(*mug_on_table(thing, (0, 0)))
    assert ids_seen(home, *around((0, 0, 0.8), 1.5)) == [{"table_1", "mug_1"}] * 8


def test_two_alike_objects_15_cm_apart_stay_two_from_all_sides(room, thing, ids_seen):
    home = room(*mug_on_table(thing, (0, 0), (0.15, 0)))
    seen = ids_seen(home, *around((0, 0, 0.8), 1.5, height=1.6))
    assert set().union(*seen) == {"table_1", "mug_1", "mug_2"}
    assert seen[2] == {"table_1", "mug_1", "mug_2"}


def test_alike_neighbours_stay_apart_when_only_a_sliver_of_one_is_in_view(room, thing, ids_seen):
    home = room(thing("chair", (2, 0, 0.45), (0.45, 0.45, 0.9)), thing("chair", (2, 0.65, 0.45), (0.45, 0.45, 0.9)))
    seen = ids_seen(home, ((0.5, 0, 1), (2, 0, 0.4)), ((0.5, 0.65, 1), (2, 0.65, 0.4)), intrinsics=NARROW)
    assert seen == [{"chair_1", "chair_2"}] * 2


def test_a_sofa_seen_first_at_one_end_then_at_the_other_is_one(room, thing, ids_seen):
    home = room(thing("sofa", (2, 0, 0.4), (0.9, 2.4, 0.8)))
    seen = ids_seen(
        home, ((0.5, -1.2, 1.2), (1.5, -1.2, 0.4)), ((0.5, 1.2, 1.2), (1.5, 1.2, 0.4)), ((-1, 0, 1.2), (2, 0, 0.4))
    )
    assert seen == [{"sofa_1"}] * 3


def test_differing_lasting_attributes_make_two_objects_at_one_place(config, room, thing):
    detector, tracker = GroundTruthDetector(config), ObjectTracker(config)
    ids = []
    for color, state in (("red", "closed"), ("red", "open"), ("blue", "open")):
        box = thing("box", (2, 0, 0.2), (0.4, 0.4, 0.4), attributes=(("color", color), ("lid", state)))
        view = room(box).see((0, 0, 1), (2, 0, 0.2))
        ids += [
            (one.object_id, one.attributes[1])
            for one in tracker.update(lift(detector.detect(view), view, config)).objects
        ]
    assert ids == [("box_1", ("lid", "closed")), ("box_1", ("lid", "open")), ("box_2", ("lid", "open"))]


def test_spaces_in_a_category_become_underscores(room, thing, ids_seen):
    home = room(thing("Coffee  cup", (1, 0, 0.5), (0.2, 0.2, 0.2)))
    assert ids_seen(home, ((0, 0, 0.6), (1, 0, 0.5))) == [{"coffee_cup_1"}]


def test_the_box_of_the_track_grows_to_the_whole_object(config, room, thing):
    detector, tracker = GroundTruthDetector(config), ObjectTracker(config)
    home = room(thing("sofa", (2, 0, 0.4), (0.9, 2.4, 0.8)))
    for position, target in (
        ((1, -1.6, 1.2), (2, -2, 0.4)),
        ((1, 1.6, 1.2), (2, 2, 0.4)),
        ((-1, 0, 1.2), (2, 0, 0.4)),
    ):
        view = home.see(position, target)
        (sofa,) = tracker.update(lift(detector.detect(view), view, config)).objects
    assert sofa.position == pytest.approx((2, 0, 0.4), abs=0.03)
    assert sofa.size == pytest.approx((0.9, 2.4, 0.8), abs=0.05)


def test_a_mug_pushed_along_the_table_keeps_its_id_where_its_old_place_is_seen_empty(config, room, thing):
    tracker, seen = ObjectTracker(config), []
    for x in (-0.2, 0.1):
        view = room(*mug_on_table(thing, (x, 0))).see((0, -1.5, 1.6), (0, 0, 0.8))
        seen += tracker.update(lift(GroundTruthDetector(config).detect(view), view, config), view).objects
    mugs = [one for one in seen if one.category == "mug"]
    assert [one.object_id for one in mugs] == ["mug_1", "mug_1"]
    assert mugs[1].position == pytest.approx((0.1, 0, 0.8), abs=0.03)
    assert mugs[1].size == pytest.approx((0.08, 0.08, 0.1), abs=0.03)


def test_an_alike_mug_is_new_where_the_place_of_the_known_one_is_hidden(config, room, thing):
    tracker, seen = ObjectTracker(config), []
    box = thing("box", (0.1, -0.2, TABLE_HEIGHT + 0.15), (0.2, 0.1, 0.3))
    for things in (mug_on_table(thing, (0.1, 0)), [*mug_on_table(thing, (0.1, 0), (-0.2, 0)), box]):
        view = room(*things).see((0.1, -1.5, 1.0), (0, 0, 0.8))
        seen.append(
            {
                one.object_id
                for one in tracker.update(lift(GroundTruthDetector(config).detect(view), view, config), view).objects
            }
        )
    assert seen == [{"table_1", "mug_1"}, {"table_1", "mug_2", "box_1"}]


def test_two_ends_that_turn_out_to_be_one_thing_go_on_under_the_older_id(room, thing, ids_seen):
    home = room(thing("sofa", (2, 0, 0.4), (0.9, 3.8, 0.8)))
    ends = ((0.5, -2.1, 1.2), (1.5, -2.1, 0.4)), ((0.5, 2.1, 1.2), (1.5, 2.1, 0.4))
    whole = ((-1.5, 0, 1.2), (2, 0, 0.4))
    assert ids_seen(home, *ends, whole, *ends) == [{"sofa_1"}, {"sofa_2"}, {"sofa_1"}, {"sofa_1"}, {"sofa_1"}]


@settings(max_examples=15, deadline=None)
@given(
    spots=st.sets(st.tuples(st.integers(-2, 2), st.integers(-1, 1)), min_size=1, max_size=6),
    start=st.floats(0, 6.28),
)
def test_every_mug_on_a_table_has_its_own_id_on_a_walk_around_it(config, room, thing, spots, start):
    home = room(*mug_on_table(thing, *((0.2 * x, 0.2 * y) for x, y in spots)))
    detector, tracker = GroundTruthDetector(config), ObjectTracker(config)
    of_mug: dict[int, set[str]] = {}
    for step in range(6):
        angle = start + step
        view = home.see((1.4 * math.cos(angle), 1.4 * math.sin(angle), 1.8), (0, 0, 0.8))
        lifted = lift(detector.detect(view), view, config)
        for one, tracked in zip(lifted, tracker.update(lifted, view).objects, strict=True):
            of_mug.setdefault(int(view.instances.ids[one.detection.mask][0]), set()).add(tracked.object_id)
    assert sorted(map(len, of_mug.values())) == [1] * (len(spots) + 1)
    assert len(set().union(*of_mug.values())) == len(spots) + 1


def test_a_thousand_known_objects_of_a_category_cost_little(config):
    random, tracker = np.random.default_rng(0), ObjectTracker(config)
    corners = random.uniform(0, 30, (3000, 3))
    faces = np.zeros(6, np.bool_)
    lifted = [LiftedObject(Detection("mug", 1, (0, 0, 1, 1)), c, c + 0.1, faces, faces, 1.0, 0.01) for c in corners]
    for start in range(0, 3000, 20):
        tracker.update(lifted[start : start + 20])
    started = time.process_time()
    for start in range(0, 200, 20):
        tracker.update(lifted[start : start + 20])
    assert (time.process_time() - started) / 10 < 0.1
