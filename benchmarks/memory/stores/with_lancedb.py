"""lancedb: a table in its columnar format; every insert is a version. Searched without an index, its default."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import lancedb
import pyarrow as pa
from entries import DIMENSION, Vectors

_SCHEMA = pa.schema([("number", pa.int64()), ("text", pa.string()), ("vector", pa.list_(pa.float32(), DIMENSION))])


class Store:
    in_batches = True

    def __init__(self, folder: Path) -> None:
        database = lancedb.connect(folder / "lancedb")
        self._table = database.create_table("entries", schema=_SCHEMA, exist_ok=True)

    def add(self, number: int, text: str, vector: Vectors) -> None:
        self.add_batch([number], [text], vector.reshape(1, -1))

    def add_batch(self, numbers: Sequence[int], texts: Sequence[str], vectors: Vectors) -> None:
        flat = pa.array(vectors.ravel(), pa.float32())
        columns = [pa.array(numbers, pa.int64()), pa.array(texts), pa.FixedSizeListArray.from_arrays(flat, DIMENSION)]
        self._table.add(pa.Table.from_arrays(columns, schema=_SCHEMA))

    def search(self, text: str, vector: Vectors, k: int) -> list[int]:
        found = self._table.search(vector).distance_type("cosine").select(["number", "text"]).limit(k).to_arrow()
        return [int(number) for number in found["number"].to_pylist()]

    def numbers(self) -> set[int]:
        everything = self._table.search().select(["number"]).limit(self._table.count_rows() + 1).to_arrow()
        return {int(number) for number in everything["number"].to_pylist()}

    def close(self) -> None:
        """Nothing to close: every insert is on disk when it returns."""
