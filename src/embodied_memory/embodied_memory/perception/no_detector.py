"""A detector for machines without one: views are remembered, objects are not."""

from __future__ import annotations

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
