"""Ids stay with an object from whatever side it is seen, and differ for two alike."""

import math

import pytest

from embodied_memory.observation import CameraIntrinsics
from embodied_memory.perception.ground_truth_detector import GroundTruthDetector
from embodied_memory.perception.lifting import lift
from embodied_memory.perception.object_tracker import ObjectTracker

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
                {one.object_id for one in tracker.track(lift(detector.detect(observation), observation, config))}
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
            (one.object_id, one.attributes[1]) for one in tracker.track(lift(detector.detect(view), view, config))
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
        (sofa,) = tracker.track(lift(detector.detect(view), view, config))
    assert sofa.position == pytest.approx((2, 0, 0.4), abs=0.03)
    assert sofa.size == pytest.approx((0.9, 2.4, 0.8), abs=0.05)
