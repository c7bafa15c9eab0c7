"""Embodied Memory: every entry is an instant whose view goes into the memory bank."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from entries import DIMENSION, Vectors, number_of
from numpy.typing import NDArray

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.memory import Memory
from embodied_memory.scene_graph import SceneGraphInstant
from stores.given_embedder import GivenEmbedder

_START_NS = 1_700_000_000_000_000_000
_STEP_NS = 1_000_000_000


class Embedder(GivenEmbedder):
    """What was given, as the memory asks for it."""

    name = "given-512"
    dimension = DIMENSION
    sees_images = False
    description = "vectors that were made beforehand"

    def embed_text(self, texts: Sequence[str]) -> Vectors:
        return self.vectors_of(texts)

    def embed_image(self, color: NDArray[np.uint8], tags: Sequence[str], captions: Sequence[str]) -> Vectors:
        return np.zeros(0, np.float32)


def instant(number: int, text: str, vector: Vectors) -> SceneGraphInstant:
    """The entry as a view without objects, a second after the one before."""
    return SceneGraphInstant(
        stamp_ns=_START_NS + number * _STEP_NS,
        observer="robot",
        robot_position=(number % 97 / 10, number % 89 / 10, 0.0),
        robot_yaw=0.0,
        tags=(text,),
        text_feature=vector,
        feature_model=Embedder.name,
    )


class Store:
    """One file, one transaction an entry, WAL with synchronous=NORMAL: the default."""

    in_batches = False
    config = MemoryConfig()

    def __init__(self, folder: Path) -> None:
        self._embedder = Embedder()
        self.memory = Memory(folder / "memory.db", self._embedder, self.config)

    def add(self, number: int, text: str, vector: Vectors) -> None:
        self.memory.record(instant(number, text, vector), force_bank=True)

    def add_batch(self, numbers: Sequence[int], texts: Sequence[str], vectors: Vectors) -> None:
        for number, text, vector in zip(numbers, texts, vectors, strict=True):
            self.add(number, text, vector)

    def search(self, text: str, vector: Vectors, k: int) -> list[int]:
        self._embedder.tell(text, vector)
        return [number_of(found.text) for found in self.memory.retrieve(text, k).memories]

    def numbers(self) -> set[int]:
        stamps = (record.stamp_ns for record in self.memory.latest_records(self.memory.counts()["records"]))
        return {(stamp_ns - _START_NS) // _STEP_NS for stamp_ns in stamps}

    def close(self) -> None:
        self.memory.close()
