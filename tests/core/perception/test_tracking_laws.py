"""What is seen at once stays two, and nothing becomes surer by being seen less sharply."""

from collections import defaultdict

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.perception.box_estimates import BoxEstimates
from embodied_memory.perception.detector import GroundTruthDetector
from embodied_memory.perception.lifting import LiftedObject, lift
from embodied_memory.perception.object_tracker import ObjectTracker
from embodied_memory.scene_graph import Detection

FACES = np.zeros(6, np.bool_)
ROW = np.array([0])
deviations = st.floats(0, 0.5)


def seen(centre, size=(0.1, 0.1, 0.1), category="mug", deviation=0.0, has_mask=True, score=0.9):
    centre, half = np.asarray(centre, float), np.asarray(size) / 2
    mask = np.ones((1, 1), np.bool_) if has_mask else None
    detection = Detection(category, score, (0, 0, 40, 40), mask)
    faces = np.broadcast_to(np.asarray(deviation, float), 6).copy()
    return LiftedObject(detection, centre - half, centre + half, FACES, FACES, 1.5, 0.005, faces)


class Ids:
    """Which ids were told in one view, and what became of them."""

    def __init__(self):
        self._onward, self._apart = {}, defaultdict(set)

    def take_in(self, view):
        for old, new in view.merged:
            self._onward[old] = new
        ids = [one.object_id for one in view.objects]
        assert len(set(ids)) == len(ids)
        for one in ids:
            self._apart[one] |= {other for other in ids if other != one}
        for one, others in self._apart.items():
            assert self.now(one) not in {self.now(other) for other in others}

    def now(self, object_id):
        while object_id in self._onward:
            object_id = self._onward[object_id]
        return object_id


@st.composite
def walks(draw):
    """Of three things that may stand close or in each other, those that each of some views shows, and how."""
    things = draw(st.lists(st.tuples(*[st.floats(-0.15, 0.15)] * 3), min_size=2, max_size=3))
    kinds = draw(st.lists(st.sampled_from(["mug", "cup", "box"]), min_size=len(things), max_size=len(things)))
    sizes = draw(st.lists(st.floats(0.05, 0.4), min_size=len(things), max_size=len(things)))
    everything = tuple(range(len(things)))
    some = st.lists(st.sampled_from(everything), min_size=1, max_size=len(things), unique=True)
    shown = [everything, *draw(st.lists(some, min_size=1, max_size=6))]
    return things, kinds, sizes, shown, draw(deviations), draw(st.floats(0, 0.3)), draw(st.integers(0, 999))


@settings(max_examples=80, deadline=None)
@given(walk=walks(), has_mask=st.booleans(), told=st.floats(0, 1))
def test_two_that_are_seen_at_once_never_merge_for_being_close_whatever_the_noise(config, walk, has_mask, told):
    things, kinds, sizes, shown, deviation, error, seed = walk
    rng, tracker, ids = np.random.default_rng(seed), ObjectTracker(config), Ids()
    for numbers in shown:
        ids.take_in(
            tracker.update(
                [
                    seen(
                        things[n] + rng.normal(0, error, 3),
                        [sizes[n]] * 3,
                        kinds[n],
                        deviation * (1 + told),
                        has_mask,
                    )
                    for n in numbers
                ]
            )
        )


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 9999), less=st.floats(0.005, 0.2), more=st.floats(1, 20), count=st.integers(1, 6))
def test_views_told_to_be_less_sharp_never_make_a_place_surer(seed, less, more, count):
    """As long as they agree; a view that surprises makes the place less sure, and a blurred one surprises less."""
    rng = np.random.default_rng(seed)
    views = [seen(rng.uniform(-0.3, 0.3, 3) * less) for _ in range(count)]
    found = []
    for deviation in (less, less * more):
        boxes = BoxEstimates()
        boxes.add()
        for number, view in enumerate(views):
            one = seen(view.centre, deviation=deviation)
            boxes.replace(0, one, number) if number == 0 else boxes.update(ROW, [one], number)
        found.append(boxes.deviation()[0])
    assert found[1] >= found[0] - 1e-12


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 9999), deviation=st.floats(0.005, 0.2), count=st.integers(1, 8))
def test_no_number_of_views_makes_a_place_surer_than_what_they_share(seed, deviation, count):
    rng = np.random.default_rng(seed)
    boxes, course = BoxEstimates(), []
    boxes.add()
    for number in range(count):
        one = seen(rng.uniform(-0.3, 0.3, 3) * deviation, deviation=deviation)
        boxes.replace(0, one, number) if number == 0 else boxes.update(ROW, [one], number)
        course.append(boxes.deviation()[0])
    assert course == sorted(course, reverse=True)
    assert course[-1] >= min(deviation, 0.01)


@settings(max_examples=30, deadline=None)
@given(less=deviations, more=deviations, count=st.integers(1, 6), has_mask=st.booleans())
def test_told_noise_never_makes_a_thing_or_its_name_surer(config, less, more, count, has_mask):
    found = []
    for deviation in (less, less + more):
        tracker = ObjectTracker(config)
        for _ in range(count):
            view = tracker.update([seen((1, 0, 1), deviation=deviation, has_mask=has_mask)])
        found.append((view.objects[0].existence, view.objects[0].labels[0][1], -view.deviations_m[0]))
    assert all(other <= one + 1e-12 for one, other in zip(*found, strict=True))


@given(count=st.integers(1, 12), masks=st.integers(0, 3))
def test_the_sides_of_what_only_boxes_showed_stay_rough_until_a_mask_shows_it(config, count, masks):
    tracker = ObjectTracker(config)
    shown = [tracker.update([seen((1, 0, 1), has_mask=number >= count)]) for number in range(count + masks)]
    off_m = [view.objects[0].deviation_m for view in shown]
    assert min(off_m[:count]) >= 0.1
    assert max(off_m[count:], default=0.0) < 0.05


@settings(max_examples=6, deadline=None)
@given(start=st.floats(0, 6.28), looks=st.integers(2, 6), sights=st.integers(1, 3))
def test_a_thing_that_is_taken_away_becomes_less_likely_with_every_look(config, room, thing, start, looks, sights):
    detector, tracker, told = GroundTruthDetector(config), ObjectTracker(config), []
    box, rug = thing("box", (0, 0, 0.5), (0.3, 0.3, 0.3)), thing("rug", (0, 0, 0.01), (1.6, 1.6, 0.02))
    for number in range(sights + looks):
        angle = start + 0.9 * number
        there = [rug, box] if number < sights else [rug]
        view = room(*there).see((1.5 * np.cos(angle), 1.5 * np.sin(angle), 1.3), (0, 0, 0.4))
        seen_now = tracker.update(lift(detector.detect(view), view, config), view)
        told += [one.existence for one in (*seen_now.objects, *seen_now.revised) if one.category == "box"]
    fall = told[sights - 1 :]
    assert fall == sorted(fall, reverse=True)
    assert fall[-1] < 0.5 * fall[0]
