"""qdrant-client's local mode: SQLite with a commit an insert, numpy arrays in memory."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from entries import DIMENSION, Vectors
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, PointStruct, VectorParams


class Store:
    in_batches = True

    def __init__(self, folder: Path) -> None:
        warnings.filterwarnings("ignore", message=".*[Ll]ocal mode is not recommended.*")
        self._client = QdrantClient(path=str(folder / "qdrant"))
        if not self._client.collection_exists("entries"):
            self._client.create_collection("entries", VectorParams(size=DIMENSION, distance=Distance.COSINE))

    def add(self, number: int, text: str, vector: Vectors) -> None:
        self.add_batch([number], [text], vector.reshape(1, -1))

    def add_batch(self, numbers: Sequence[int], texts: Sequence[str], vectors: Vectors) -> None:
        points = [
            PointStruct(id=number, vector=vector, payload={"text": text})
            for number, text, vector in zip(numbers, texts, vectors.tolist(), strict=True)
        ]
        self._client.upsert("entries", points)

    def search(self, text: str, vector: Vectors, k: int) -> list[int]:
        found = self._client.query_points("entries", vector, limit=k, with_payload=True)
        return [int(point.id) for point in found.points]

    def numbers(self) -> set[int]:
        everything, _ = self._client.scroll("entries", limit=100_000_000, with_payload=False)
        return {int(point.id) for point in everything}

    def close(self) -> None:
        self._client.close()
