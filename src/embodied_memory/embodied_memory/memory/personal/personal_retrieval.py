"""Finding the personal memories that a request refers to (MEMENTO, appendix B.2, made sharper).

The paper embeds whole instructions and compares. Here request and memory are compared part by part, and the
agreements weighed by a log-linear model whose softmax says how likely each memory is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from embodied_memory.memory.personal.field_matching import FieldMatching
from embodied_memory.memory.personal.field_weights import FieldWeights
from embodied_memory.memory.personal.indexed_memory import IndexedMemory, Vectors, index_memory, memory_texts
from embodied_memory.memory.personal.memory_fields import MemoryFields
from embodied_memory.memory.personal.reference_resolution import (
    Reference,
    rank_memories,
    resolve_references,
    split_references,
)
from embodied_memory.memory.personal.segments import Floats
from embodied_memory.perception.embedder import Embedder

RIVAL = 0.5
"""A second reading at least this likely beside the first makes a request ambiguous."""

Prior = Callable[[str, Sequence[int]], Floats]
"""(part of a request, record ids) -> (N,) how likely each is meant before anything is compared, greater than 0."""


@dataclass(frozen=True)
class RankedMemory:
    """A memory that may be meant. reference: the part of the request; share: how likely it is meant by it, 0 to 1.

    rivals: other memories about as likely meant by the same reference, likeliest first.
    """

    record_id: int
    reference: str
    share: float
    rivals: tuple[int, ...]


class PersonalIndex:
    """The personal memories ready for retrieval. Deterministic; nothing is left of a memory that is removed."""

    def __init__(self, embedder: Embedder, weights: FieldWeights | None = None) -> None:
        self._embedder = embedder
        self.weights = weights or FieldWeights()
        self._memories: dict[int, IndexedMemory] = {}
        self._scenes: dict[int, str] = {}
        self._matching: tuple[tuple[int, ...], FieldMatching] | None = None

    def __len__(self) -> int:
        return len(self._memories)

    def embed(self, fields: MemoryFields) -> Vectors:
        """(texts, D) what `add` needs of a memory; half precision, so that stored vectors rank as fresh ones do."""
        return self._embedder.embed_text(memory_texts(fields).all).astype(np.float16)

    def fits(self, fields: MemoryFields, vectors: Vectors) -> bool:
        """Whether the vectors have the shape this memory's have with this embedder."""
        return vectors.shape == (len(memory_texts(fields).all), self._embedder.dimension)

    def add(self, record_id: int, scene: str, fields: MemoryFields, vectors: Vectors) -> None:
        """Make a memory findable; scene: the home or map it was learned in, "" if unknown."""
        self._memories[record_id] = index_memory(fields, vectors)
        self._scenes[record_id] = scene
        self._matching = None

    def remove(self, record_ids: Collection[int]) -> None:
        """Forget these memories."""
        for record_id in record_ids:
            self._memories.pop(record_id, None)
            self._scenes.pop(record_id, None)
        self._matching = None

    def rank(
        self, request: str, among: Collection[int] | None = None, prior: Prior | None = None
    ) -> list[RankedMemory]:
        """All memories (among these), the likeliest first; of several references each has its best one in front.

        prior: None if each is as likely as the others.
        """
        ids = tuple(sorted(self._memories if among is None else self._memories.keys() & set(among)))
        if not ids:
            return []
        scenes = [self._scenes[record_id] for record_id in ids]

        def shares(part: str) -> Floats:
            return self._shares(self.agreements(part, ids), prior(part, ids) if prior else np.ones(len(ids)))

        return _ranked(ids, resolve_references(split_references(request), scenes, shares))

    def agreements(self, request: str, ids: tuple[int, ...]) -> Floats:
        """(N, F): how far the request and each of these memories agree, in the order of AGREEMENTS."""
        if self._matching is None or self._matching[0] != ids:
            self._matching = ids, FieldMatching([self._memories[record_id] for record_id in ids], self._embedder)
        return self._matching[1].agreements(request)

    def _shares(self, agreements: Floats, prior: Floats) -> Floats:
        scores = agreements @ self.weights.as_array() + np.log(prior)
        shares = np.exp(scores - scores.max())
        return np.asarray(shares / shares.sum(), np.float64)


def _ranked(ids: Sequence[int], references: Sequence[Reference]) -> list[RankedMemory]:
    ranked = []
    for memory, number in rank_memories(references):
        reference = references[number]
        share = float(reference.shares[memory])
        ranked.append(RankedMemory(ids[memory], reference.text, share, _rivals(memory, ids, reference.shares)))
    return ranked


def _rivals(memory: int, ids: Sequence[int], shares: Floats) -> tuple[int, ...]:
    """Memories so close to this one, if it is the best reading, that a guess would be wrong too often."""
    if shares[memory] < shares.max():
        return ()
    order = np.argsort(-shares, kind="stable").tolist()
    return tuple(ids[other] for other in order if other != memory and shares[other] >= RIVAL * shares[memory])
