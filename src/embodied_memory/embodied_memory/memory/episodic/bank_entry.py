"""A view as the memory bank keeps it (LMEE, equation 1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.scene_graph import SceneGraphInstant

Feature = NDArray[np.float32]
"""(D,) L2-normalised, zeros where there is none."""


@dataclass(frozen=True, eq=False)
class MemoryBankEntry:
    """A view to be remembered. people: who is in it; forced: kept although it is not novel; record_id: 0 while it has
    none yet.
    """

    record_id: int
    stamp_ns: int
    position: tuple[float, float, float]
    text_feature: Feature
    image_feature: Feature
    text: str
    tags: tuple[str, ...]
    people: tuple[str, ...]
    thumbnail: bytes
    forced: bool

    @staticmethod
    def of(instant: SceneGraphInstant, text: str, features: tuple[Feature, Feature], forced: bool) -> MemoryBankEntry:
        """The entry that an instant makes. features: of its text and of its image."""
        people = (seen.caption or seen.object_id for seen in instant.objects if seen.category == "person")
        return MemoryBankEntry(
            record_id=0,
            stamp_ns=instant.stamp_ns,
            position=instant.robot_position,
            text_feature=features[0],
            image_feature=features[1],
            text=text,
            tags=tuple(" ".join(tag.split()) for tag in instant.tags),
            people=tuple(dict.fromkeys(" ".join(name.split()) for name in people)),
            thumbnail=instant.thumbnail,
            forced=forced,
        )
