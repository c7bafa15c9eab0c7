"""The offline embedder, and the time it takes: that part of recording is not the memory's."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.text_embedders import HashingEmbedder


class TimedEmbedder(HashingEmbedder):
    """Counts its own CPU time."""

    def __init__(self) -> None:
        self.cpu_ms = 0.0

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        start = time.process_time_ns()
        vectors = super().embed_text(texts)
        self.cpu_ms += (time.process_time_ns() - start) / 1e6
        return vectors
