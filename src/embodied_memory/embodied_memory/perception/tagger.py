"""What a view shows, in single words (LMEE, section 3: the text part of the memory bank)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.scene_graph import Detection


class Tagger(Protocol):
    """Names what a view shows."""

    def tag(self, observation: Observation, detections: Sequence[Detection]) -> tuple[str, ...]:
        """Return tags without repetition, most prominent first."""
        ...


class DetectionTagger:
    """The categories that were detected: no model of its own."""

    def tag(self, observation: Observation, detections: Sequence[Detection]) -> tuple[str, ...]:
        """Return the categories, those that fill most of the image first."""
        prominence: dict[str, float] = defaultdict(float)
        for detection in detections:
            left, top, right, bottom = detection.box
            prominence[detection.category] += detection.score * (right - left) * (bottom - top)
        return tuple(sorted(prominence, key=lambda category: (-prominence[category], category)))


TAGGER_NAMES = ("detections", "ram")


def make_tagger(config: PerceptionConfig) -> Tagger:
    """Return the tagger named by `config.tagger`.

    Raises ValueError for an unknown name, MissingExtraError or MissingModelError where something is missing.
    """
    if config.tagger == "detections":
        return DetectionTagger()
    if config.tagger == "ram":
        from embodied_memory.perception.ram_tagger import RamTagger

        return RamTagger(config)
    raise ValueError(f"there is no tagger {config.tagger!r}; choose one of {', '.join(TAGGER_NAMES)}")
