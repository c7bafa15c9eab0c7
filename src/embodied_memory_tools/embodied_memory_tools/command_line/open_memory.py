"""Opens a memory for reading."""

from __future__ import annotations

from pathlib import Path

from embodied_memory.config import Config
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.embedder import EMBEDDER_NAMES, make_embedder
from embodied_memory_tools.command_line.request_error import RequestError

DATABASE_HELP = "The memory's database, for example runs/<time>/memory.db."
EMBEDDER_HELP = f"What compares words: {', '.join(EMBEDDER_NAMES)}."


def open_memory(database: Path, embedder: str) -> Memory:
    """Read-only, so that a running robot may keep writing. DatabaseError, RequestError or MissingModelError."""
    if embedder not in EMBEDDER_NAMES:
        raise RequestError(f"there is no embedder {embedder!r}; choose one of {', '.join(EMBEDDER_NAMES)}")
    config = Config()
    embedding = make_embedder(embedder, config.perception.model_folder)
    return Memory(database, embedding, config.memory, read_only=True)
