"""What finds objects in an image, and how a configuration names it.

A detector for machines without one: views are remembered, objects are not.
"""

from __future__ import annotations

from typing import Protocol

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
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
        from embodied_memory.perception.ground_truth_detector import GroundTruthDetector

        return GroundTruthDetector(config)
    if config.detector == "objectron":
        from embodied_memory.perception.objectron_detector import ObjectronDetector

        return ObjectronDetector(config)
    if config.detector == "yolo_world":
        from embodied_memory.perception.yolo_world_detector import YoloWorldDetector

        return YoloWorldDetector(config)
    if config.detector == "none":
        from embodied_memory.perception.detector import NoDetector

        return NoDetector()
    raise ValueError(f"there is no detector {config.detector!r}; choose one of {', '.join(DETECTOR_NAMES)}")
