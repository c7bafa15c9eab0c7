"""Boxes in the map are those of the object, whatever else is in the mask or the box."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from embodied_memory.perception.detector import GroundTruthDetector
from embodied_memory.perception.lifting import lift

CAMERA, TARGET = (0, 0, 1.4), (2, 0, 0.8)


@pytest.fixture
def lift_all(config):
    """A function: a view in, its lifted objects out; `change` edits each detection first."""

    def run(view, change=lambda detection: detection):
        return lift([change(one) for one in GroundTruthDetector(config).detect(view)], view, config)

    return run


def box_of(lifted):
    return np.concatenate([lifted.minimum, lifted.maximum])


def test_the_seen_faces_of_a_box_are_where_they_are(room, thing, lift_all):
    view = room(thing("box", (2, 0.3, 0.8), (0.4, 0.6, 0.4))).see(CAMERA, TARGET)
    (box,) = lift_all(view)
    assert box_of(box) == pytest.approx([1.8, 0, 0.6, 2.2, 0.6, 1.0], abs=0.05)
    assert box.range_m == pytest.approx(np.linalg.norm([1.8, 0, 0.4]), abs=0.02)
    assert box.cut.tolist() == [False] * 6
    assert box.hidden.tolist() == [False, False, True, True, True, False]


def test_a_mask_that_spills_over_the_wall_behind_changes_little(room, thing, lift_all):
    view = room(thing("box", (2, 0, 0.8), (0.4, 0.4, 0.4))).see(CAMERA, TARGET)
    (exact,) = lift_all(view)
    (spilt,) = lift_all(
        view, lambda one: replace(one, mask=ndimage.binary_dilation(one.mask, iterations=3), box=grown(one.box, 3))
    )
    assert box_of(spilt) == pytest.approx(box_of(exact), abs=0.02)


def grown(box, by):
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def test_flying_pixels_on_the_outline_are_left_out(room, thing, lift_all):
    view = room(thing("box", (2, 0, 0.8), (0.4, 0.4, 0.4))).see(CAMERA, TARGET)
    (exact,) = lift_all(view)
    mask = view.instances.ids == 1
    outline = mask & ~ndimage.binary_erosion(mask)
    depth = np.where(outline, view.depth + 0.8, view.depth).astype(np.float32)
    (noisy,) = lift_all(replace(view, depth=depth))
    assert box_of(noisy) == pytest.approx(box_of(exact), abs=0.08)


def test_a_box_without_mask_takes_the_object_and_not_the_wall(room, thing, lift_all):
    view = room(thing("box", (2, 0, 0.8), (0.4, 0.4, 0.4))).see(CAMERA, TARGET)
    (box,) = lift_all(view, lambda one: replace(one, mask=None, box=grown(one.box, 6)))
    assert (box.minimum + box.maximum) / 2 == pytest.approx([2, 0, 0.8], abs=0.12)
    assert (box.maximum - box.minimum < 0.6).all()


def test_what_the_image_border_cuts_off_is_marked(room, thing, lift_all):
    view = room(thing("sofa", (2, 0, 0.4), (0.8, 3, 0.8))).see((1, -1.6, 1.2), (2, -1.6, 0.4))
    (sofa,) = lift_all(view)
    assert sofa.cut.tolist() == [False, False, False, False, True, False]


def test_so_is_what_the_margin_cuts_off_that_a_depth_camera_leaves_out(room, thing, lift_all):
    view = room(thing("sofa", (2, 0, 0.4), (0.8, 3, 0.8))).see((1, -1.6, 1.2), (2, -1.6, 0.4))
    depth = view.depth.copy()
    depth[:, :20] = 0
    (sofa,) = lift_all(replace(view, depth=depth))
    assert sofa.cut.tolist() == [False, False, False, False, True, False]


def test_so_is_what_a_detector_frames_up_to_beside_the_border(room, thing, lift_all):
    view = room(thing("sofa", (2, 0, 0.4), (0.8, 3, 0.8))).see((1, -1.6, 1.2), (2, -1.6, 0.4))

    def framed(one, by):
        left, *others = one.box
        return replace(one, mask=None, box=(left + by, *others))

    (near,) = lift_all(view, lambda one: framed(one, 4))
    (far,) = lift_all(view, lambda one: framed(one, 40))
    assert (near.cut[4], far.cut[4]) == (True, False)


def test_what_something_nearer_hides_is_marked(room, thing, lift_all):
    behind = thing("shelf", (3, 0, 0.9), (0.4, 1, 1.8))
    before = thing("cupboard", (2, 0.5, 0.9), (0.4, 1, 1.8))
    lifted = {one.detection.category: one for one in lift_all(room(behind, before).see(CAMERA, TARGET))}
    assert (lifted["shelf"].cut[4], lifted["cupboard"].cut[4], lifted["shelf"].cut[1]) == (True, False, False)


def test_unmeasured_pixels_do_not_count(room, thing, lift_all):
    view = room(thing("box", (2, 0, 0.8), (0.4, 0.4, 0.4))).see(CAMERA, TARGET)
    depth = view.depth.copy()
    depth[:, :160] = np.nan
    depth[:, 160:200:2] = 0
    depth[:, 161:200:2] = np.inf
    assert lift_all(replace(view, depth=depth)) == []


@settings(max_examples=25, deadline=None)
@given(
    angle=st.floats(0, 6.28),
    height=st.floats(0.3, 1.8),
    size=st.tuples(*[st.floats(0.2, 0.6)] * 3),
)
def test_the_lifted_box_lies_in_the_true_one_and_reaches_its_near_faces(config, room, thing, angle, height, size):
    centre = np.array([0, 0, 1.0])
    position = (2 * np.cos(angle), 2 * np.sin(angle), height)
    view = room(thing("box", tuple(centre), size)).see(position, centre)
    (box,) = lift(GroundTruthDetector(config).detect(view), view, config)
    low, high = centre - np.array(size) / 2, centre + np.array(size) / 2
    assert (box.minimum >= low - 0.01).all()
    assert (box.maximum <= high + 0.01).all()
    towards = np.where(
        np.asarray(position) > high, high - box.maximum, np.where(position < low, box.minimum - low, 0)
    )
    assert (np.abs(towards) < 0.04).all()
