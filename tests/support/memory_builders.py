"""A small deterministic embedder, and builders of what is recorded."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

import numpy as np

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

    def doubted(self, thing, existence=1.0, labels=()):
        """The same thing, of which perception is not sure."""
        return replace(thing, existence=existence, labels=tuple(labels))

    def on(self, subject, other):
        return RelationTriple(subject, SpatialRelation.ON, other)

    def next_to(self, subject, other):
        return RelationTriple(subject, SpatialRelation.NEXT_TO, other)

    def instant(self, second, *things, relations=(), session="s1", **more):
        return SceneGraphInstant(
            int(second * SECOND), "robot", more.pop("robot", (0.0, 0.0, 0.0)), 0.0, things, tuple(relations),
            session_id=session, **more,
        )  # fmt: skip


def places_along_x(memory, object_key):
    """x of every place kept of an object, the oldest first."""
    rows = memory._file.database.connection.execute(
        "SELECT x FROM object_place WHERE object_key IN"
        " (SELECT object_key FROM object WHERE object_key = ?1 OR goes_on_as = ?1) ORDER BY stamp_ns, record_id",
        (object_key,),
    )
    return [x for (x,) in rows]
