"""Two boxes of one thing in a view become one, and two things stay two."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.perception.lifting import LiftedObject, lift
from embodied_memory.perception.scene_graph_builder import one_per_thing
from embodied_memory.scene_graph import Detection

FACES = np.zeros(6, np.bool_)


def seen(category, box, centre, size, score=0.8, mask=None, deviation=0.03, segment=None):
    centre, half = np.asarray(centre, float), np.asarray(size, float) / 2
    detection = Detection(category, score, box, mask)
    return LiftedObject(
        detection, centre - half, centre + half, FACES, FACES, 1.5, 0.01, np.full(6, deviation), segment=segment
    )


def names(lifted):
    return [(one.detection.category, tuple(other.category for other in one.others)) for one in lifted]


@pytest.mark.parametrize(("first", "second"), [("cup", "mug"), ("table", "table"), ("table", "dining table")])
def test_two_boxes_around_one_thing_are_one_that_keeps_both_names(first, second):
    lesser = seen(first, (10, 10, 50, 50), (0, 0, 1), (0.3, 0.3, 0.3), score=0.5)
    better = seen(second, (12, 9, 52, 50), (0.02, 0, 1), (0.3, 0.3, 0.3), score=0.8)
    assert names(one_per_thing([lesser, better])) == [(second, (first,))]


def test_a_name_that_does_not_fit_counts_only_for_the_very_same_box():
    cup = seen("cup", (10, 10, 50, 50), (0, 0, 1), (0.3, 0.3, 0.3))
    same = seen("lamp", (10, 10, 50, 49), (0, 0, 1), (0.3, 0.3, 0.3), score=0.5)
    beside = seen("lamp", (20, 10, 60, 50), (0.1, 0, 1), (0.3, 0.3, 0.3), score=0.5)
    assert names(one_per_thing([cup, same])) == [("cup", ("lamp",))]
    assert names(one_per_thing([cup, beside])) == [("cup", ()), ("lamp", ())]


def test_what_stands_behind_at_the_same_place_of_the_image_stays_two():
    near = seen("cup", (10, 10, 50, 50), (0, 0, 1), (0.2, 0.2, 0.2))
    far = seen("cup", (11, 10, 51, 50), (1.5, 0, 1), (0.4, 0.4, 0.4))
    assert len(one_per_thing([near, far])) == 2


def test_two_masks_that_share_no_pixel_are_two_however_their_boxes_overlap():
    left = np.triu(np.ones((60, 60), np.bool_))
    things = [
        seen("cup", (5, 5, 55, 55), (0, 0, 1), (0.3, 0.3, 0.3), mask=mask, score=score)
        for mask, score in ((left, 0.9), (~left, 0.8))
    ]
    assert len(one_per_thing(things)) == 2


@settings(max_examples=60, deadline=None)
@given(data=st.data(), count=st.integers(1, 5), noise=st.floats(0, 0.5))
def test_things_side_by_side_stay_as_many_as_they_are_whatever_the_noise(data, count, noise):
    """The boxes of neighbours overlap by a fifth at most; each is reported once or twice."""
    lifted, apart = [], []
    for number in range(count):
        left, centre = 40 * number, (0, 0.2 * number, 1)
        apart.append(seen("cup", (left, 10, left + 46, 50), centre, (0.2, 0.2, 0.2), deviation=noise))
        if data.draw(st.booleans()):
            again = data.draw(st.sampled_from(["cup", "mug"]))
            lifted.append(seen(again, (left + 2, 11, left + 46, 52), centre, (0.2,) * 3, 0.4, deviation=noise))
    order = data.draw(st.permutations([*apart, *lifted]))
    assert sorted(one.detection.box[0] for one in one_per_thing(order)) == [40 * number for number in range(count)]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 999), count=st.integers(1, 6))
def test_nothing_is_lost_and_doing_it_again_changes_nothing(seed, count):
    rng, lifted = np.random.default_rng(seed), []
    for _ in range(count):
        left, top = rng.integers(0, 40, 2)
        box = (int(left), int(top), int(left + rng.integers(5, 60)), int(top + rng.integers(5, 60)))
        name, score = str(rng.choice(["cup", "mug", "lamp"])), float(rng.uniform(0.3, 1))
        lifted.append(seen(name, box, rng.uniform(-0.2, 0.2, 3), rng.uniform(0.1, 0.5, 3), score))
    once = one_per_thing(lifted)
    told = sorted(str(one) for lifted_one in once for one in (lifted_one.detection, *lifted_one.others))
    assert told == sorted(str(one.detection) for one in lifted)
    assert names(one_per_thing(once)) == names(once)


@pytest.mark.parametrize("larger_px", [2, 5])
def test_a_table_that_is_boxed_twice_is_one_and_two_mugs_on_it_are_two(room, thing, config, larger_px):
    table = thing("table", (1.8, 0, 0.375), (0.8, 1.2, 0.75))
    mugs = [thing("mug", (1.6, y, 0.81), (0.1, 0.1, 0.12)) for y in (-0.08, 0.08)]
    view = room(table, *mugs).see((0, 0, 1.4), (1.8, 0, 0.7))
    boxes = []
    for number, name in ((1, "table"), (2, "mug"), (3, "mug")):
        rows, columns = np.nonzero(view.instances.ids == number)
        boxes.append((name, (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)))
    left, top, right, bottom = boxes[0][1]
    boxes.append(("desk", (left - larger_px, top - larger_px, right + larger_px, bottom + larger_px)))
    detections = [Detection(name, 0.9 - 0.1 * n, tuple(map(int, box))) for n, (name, box) in enumerate(boxes)]
    kept = one_per_thing(lift(detections, view, config))
    assert sorted(names(kept)) == [("mug", ()), ("mug", ()), ("table", ("desk",))]
