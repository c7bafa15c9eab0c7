"""Runs in the peers' environment: adds what it is told and searches when it is asked, for one peer.

No import of ours: reads JSON lines from its input, {"add": text, "vector": [...], "stamp_s": ...} or
{"search": text, "vector": [...], "k": ...}, and answers each search with a line of positions in the order of adding.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any


class Given:
    """An embedder that gives the vectors it was told."""

    def __init__(self, dimension: int) -> None:
        self.dim = dimension
        self.vectors: dict[str, list[float]] = {}

    def embed(self, text: Any, memory_action: str | None = None) -> Any:
        """emem asks for many texts at once and wants an array, mem0 for one and wants a list."""
        import numpy as np

        if isinstance(text, str):
            return self.vectors.get(text, [0.0] * self.dim)
        return np.array([self.vectors.get(one, [0.0] * self.dim) for one in text], np.float32)


class Emem:
    """emem with its defaults."""

    def __init__(self, folder: str, embedder: Given) -> None:
        from emem import SpatioTemporalMemory  # type: ignore[import-not-found]

        self._memory = SpatioTemporalMemory(os.path.join(folder, "memory.db"), embedding_provider=embedder)

    def add(self, text: str, vector: list[float], stamp_s: float) -> None:
        """One sentence with its vector and time."""
        import numpy as np

        self._memory.add(text, 0.0, 0.0, timestamp=stamp_s, embedding=np.array(vector, np.float32))

    def search(self, text: str, k: int) -> list[str]:
        """The k sentences most like it."""
        return [found.text for found in self._memory.store.semantic_search(text, k)]


class Mem0:
    """mem0ai without inference, with its default stores."""

    def __init__(self, folder: str, embedder: Given) -> None:
        os.environ.update(MEM0_DIR=os.path.join(folder, "mem0"), MEM0_TELEMETRY="False", OPENAI_API_KEY="never used")
        from mem0 import Memory  # type: ignore[import-not-found]

        store = {"path": os.path.join(folder, "vectors"), "embedding_model_dims": embedder.dim, "on_disk": True}
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "history_db_path": os.path.join(folder, "history.db"),
            }
        )
        self._memory.embedding_model = embedder

    def add(self, text: str, vector: list[float], stamp_s: float) -> None:
        """One sentence; its vector is looked up by the embedder."""
        self._memory.add(text, user_id="robot", infer=False)

    def search(self, text: str, k: int) -> list[str]:
        """The k sentences most like it."""
        found = self._memory.search(text, top_k=k, filters={"user_id": "robot"}, threshold=0.0)
        return [one["memory"] for one in found["results"]]


def main(peer: str, dimension: int) -> None:
    """Until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a peer prints must not stand among the answers
    embedder, count = Given(dimension), 0
    with tempfile.TemporaryDirectory() as folder:
        store = Emem(folder, embedder) if peer == "emem" else Mem0(folder, embedder)
        for line in sys.stdin:
            told = json.loads(line)
            text = f"{count}|{told['add']}" if "add" in told else told["search"]
            embedder.vectors = {text: told["vector"]}
            if "add" in told:
                store.add(text, told["vector"], told["stamp_s"])
                count += 1
            else:
                found = [int(one.partition("|")[0]) for one in store.search(text, told["k"])]
                answers.write(json.dumps(found) + "\n")
                answers.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
