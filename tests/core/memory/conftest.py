"""A memory in a fresh file, a small deterministic embedder, and builders of what is recorded."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
import pytest

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.memory import Memory
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation

SECOND = 1_000_000_000


class WordEmbedder:
    """Texts that share words are alike: every word is a fixed random direction."""

    name = "words-of-test"
    dimension = 64
    sees_images = False
    description = "for tests"

    def embed_text(self, texts):
        rows = [sum((self._word(word) for word in text.lower().split()), np.zeros(self.dimension)) for text in texts]
        vectors = np.array(rows, np.float32).reshape(len(texts), self.dimension)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.where(lengths > 0, lengths, 1)

    def embed_image(self, color, tags, captions):
        return self.embed_text([" ".join([*tags, *captions])])[0]

    def forget_texts(self):
        pass

    def _word(self, word):
        return np.random.default_rng(zlib.crc32(word.encode())).normal(size=self.dimension)


@dataclass(frozen=True)
class Builders:
    """Short ways to write down objects and instants. Times are in seconds."""

    def thing(
        self, track, at=(0.0, 0.0, 1.0), size=(0.1, 0.1, 0.1), score=0.9, caption="", category="", **attributes
    ):
        category = category or track.rpartition("_")[0].replace("_", " ")
        return SceneObject(track, category, tuple(map(float, at)), size, score, caption, tuple(attributes.items()))

    def on(self, subject, other):
        return RelationTriple(subject, SpatialRelation.ON, other)

    def next_to(self, subject, other):
        return RelationTriple(subject, SpatialRelation.NEXT_TO, other)

    def instant(self, second, *things, relations=(), session="s1", **more):
        return SceneGraphInstant(
            int(second * SECOND), "robot", more.pop("robot", (0.0, 0.0, 0.0)), 0.0, things, tuple(relations),
            session_id=session, **more,
        )  # fmt: skip


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
