"""Opens a memory, for reading or for writing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.perception.embedder import EMBEDDER_NAMES, make_embedder
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.web_page.side_text import FIRST_PLAUSIBLE_DATE_NS

DATABASE_HELP = "The memory's database, for example runs/<time>/memory.db."
NO_EMBEDDER = "hashing"
"""For what compares no words: it needs no model."""
EMBEDDER_HELP = f"What compares words: {', '.join(EMBEDDER_NAMES)}."


def open_memory(database: Path, embedder: str, writing: bool = False) -> Memory:
    """Read-only unless writing is asked for, so that a running robot may keep writing.

    Raises DatabaseError, RequestError or MissingModelError. A file that is not there is not made.
    """
    if embedder not in EMBEDDER_NAMES:
        raise RequestError(f"there is no embedder {embedder!r}; choose one of {', '.join(EMBEDDER_NAMES)}")
    if writing and not database.is_file():
        raise RequestError(f"there is no memory at {database}: name the file of an earlier run")
    config = Config()
    embedding = make_embedder(embedder, config.perception.model_folder)
    return Memory(database, embedding, config.memory, read_only=not writing, clock=time.time_ns)


@contextmanager
def make_memory(database: Path) -> Iterator[Memory]:
    """A new memory. What was made is removed if anything fails. RequestError if there is such a file already."""
    if database.exists():
        raise RequestError(f"{database} exists already: give another name")
    try:
        with Memory(database, make_embedder(NO_EMBEDDER), Config().memory) as memory:
            yield memory
    except BaseException:
        for ending in ("", "-wal", "-shm", "-lock"):
            Path(f"{database}{ending}").unlink(missing_ok=True)
        raise


def now_of(memory: Memory) -> int:
    """What time it is for this memory, in ns: the time of day, or in a simulation, the last stamp."""
    last = max((record.stamp_ns for record in memory.latest_records(1)), default=0)
    return time.time_ns() if last >= FIRST_PLAUSIBLE_DATE_NS else last
