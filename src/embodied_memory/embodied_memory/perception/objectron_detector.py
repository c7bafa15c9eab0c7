"""A small real detector: MediaPipe Objectron's SSD, 10 MB, 23 classes, most of them found indoors.

Anchors and box decoding of a single-shot detector (Liu et al. 2016, section 2.2).
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.optional import require
from embodied_memory.perception.clipped_box import clipped_box
from embodied_memory.perception.model_files import model_file, read_model
from embodied_memory.scene_graph import Detection

Floats = NDArray[np.float64]

ASPECT_RATIOS = (1.0, 2.0, 0.5, 3.0, 1.0 / 3.0)
CENTRE_SCALE = 10.0
SIZE_SCALE = 5.0


def ssd_anchors(
    image_px: int = 300,
    strides: tuple[int, ...] = (16, 32, 64, 128, 256, 512),
    min_scale: float = 0.2,
    max_scale: float = 0.95,
) -> Floats:
    """(N, 4) centre y, centre x, height, width, all in units of the image; 1917 for the defaults.

    The first layer has three shapes, the others six: the aspect ratios and one square between two scales.
    """
    steps = len(strides) - 1
    scales = [min_scale + (max_scale - min_scale) * layer / steps for layer in range(len(strides))] + [1.0]
    layers = []
    for layer, stride in enumerate(strides):
        if layer == 0:
            shapes = [(0.1, 1.0), (scales[0], 2.0), (scales[0], 0.5)]
        else:
            shapes = [(scales[layer], ratio) for ratio in ASPECT_RATIOS]
            shapes.append((sqrt(scales[layer] * scales[layer + 1]), 1.0))
        layers.append(_layer(-(-image_px // stride), shapes))
    return np.concatenate(layers)


def _layer(cells: int, shapes: list[tuple[float, float]]) -> Floats:
    centres = (np.arange(cells) + 0.5) / cells
    y, x = np.meshgrid(centres, centres, indexing="ij")
    sizes = np.array([(scale / sqrt(ratio), scale * sqrt(ratio)) for scale, ratio in shapes])
    anchors = np.empty((cells, cells, len(shapes), 4))
    anchors[..., 0], anchors[..., 1], anchors[..., 2:] = y[..., None], x[..., None], sizes
    return anchors.reshape(-1, 4)


def decode_boxes(raw: Floats, anchors: Floats) -> Floats:
    """(N, 4) left, top, right, bottom in units of the image, from raw y, x, height, width."""
    centre = raw[:, :2] / CENTRE_SCALE * anchors[:, 2:] + anchors[:, :2]
    half = np.exp(np.clip(raw[:, 2:] / SIZE_SCALE, -10, 10)) * anchors[:, 2:] / 2
    low, high = centre - half, centre + half
    return np.stack([low[:, 1], low[:, 0], high[:, 1], high[:, 0]], axis=1)


def best_boxes(boxes: Floats, scores: Floats, max_overlap: float) -> NDArray[np.int64]:
    """Non-maximum suppression: rows to keep, best first, none overlapping another by more than that IoU."""
    order = np.argsort(-scores, kind="stable")
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    kept: list[int] = []
    while len(order):
        best, order = int(order[0]), order[1:]
        kept.append(best)
        low = np.maximum(boxes[best, :2], boxes[order, :2])
        high = np.minimum(boxes[best, 2:], boxes[order, 2:])
        common = np.prod(np.maximum(high - low, 0), axis=1)
        order = order[common <= max_overlap * (area[best] + area[order] - common)]
    return np.array(kept, np.int64)


MODEL = "objectron/object_detection.tflite"
LABELS = "objectron/labels.txt"
INPUT_PX = 300
MAX_OVERLAP = 0.5
MAX_DETECTIONS = 30


class ObjectronDetector:
    """Boxes of 23 classes (chair, table, desk, laptop, mug, bottle, book, person, ...), one CPU thread."""

    def __init__(self, config: PerceptionConfig) -> None:
        """Load the model.

        Raises MissingModelError if its files are not there or cannot be read, MissingExtraError if LiteRT is not
        installed.
        """
        model, labels = (model_file(name, config.model_folder) for name in (MODEL, LABELS))
        runtime = require("ai_edge_litert.interpreter", "objectron")
        read_model(model, lambda: self._load(runtime, model))
        self._labels = read_model(labels, lambda: self._read_labels(labels))
        self._anchors = ssd_anchors(INPUT_PX)
        self._min_score = config.min_score

    def _load(self, runtime: Any, model: Path) -> None:
        self._interpreter = runtime.Interpreter(str(model), num_threads=1)
        self._interpreter.allocate_tensors()
        self._input = self._interpreter.get_input_details()[0]["index"]
        outputs = self._interpreter.get_output_details()
        self._boxes = next(one["index"] for one in outputs if one["shape"][-1] == 4)
        self._scores, self._classes = next(
            (one["index"], int(one["shape"][-1])) for one in outputs if one["shape"][-1] != 4
        )

    def _read_labels(self, file: Path) -> list[str]:
        """One for each class of the model."""
        labels = [label.strip().lower() for label in file.read_text(encoding="utf-8").splitlines()]
        if len(labels) < self._classes:
            raise ValueError(f"{len(labels)} labels for {self._classes} classes")
        return labels

    @property
    def categories(self) -> tuple[str, ...] | None:
        """Those of the model; the first label is the background."""
        return tuple(self._labels[1:])

    def detect(self, observation: Observation) -> list[Detection]:
        """Return the boxes with at least the configured score, best first."""
        return self.detect_in_image(observation.color)

    def detect_in_image(self, color: NDArray[np.uint8]) -> list[Detection]:
        """The same for a picture without depth: (H, W, 3) uint8 RGB."""
        boxes, scores = self._infer(color)
        classes = scores[:, 1:].argmax(axis=1) + 1  # class 0 is background
        score = scores[np.arange(len(scores)), classes]
        good = score >= self._min_score
        boxes, classes, score = boxes[good], classes[good], score[good]
        height, width = color.shape[:2]
        detections = []
        # One shift a class keeps boxes of different classes apart: one suppression serves them all.
        for row in best_boxes(boxes + 4.0 * classes[:, None], score, MAX_OVERLAP)[:MAX_DETECTIONS]:
            box = clipped_box(boxes[row] * (width, height, width, height), width, height)
            if box is not None:
                detections.append(Detection(self._labels[classes[row]], float(score[row]), box))
        return detections

    def _infer(self, color: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        picture = Image.fromarray(color).resize((INPUT_PX, INPUT_PX), Image.Resampling.BILINEAR)
        batch = np.asarray(picture, np.float32)[None] / 127.5 - 1
        self._interpreter.set_tensor(self._input, batch)
        self._interpreter.invoke()
        raw = self._interpreter.get_tensor(self._boxes)[0].astype(np.float64)
        logits = self._interpreter.get_tensor(self._scores)[0].astype(np.float64)
        return decode_boxes(raw, self._anchors), 1 / (1 + np.exp(-logits))
