"""One observation in, one scene-graph instant out."""

import io
import math
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from embodied_memory.observation import InvalidObservationError
from embodied_memory.perception.lifting import LiftedObject, lift
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder, one_per_thing
from embodied_memory.scene_graph import Detection

HERE, THERE = (0, 0, 1.2), (2, 0, 0.7)


@pytest.fixture
def kitchen(room, thing):
    return room(
        thing("table", (2, 0, 0.375), (1.2, 0.8, 0.75), "a wooden table"),
        thing("mug", (1.8, 0.1, 0.8), (0.08, 0.08, 0.1), "a red mug", (("color", "red"),)),
        thing("sofa", (5.2, 0.4, 0.4), (0.9, 2, 0.8)),
    )


@pytest.fixture
def builder(config):
    return SceneGraphBuilder(replace(config, max_object_range_m=3.5), session_id="tuesday", map_id="flat")


def test_an_instant_holds_what_was_seen_where_and_by_whom(kitchen, builder):
    base = np.eye(4)
    base[:3, 3], base[0, 0], base[1, 0] = (1, 2, 0), math.cos(2), math.sin(2)
    base[0, 1], base[1, 1] = -math.sin(2), math.cos(2)
    instant = builder.build(replace(kitchen.see(HERE, THERE, stamp_ns=7), map_T_base=base, observer="anna"))
    assert (instant.stamp_ns, instant.observer, instant.session_id, instant.map_id) == (7, "anna", "tuesday", "flat")
    assert instant.robot_position == (1, 2, 0)
    assert instant.robot_yaw == pytest.approx(2)
    assert {one.object_id: one.caption for one in instant.objects} == {
        "table_1": "a wooden table",
        "mug_1": "a red mug",
    }
    assert [(one.subject_id, one.relation.value, one.object_id) for one in instant.relations] == [
        ("mug_1", "on", "table_1")
    ]
    assert instant.tags == ("table", "sofa", "mug")
    mug = next(one for one in instant.objects if one.object_id == "mug_1")
    assert mug.position == pytest.approx((1.8, 0.1, 0.8), abs=0.04)
    assert mug.attributes == (("color", "red"),)


def test_features_are_of_the_tags_and_of_the_whole_view(kitchen, builder):
    instant = builder.build(kitchen.see(HERE, THERE))
    text = builder.embedder.embed_text(["mug", "sofa", "table"]).mean(axis=0)
    view = builder.embedder.embed_text(["a red mug", "a wooden table", "mug", "sofa", "table"]).mean(axis=0)
    assert instant.text_feature == pytest.approx(text / np.linalg.norm(text), abs=1e-6)
    assert instant.image_feature == pytest.approx(view / np.linalg.norm(view), abs=1e-6)
    assert instant.feature_model == builder.embedder.name


def test_a_view_of_nothing_has_no_features_and_no_objects(room, builder):
    instant = builder.build(room().see(HERE, THERE))
    assert (instant.objects, instant.relations, instant.tags) == ((), (), ())
    assert (instant.text_feature.shape, instant.image_feature.shape) == ((0,), (0,))


def test_far_things_are_tags_but_not_objects_and_big_ones_count_from_their_nearest_part(room, thing, builder):
    sofa = thing("sofa", (4.2, 0, 0.4), (2.4, 1, 0.8))
    instant = builder.build(room(sofa, thing("mug", (4.2, 0.9, 0.5), (0.4, 0.4, 0.4))).see(HERE, THERE))
    assert [one.object_id for one in instant.objects] == ["sofa_1"]
    assert set(instant.tags) == {"sofa", "mug"}


@pytest.mark.parametrize(
    ("value", "cause"),
    [(np.nan, "every value is NaN"), (0, "every value is 0"), (-1, "no value is finite and positive")],
)
def test_depth_that_measures_nothing_is_an_error_and_nothing_is_tracked(kitchen, builder, value, cause):
    view = kitchen.see(HERE, THERE)
    with pytest.raises(InvalidObservationError, match=cause):
        builder.build(replace(view, depth=np.full_like(view.depth, value)))
    assert {one.object_id for one in builder.build(view).objects} == {"table_1", "mug_1"}


def test_the_thumbnail_is_a_small_jpeg_of_the_view(kitchen, builder, config):
    picture = Image.open(io.BytesIO(builder.build(kitchen.see(HERE, THERE)).thumbnail))
    assert (picture.format, picture.size) == ("JPEG", (160, 120))
    without = SceneGraphBuilder(replace(config, thumbnail_width_px=0))
    assert without.build(kitchen.see(HERE, THERE)).thumbnail == b""


def test_two_sessions_build_the_same_instants_from_the_same_views(kitchen, config):
    views = [kitchen.see((0, y, 1.2), THERE, stamp_ns=n) for n, y in enumerate((-1, 0, 1))]
    one, other = SceneGraphBuilder(config), SceneGraphBuilder(config)
    assert [one.build(view).objects for view in views] == [other.build(view).objects for view in views]


def test_twenty_objects_at_320x240_take_15_ms(room, thing, config):
    things = [thing(f"thing {n % 7}", (1.5 + n // 5, (n % 5 - 2) * 0.6, 0.3), (0.3, 0.3, 0.6)) for n in range(20)]
    builder, view = SceneGraphBuilder(config), room(*things).see((0, 0, 1.8), (2.5, 0, 0.3))
    assert len(builder.build(view).objects) == 20
    times = []
    for _ in range(15):
        started = time.process_time()
        builder.build(view)
        times.append(time.process_time() - started)
    # The aim is 15 ms; the test leaves room for slower machines.
    assert sorted(times)[3] < 0.045


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
