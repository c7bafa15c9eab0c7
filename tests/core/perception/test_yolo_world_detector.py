"""The YOLO-World adapter: its own logic always, ultralytics itself where it is installed (random weights)."""

from types import SimpleNamespace

import numpy as np
import pytest

from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory.perception.detector import make_detector
from embodied_memory.perception.model_files import MissingModelError
from embodied_memory.perception.yolo_world_detector import YoloWorldDetector, detections_of_result, read_classes


class Tensor(np.ndarray):
    """An array with the two methods by which ultralytics' results leave torch."""

    def cpu(self):
        return self

    def numpy(self):
        return np.asarray(self)


def tensor(values):
    return np.asarray(values, np.float32).view(Tensor)


@pytest.fixture
def photo():
    camera = CameraIntrinsics.from_horizontal_fov(64, 48, 90)
    color = np.zeros((48, 64, 3), np.uint8)
    color[..., 0] = 200
    return Observation(0, color, np.ones((48, 64), np.float32), camera, np.eye(4))


def test_boxes_are_clipped_to_the_image_and_come_best_first():
    boxes = SimpleNamespace(
        xyxy=tensor([[-3, 2.5, 10.2, 20], [5, 5, 80, 60], [70, 0, 90, 10], [1, 1, np.nan, 3]]),
        conf=tensor([0.4, 0.9, 0.8, 0.7]),
        cls=tensor([1, 0, 0, 0]),
    )
    result = SimpleNamespace(boxes=boxes, names={0: "mug", 1: "cup"})
    found = [(one.category, round(one.score, 3), one.box) for one in detections_of_result(result, 64, 48)]
    assert found == [("mug", 0.9, (5, 5, 64, 48)), ("cup", 0.4, (0, 2, 11, 20))]


def test_no_boxes_give_no_detections():
    boxes = SimpleNamespace(xyxy=tensor(np.zeros((0, 4))), conf=tensor([]), cls=tensor([]))
    assert detections_of_result(SimpleNamespace(boxes=boxes, names={}), 64, 48) == []


def test_missing_weights_name_the_file_and_the_remedy(make_config, tmp_path):
    with pytest.raises(MissingModelError, match=r"yolov8x-worldv2\.pt is not in .* remedy: download"):
        make_detector(make_config(detector="yolo_world", model_folder=str(tmp_path)))
    with pytest.raises(MissingModelError, match=r"detector_weights names .*nothing\.pt"):
        make_detector(make_config(detector="yolo_world", detector_weights=str(tmp_path / "nothing.pt")))


def test_the_classes_are_those_of_the_file_without_comments_and_repetitions(tmp_path):
    file = tmp_path / "classes.txt"
    file.write_text("# mine\nmug\n\n kettle \nmug\n")
    assert read_classes(str(file)) == ("mug", "kettle")
    file.write_text("# none\n")
    with pytest.raises(ValueError, match="names no class"):
        read_classes(str(file))
    with pytest.raises(ValueError, match="cannot be read"):
        read_classes(str(tmp_path / "nothing"))


def test_the_classes_that_come_along_are_at_least_200_indoor_ones():
    classes = read_classes()
    assert len(classes) == len(set(classes)) >= 200
    assert {"chair", "kettle", "refrigerator", "book", "bathtub"} <= set(classes)


@pytest.mark.model
def test_ultralytics_itself_runs_behind_the_adapter(make_config, tmp_path, photo, monkeypatch):
    monkeypatch.setenv("YOLO_OFFLINE", "true")
    monkeypatch.setenv("YOLO_AUTOINSTALL", "false")
    monkeypatch.setenv("YOLO_CONFIG_DIR", str(tmp_path))
    torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'embodied_memory[yolo]')")
    ultralytics = pytest.importorskip("ultralytics", reason="ultralytics is not installed")
    model = ultralytics.YOLOWorld("yolov8s-worldv2.yaml").model
    model.txt_feats = torch.nn.functional.normalize(torch.randn(1, 2, 512), dim=-1)
    model.model[-1].nc, model.names = 2, {0: "mug", 1: "chair"}
    torch.save({"model": model, "train_args": {}}, tmp_path / "random.pt")
    (tmp_path / "classes.txt").write_text("mug\nchair\n")
    config = make_config(
        detector_weights=str(tmp_path / "random.pt"), detector_classes=str(tmp_path / "classes.txt"), min_score=0.0
    )
    found = YoloWorldDetector(config).detect(photo)
    assert {one.category for one in found} <= {"mug", "chair"}
    assert 0 < len(found) <= 100
    assert all(0 <= b[0] < b[2] <= 64 and 0 <= b[1] < b[3] <= 48 for b in (one.box for one in found))
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
