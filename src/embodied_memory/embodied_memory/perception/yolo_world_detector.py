"""YOLO-World (open-vocabulary detection), through ultralytics, with indoor classes (LMEE, section 14)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.optional import require
from embodied_memory.perception.clipped_box import clipped_box
from embodied_memory.perception.model_files import BrokenModelError, configured_file, model_file, read_model
from embodied_memory.scene_graph import Detection

WEIGHTS = "yolo_world/yolov8x-worldv2.pt"
REMEDY = "download yolov8x-worldv2.pt from the ultralytics releases and save it there"
INSTALL_CLIP = (
    "pip install git+https://github.com/ultralytics/CLIP.git (or name weights that were saved with these classes in "
    "perception.detector_weights)"
)
REMEDY_FOR_CLASSES = (
    "the text encoder of clip is needed once, with a network; or name weights that were saved with these classes in "
    "perception.detector_weights"
)
CLASSES_FILE = Path(__file__).with_name("indoor_classes.txt")
OVERLAP = 0.5
MAX_DETECTIONS = 100


class YoloWorldDetector:
    """Boxes of the classes of a text file, one class a line.

    ultralytics turns the class names into vectors with the `clip` package, which is not installed here; on a robot
    without it, save the model with its classes once elsewhere (`model.set_classes(...)`, `model.save(...)`) and
    configure that file as perception.detector_weights.
    """

    def __init__(self, config: PerceptionConfig) -> None:
        """Load weights and classes.

        Raises MissingModelError if the weights are not there or cannot be read, MissingExtraError if ultralytics or
        clip is not installed, ValueError if the file of classes names none.
        """
        weights = weights_file(config)
        classes = read_classes(config.detector_classes)
        ultralytics = _without_installing()
        self._model = read_model(weights, lambda: ultralytics.YOLOWorld(str(weights)), REMEDY)
        if list(self._model.names.values()) != list(classes):
            # Needs the text encoder; a checkpoint saved with these classes needs none.
            require("clip", "yolo", INSTALL_CLIP)
            read_model(weights, lambda: self._model.set_classes(list(classes)), REMEDY_FOR_CLASSES)
        self._classes, self._min_score = classes, config.min_score

    @property
    def categories(self) -> tuple[str, ...] | None:
        """The classes that it was told to look for."""
        return tuple(self._classes)

    def detect(self, observation: Observation) -> list[Detection]:
        """Return the boxes with at least the configured score, best first."""
        # ultralytics takes arrays as OpenCV has them: blue first.
        image = np.ascontiguousarray(observation.color[:, :, ::-1])
        (result,) = self._model.predict(
            image, conf=self._min_score, iou=OVERLAP, max_det=MAX_DETECTIONS, verbose=False
        )
        return detections_of_result(result, image.shape[1], image.shape[0])


def _without_installing() -> Any:
    """ultralytics, which else installs packages as soon as it misses one."""
    os.environ["YOLO_AUTOINSTALL"] = "false"  # read when it is imported
    ultralytics = require("ultralytics", "yolo")
    for module in ("ultralytics.utils", "ultralytics.utils.checks"):  # it may have been imported before
        if hasattr(sys.modules.get(module), "AUTOINSTALL"):
            sys.modules[module].AUTOINSTALL = False  # type: ignore[attr-defined]
    return ultralytics


def detections_of_result(result: Any, width: int, height: int) -> list[Detection]:
    """Convert one ultralytics result (boxes.xyxy, boxes.conf, boxes.cls, names), best first."""
    boxes = np.asarray(result.boxes.xyxy.cpu().numpy(), np.float64).reshape(-1, 4)
    scores = np.asarray(result.boxes.conf.cpu().numpy(), np.float64).ravel()
    classes = np.asarray(result.boxes.cls.cpu().numpy()).ravel().astype(int)
    detections = []
    for row in np.argsort(-scores, kind="stable"):
        box = clipped_box(boxes[row], width, height)
        if box is not None:
            detections.append(Detection(str(result.names[int(classes[row])]), float(scores[row]), box))
    return detections


def weights_file(config: PerceptionConfig) -> Path:
    """Return the configured file of weights, else the one of the model folder."""
    if not config.detector_weights:
        return model_file(WEIGHTS, config.model_folder, REMEDY)
    return configured_file("perception.detector_weights", config.detector_weights)


def read_classes(file: str = "") -> tuple[str, ...]:
    """Return the classes of a text file, one a line; lines that begin with # are comments.

    Raises ValueError naming the file if it has none or cannot be read.
    """
    path = Path(file).expanduser() if file else CLASSES_FILE
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenModelError(
            f"the file of classes {path} cannot be read: {error}; check perception.detector_classes"
        ) from error
    classes = tuple(dict.fromkeys(line.strip() for line in lines if line.strip() and not line.startswith("#")))
    if not classes:
        raise BrokenModelError(f"the file of classes {path} names no class; write one a line")
    return classes
