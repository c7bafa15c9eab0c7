"""What finds objects in an image, and how a configuration names it: a simulator's own detector, and one for
machines without any (views are remembered, objects are not); those that load a network have files of their own.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from scipy import ndimage

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import InstanceImage, InvalidObservationError, Observation
from embodied_memory.perception.measurement import measured
from embodied_memory.scene_graph import Detection


class NoDetector:
    """Finds nothing."""

    @property
    def categories(self) -> tuple[str, ...] | None:
        """Nothing."""
        return ()

    def detect(self, observation: Observation) -> list[Detection]:
        """Return no detections."""
        return []


class Detector(Protocol):
    """Finds objects in one view."""

    @property
    def categories(self) -> tuple[str, ...] | None:
        """Every sort of thing that it can report: of others it cannot tell; None: there are no bounds, or unknown."""
        ...

    def detect(self, observation: Observation) -> list[Detection]:
        """Return the objects seen, best first or in any fixed order; boxes lie within the image."""
        ...


DETECTOR_NAMES = ("ground_truth", "objectron", "yolo_world", "none")


def make_detector(config: PerceptionConfig) -> Detector:
    """Return the detector named by `config.detector`.

    Raises ValueError for an unknown name and MissingExtraError or MissingModelError where a package or a
    model file is missing. Each detector's module is imported only when it is chosen.
    """
    if config.detector == "ground_truth":
        return GroundTruthDetector(config)
    if config.detector == "objectron":
        from embodied_memory.perception.objectron_detector import ObjectronDetector

        return ObjectronDetector(config)
    if config.detector == "yolo_world":
        from embodied_memory.perception.yolo_world_detector import YoloWorldDetector

        return YoloWorldDetector(config)
    if config.detector == "none":
        return NoDetector()
    raise ValueError(f"there is no detector {config.detector!r}; choose one of {', '.join(DETECTOR_NAMES)}")


class GroundTruthDetector:
    """One detection for each instance with enough measured pixels, and for each label that brings a box of its own.

    Which instance it was is not passed on: recognising an object again is the object tracker's work, in a
    simulator as on a robot.
    """

    def __init__(self, config: PerceptionConfig) -> None:
        self._min_pixels = config.min_object_pixels

    @property
    def categories(self) -> tuple[str, ...] | None:
        """Unknown: whatever the simulator has."""
        return None

    def detect(self, observation: Observation) -> list[Detection]:
        """Return the detections, largest first.

        Raises InvalidObservationError if the observation has no instance image.
        """
        instances = observation.instances
        if instances is None:
            raise InvalidObservationError(
                "the observation has no instance image, which only simulators give; "
                "choose another detector (perception.detector) for this camera"
            )
        boxes = [
            Detection(label.category, label.score, label.box, None, label.caption, label.attributes)
            for label in instances.labels
            if label.box is not None
        ]
        return _detections(instances, np.asarray(measured(observation.depth)), self._min_pixels) + boxes


def _detections(instances: InstanceImage, valid: np.ndarray, min_pixels: int) -> list[Detection]:
    counts = np.bincount(instances.ids[valid].ravel(), minlength=1)
    seen = [label for label in instances.labels if label.box is None and 0 < label.instance < len(counts)]
    seen = [label for label in seen if counts[label.instance] >= min_pixels]
    if not seen:
        return []
    slices = ndimage.find_objects(instances.ids.astype(np.int32), max(label.instance for label in seen))
    detections = []
    for label in sorted(seen, key=lambda label: (-int(counts[label.instance]), label.instance)):
        rows, columns = slices[label.instance - 1]
        mask = np.zeros(instances.ids.shape, np.bool_)
        mask[rows, columns] = instances.ids[rows, columns] == label.instance
        box = (columns.start, rows.start, columns.stop, rows.stop)
        detections.append(Detection(label.category, label.score, box, mask, label.caption, label.attributes))
    return detections
