"""chromadb's persistent client: SQLite and an HNSW index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chromadb
from chromadb.config import Settings
from entries import Vectors


class Store:
    in_batches = True

    def __init__(self, folder: Path) -> None:
        self._client = chromadb.PersistentClient(str(folder / "chroma"), Settings(anonymized_telemetry=False))
        self._entries = self._client.get_or_create_collection(
            "entries", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )

    def add(self, number: int, text: str, vector: Vectors) -> None:
        self.add_batch([number], [text], vector.reshape(1, -1))

    def add_batch(self, numbers: Sequence[int], texts: Sequence[str], vectors: Vectors) -> None:
        self._entries.add([str(number) for number in numbers], embeddings=vectors, documents=list(texts))

    def search(self, text: str, vector: Vectors, k: int) -> list[int]:
        found = self._entries.query(query_embeddings=vector.reshape(1, -1), n_results=k, include=["documents"])
        return [int(number) for number in found["ids"][0]]

    def numbers(self) -> set[int]:
        return {int(number) for number in self._entries.get(include=["documents"])["ids"]}

    def close(self) -> None:
        self._client.close()
