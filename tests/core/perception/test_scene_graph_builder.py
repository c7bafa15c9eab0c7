"""One observation in, one scene-graph instant out."""

import io
import math
import time
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from embodied_memory.observation import InvalidObservationError
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder

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
