"""A memory in a fresh file, with what to fill it."""

from __future__ import annotations

import pytest
from memory_builders import Builders, WordEmbedder

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.memory import Memory


@pytest.fixture
def build():
    return Builders()


@pytest.fixture
def embedder():
    return WordEmbedder()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def open_memory(path, embedder):
    """Opens the test's file, again if wanted; closes what is left open."""
    opened = []

    def open_it(config=None, **more):
        opened.append(Memory(path, embedder, config or MemoryConfig(), **more))
        return opened[-1]

    yield open_it
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory):
    return open_memory()


@pytest.fixture
def home(memory, build):
    """A memory of a kitchen, a study and a sofa, seen at second 100."""
    memory.record(
        build.instant(
            100,
            build.thing("counter_1", (1, 0, 0.5), (2.0, 0.6, 1.0)),
            build.thing("kettle_1", (1, 0, 1.1), caption="a steel kettle"),
            build.thing("refrigerator_1", (2, 0, 1), (0.7, 0.7, 1.8), open="false"),
            build.thing("stove_1", (0, 0, 0.5), (0.6, 0.6, 1.0)),
            build.thing("book_1", (8, 8, 1), color="red"),
            build.thing("book_2", (8.4, 8, 1), color="blue"),
            build.thing("desk_1", (8, 8, 0.5), (1.5, 0.8, 0.8)),
            build.thing("monitor_1", (8.2, 8.2, 1), (0.5, 0.2, 0.4)),
            build.thing("printer_1", (8.6, 8.2, 1), (0.5, 0.2, 0.4)),
            build.thing("sofa_1", (0, 20, 0.5), (2.0, 1.0, 1.0)),
            build.thing("lamp_1", (1.2, 20, 0.5)),
            build.thing("vase_1", (30, 30, 1)),
            relations=(
                build.on("kettle_1", "counter_1"),
                build.on("book_1", "desk_1"),
                build.on("book_2", "desk_1"),
                build.next_to("lamp_1", "sofa_1"),
            ),
            tags=("kettle", "counter"),
        )
    )
    return memory
