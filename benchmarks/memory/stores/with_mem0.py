"""mem0ai without inference: its default vector store (Qdrant's local mode) and its SQLite history of changes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from entries import DIMENSION, Vectors, number_of

from stores.given_embedder import GivenEmbedder

_EVERYBODY = {"user_id": "robot"}


class Embedder(GivenEmbedder):
    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return [float(value) for value in self.vector_of(text)]


class Store:
    """`add(..., infer=False)`: the text as it is. The language model it wants to have is never called."""

    in_batches = False

    def __init__(self, folder: Path) -> None:
        os.environ["MEM0_DIR"] = str(folder / "mem0")
        os.environ["MEM0_TELEMETRY"] = "False"
        os.environ["OPENAI_API_KEY"] = "never used"
        from mem0 import Memory  # reads its folder from the environment when it is imported

        store = {"path": str(folder / "vectors"), "embedding_model_dims": DIMENSION, "on_disk": True}
        self._memory = Memory.from_config(
            {"vector_store": {"provider": "qdrant", "config": store}, "history_db_path": str(folder / "history.db")}
        )
        self._embedder = Embedder()
        self._memory.embedding_model = self._embedder

    def add(self, number: int, text: str, vector: Vectors) -> None:
        self._embedder.tell(text, vector)
        self._memory.add(text, user_id="robot", infer=False)

    def add_batch(self, numbers: Sequence[int], texts: Sequence[str], vectors: Vectors) -> None:
        for number, text, vector in zip(numbers, texts, vectors, strict=True):
            self.add(number, text, vector)

    def search(self, text: str, vector: Vectors, k: int) -> list[int]:
        self._embedder.tell(text, vector)
        found = self._memory.search(text, top_k=k, filters=_EVERYBODY, threshold=0.0)
        return [number_of(memory["memory"]) for memory in found["results"]]

    def numbers(self) -> set[int]:
        everything = self._memory.get_all(filters=_EVERYBODY, top_k=100_000_000)
        return {number_of(memory["memory"]) for memory in everything["results"]}

    def close(self) -> None:
        self._memory.vector_store.client.close()
        self._memory.close()
