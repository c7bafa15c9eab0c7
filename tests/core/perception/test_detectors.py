"""The ground-truth detector on a known picture, the small real one on real photos, the tagger on both."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from embodied_memory.observation import CameraIntrinsics, InvalidObservationError, Observation
from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.detector import make_detector
from embodied_memory.perception.lifting import lift
from embodied_memory.perception.model_files import MissingModelError
from embodied_memory.perception.objectron_detector import best_boxes, decode_boxes, ssd_anchors
from embodied_memory.perception.tagger import DetectionTagger, make_tagger
from embodied_memory.scene_graph import Detection

FRAMES = Path(__file__).parents[4] / "shared" / "data" / "rgbd_slambook2"
OFFICE_CAMERA = CameraIntrinsics(640, 480, 518.0, 519.0, 325.5, 253.5)


@pytest.fixture
def two_boxes(room, thing):
    boxes = (
        thing("box", (2, 0.5, 0.5), (0.4, 0.4, 0.4), "a red box", (("color", "red"),)),
        thing("chair", (2, -0.5, 0.5), (0.6, 0.6, 0.8)),
    )
    return room(*boxes).see((0, 0, 0.8), (2, 0, 0.5))


def test_ground_truth_gives_each_instance_with_mask_box_and_words(make_config, two_boxes):
    chair, box = make_detector(make_config()).detect(two_boxes)
    assert (chair.category, box.category) == ("chair", "box")
    assert (box.score, box.caption, box.attributes) == (1.0, "a red box", (("color", "red"),))
    assert np.array_equal(box.mask, two_boxes.instances.ids == 1)
    rows, columns = np.nonzero(box.mask)
    assert box.box == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)


def test_ground_truth_leaves_out_instances_with_too_few_measured_pixels(make_config, two_boxes):
    depth = two_boxes.depth.copy()
    box_rows, box_columns = np.nonzero(two_boxes.instances.ids == 1)
    depth[box_rows[11:], box_columns[11:]] = np.nan
    names = [one.category for one in make_detector(make_config()).detect(replace(two_boxes, depth=depth))]
    assert names == ["chair"]
    more = make_config(min_object_pixels=11)
    assert [one.category for one in make_detector(more).detect(replace(two_boxes, depth=depth))] == ["chair", "box"]


def test_ground_truth_without_an_instance_image_is_a_clear_error(make_config, two_boxes):
    with pytest.raises(InvalidObservationError, match=r"no instance image.*choose another detector"):
        make_detector(make_config()).detect(replace(two_boxes, instances=None))


def test_no_detector_detects_nothing(make_config, two_boxes):
    assert make_detector(make_config(detector="none")).detect(two_boxes) == []


def test_unknown_names_list_the_known_ones(make_config):
    with pytest.raises(ValueError, match="choose one of ground_truth, objectron, yolo_world, none"):
        make_detector(make_config(detector="eyes"))
    with pytest.raises(ValueError, match="choose one of detections, ram"):
        make_tagger(make_config(tagger="eyes"))


def test_there_are_1917_anchors_and_zero_offsets_give_them_back():
    anchors = ssd_anchors()
    boxes = decode_boxes(np.zeros((1917, 4)), anchors)
    assert anchors.shape == (1917, 4)
    assert boxes[0] == pytest.approx([0.5 / 19 - 0.05, 0.5 / 19 - 0.05, 0.5 / 19 + 0.05, 0.5 / 19 + 0.05])
    assert boxes[:, 2:] - boxes[:, :2] == pytest.approx(anchors[:, [3, 2]])


def test_of_overlapping_boxes_the_best_stays():
    boxes = np.array([[0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30], [0, 0, 3, 3]], float)
    assert best_boxes(boxes, np.array([0.5, 0.9, 0.3, 0.4]), 0.5).tolist() == [1, 3, 2]


@pytest.fixture
def objectron(make_config):
    try:
        return make_detector(make_config(detector="objectron"))
    except (MissingModelError, MissingExtraError) as error:
        pytest.skip(str(error))


@pytest.fixture
def office():
    """The first frame of a real RGB-D recording: a table with chairs."""
    if not FRAMES.is_dir():
        pytest.skip(f"the recording {FRAMES} is not there")
    color = np.asarray(Image.open(FRAMES / "color" / "1.png").convert("RGB"))
    depth = np.asarray(Image.open(FRAMES / "depth" / "1.pgm"), np.float32) / 1000
    return Observation(0, color, depth, OFFICE_CAMERA, np.eye(4))


@pytest.mark.model
def test_the_small_real_detector_finds_table_and_chairs_in_a_real_office(objectron, office, make_config):
    found = objectron.detect(office)
    assert {one.category for one in found} == {"table", "chair"}
    table = next(one for one in found if one.category == "table")
    assert table.score > 0.5
    assert table.box == pytest.approx((225, 203, 621, 456), abs=8)
    lifted = lift([table], office, make_config())[0]
    assert 1.0 < lifted.range_m < 3.5
    assert (lifted.maximum - lifted.minimum < 2.5).all()


@pytest.mark.model
def test_the_small_real_detector_finds_nothing_in_a_grey_picture(objectron):
    assert objectron.detect_in_image(np.full((240, 320, 3), 127, np.uint8)) == []


def test_a_missing_model_file_names_the_remedy(make_config, tmp_path):
    with pytest.raises(MissingModelError, match=r"remedy: python setup/fetch_models\.py"):
        make_detector(make_config(detector="objectron", model_folder=str(tmp_path)))


def test_tags_are_the_categories_that_fill_most_of_the_image_first(two_boxes):
    seen = [
        Detection("mug", 1.0, (0, 0, 10, 10)),
        Detection("sofa", 0.5, (0, 0, 30, 30)),
        Detection("mug", 1.0, (20, 20, 30, 30)),
        Detection("cup", 1.0, (0, 0, 20, 10)),
    ]
    assert DetectionTagger().tag(two_boxes, seen) == ("sofa", "cup", "mug")
    assert DetectionTagger().tag(two_boxes, []) == ()
