"""emem, the memory of the EMOS robot stack: SQLite (WAL, synchronous=NORMAL), an HNSW index and an R-tree."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from emem import SpatioTemporalMemory
from entries import DIMENSION, Vectors, number_of

from stores.given_embedder import GivenEmbedder


class Embedder(GivenEmbedder):
    dim = DIMENSION

    def embed(self, texts: list[str]) -> np.ndarray:
        return self.vectors_of(texts)


class Store:
    """Its facade with its defaults: `add` returns an id at once and writes after five, or after two seconds."""

    in_batches = False

    def __init__(self, folder: Path) -> None:
        self._embedder = Embedder()
        self._memory = SpatioTemporalMemory(str(folder / "memory.db"), embedding_provider=self._embedder)

    def add(self, number: int, text: str, vector: Vectors) -> None:
        x, y = number % 97 / 10, number % 89 / 10
        self._memory.add(text, x, y, timestamp=1.7e9 + number, embedding=vector)

    def add_batch(self, numbers: Sequence[int], texts: Sequence[str], vectors: Vectors) -> None:
        for number, text, vector in zip(numbers, texts, vectors, strict=True):
            self.add(number, text, vector)

    def search(self, text: str, vector: Vectors, k: int) -> list[int]:
        self._embedder.tell(text, vector)
        return [number_of(found.text) for found in self._memory.store.semantic_search(text, k)]

    def numbers(self) -> set[int]:
        everything = self._memory.store.temporal_query(n_results=1_000_000_000)
        return {number_of(observation.text) for observation in everything}

    def close(self) -> None:
        self._memory.close()
