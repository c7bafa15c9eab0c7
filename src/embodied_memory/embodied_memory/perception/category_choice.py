"""Which sorts of things are recorded: classes can be switched off, or limited to some."""

from __future__ import annotations

from collections.abc import Iterable

from embodied_memory.config import PerceptionConfig
from embodied_memory.scene_graph import Detection


class CategoryChoice:
    """As `ignored_categories` and `allowed_categories` say; names are compared without regard to case and _."""

    def __init__(self, config: PerceptionConfig) -> None:
        self._ignored, self._allowed = _names(config.ignored_categories), _names(config.allowed_categories)

    def takes(self, category: str) -> bool:
        """Whether things of that sort are recorded."""
        name = _plain(category)
        return name not in self._ignored and (not self._allowed or name in self._allowed)

    def of(self, detections: Iterable[Detection]) -> list[Detection]:
        """Those that are recorded, in their order."""
        return [detection for detection in detections if self.takes(detection.category)]

    def vocabulary(self, categories: Iterable[str] | None) -> tuple[str, ...] | None:
        """What of a detector's sorts is recorded; None if it knows no bounds and nothing bounds it here."""
        if categories is None:
            return tuple(sorted(self._allowed - self._ignored)) if self._allowed else None
        return tuple(category for category in categories if self.takes(category))


def _names(text: str) -> frozenset[str]:
    return frozenset(filter(None, map(_plain, text.split(","))))


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").split())
