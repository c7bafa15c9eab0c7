"""What is asked of every system: keep numbered texts with their vectors, find the most similar, survive."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from entries import Vectors

MODULES = {
    "ours": "stores.with_ours",
    "ours, durable": "stores.with_ours_durable",
    "emem": "stores.with_emem",
    "mem0ai": "stores.with_mem0",
    "lancedb": "stores.with_lancedb",
    "chromadb": "stores.with_chromadb",
    "qdrant-client": "stores.with_qdrant",
}
"""The systems by the names of their packages. Each module has a `Store(folder)` with the protocol below."""

OURS = ("ours", "ours, durable")
PEERS = tuple(name for name in MODULES if name not in OURS)


class Store(Protocol):
    """A memory in a folder, opened or created. Numbers are the entries' own, whatever the system's ids are."""

    in_batches: bool
    """Whether the system has a call for inserting many at once."""

    def add(self, number: int, text: str, vector: Vectors) -> None:
        """Insert one entry through the system's ordinary call; it is acknowledged when this returns."""
        ...

    def add_batch(self, numbers: Sequence[int], texts: Sequence[str], vectors: Vectors) -> None:
        """Insert many: (N, 512) vectors. One by one where the system has no call for it."""
        ...

    def search(self, text: str, vector: Vectors, k: int) -> list[int]:
        """The numbers of the k entries most like the query, best first. text is what has that vector."""
        ...

    def numbers(self) -> set[int]:
        """Every entry that can be read back, without a search."""
        ...

    def close(self) -> None: ...


def open_store(name: str, folder: Path) -> Store:
    """The named system's memory in the folder; what it finds there, it continues."""
    module = importlib.import_module(MODULES[name])
    return cast(Store, module.Store(folder))
