"""The vectors of texts that everybody was given: no system under test embeds anything itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from entries import DIMENSION, Vectors


class GivenEmbedder:
    """Looks up what it was told last; other texts have no vector (zeros)."""

    def __init__(self) -> None:
        self._vectors: dict[str, Vectors] = {}

    def tell(self, text: str, vector: Vectors) -> None:
        """From now on, this text alone has a vector: (512,)."""
        self._vectors = {text: vector}

    def vector_of(self, text: str) -> Vectors:
        """(512,) float32."""
        return self._vectors.get(text, np.zeros(DIMENSION, np.float32))

    def vectors_of(self, texts: Sequence[str]) -> Vectors:
        """(N, 512) float32."""
        return np.array([self.vector_of(text) for text in texts], np.float32).reshape(len(texts), DIMENSION)
