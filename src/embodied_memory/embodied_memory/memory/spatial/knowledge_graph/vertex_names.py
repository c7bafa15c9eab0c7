"""Which entities are meant by a query: by the embeddings of their names and captions and by equal words.

Many entities share a name (a hundred books), so that names are indexed, not entities: of equal names those seen
last come first.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.spatial.knowledge_graph.graph_state import Feature
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex
from embodied_memory.memory.store.vector_index import GrowingArray, VectorIndex
from embodied_memory.words.wording.words import canonical, singular, split_words

_CANDIDATES = 32
_MAX_POSTINGS = 128
_UNTOLD = frozenset({
    "a", "an", "and", "any", "are", "at", "be", "been", "by", "did", "do", "does", "for", "from", "has", "have", "he",
    "her", "hers", "him", "his", "how", "i", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our", "put", "s",
    "she", "show", "tell", "that", "the", "their", "them", "there", "these", "they", "this", "those", "to", "up",
    "us", "was", "we", "were", "what", "when", "where", "which", "who", "whose", "why", "will", "with", "you", "your",
})  # fmt: skip


def telling_words(text: str) -> tuple[str, ...]:
    """The words of a text that name things, one form for all synonyms, each once."""
    words = (canonical((singular(word),)) for word in split_words(text) if word not in _UNTOLD)
    return tuple(dict.fromkeys(words))


class VertexNames:
    """All names, with the entities that bear them. Embeddings (D,) are L2-normalised, or zero."""

    def __init__(self, dimension: int) -> None:
        self._index = VectorIndex(dimension)
        self._features = GrowingArray(dimension, np.float32)
        self._names: list[str] = []
        self._words: list[tuple[str, ...]] = []
        self._numbers: dict[str, int] = {}
        self._bearers: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._of_word: defaultdict[str, list[int]] = defaultdict(list)

    def __contains__(self, words: str) -> bool:
        return words in self._numbers

    def learn(self, names: Mapping[str, Feature]) -> None:
        """New names with their embeddings."""
        new = {words: feature for words, feature in names.items() if words not in self._numbers}
        for words in new:
            number = self._numbers[words] = len(self._names)
            self._names.append(words)
            self._words.append(telling_words(words))
            for word in self._words[number]:
                self._of_word[word].append(number)
        if new:
            features = np.stack(list(new.values()))
            self._features.extend(features)
            self._index.extend(features)

    def rename(self, old: Vertex | None, new: Vertex) -> None:
        """An entity has come, or changed its name, or was seen again."""
        if old is not None and old.words != new.words:
            self._bearers[old.words].pop(new.vertex_id, None)
        self._bearers[new.words][new.vertex_id] = new.last_seen_ns

    def forget(self, vertex: Vertex | None) -> None:
        """An entity is none any more."""
        if vertex is not None:
            self._bearers[vertex.words].pop(vertex.vertex_id, None)

    def search(self, query: str, feature: Feature, k: int, word_weight: float) -> list[tuple[str, float]]:
        """(entity, likeness) of the k most like the query, best first. feature: (D,) of the query, zero if none."""
        likeness = self._likeness(telling_words(query), feature, max(_CANDIDATES, 4 * k), word_weight)
        best = sorted(likeness.items(), key=lambda item: (-item[1], item[0]))
        found: list[tuple[str, float]] = []
        for number, value in best:
            if len(found) >= k or value <= 0:
                break
            found += [(vertex_id, value) for vertex_id in self._latest(self._names[number], k - len(found))]
        return found

    def _latest(self, words: str, count: int) -> list[str]:
        bearers = self._bearers[words]
        return sorted(bearers, key=lambda vertex_id: (-bearers[vertex_id], vertex_id))[:count]

    def _likeness(self, words: Sequence[str], feature: Feature, count: int, weight: float) -> dict[int, float]:
        rows, _ = self._index.search(feature, count, self._exact)
        numbers = sorted({int(row) for row in rows} | self._with_words(words))
        if not numbers:
            return {}
        if not feature.any():
            return {number: self._shared(words, number) for number in numbers}
        cosines = self._exact(np.array(numbers)) @ feature
        return {
            number: (1 - weight) * float(cosine) + weight * self._shared(words, number)
            for number, cosine in zip(numbers, cosines, strict=True)
        }

    def _with_words(self, words: Sequence[str]) -> set[int]:
        """Names with the rarest of the words, so many at most."""
        found: set[int] = set()
        for word in sorted(words, key=lambda word: (len(self._of_word.get(word, ())), word)):
            found.update(self._of_word.get(word, [])[: _MAX_POSTINGS - len(found)])
        return found

    def _shared(self, words: Sequence[str], number: int) -> float:
        """Cosine of the two sets of words, the rarer the weightier."""
        named = self._words[number]
        known = [word for word in words if word in self._of_word]
        both = self._weight(word for word in named if word in known)
        return both / math.sqrt(self._weight(named) * self._weight(known)) if both else 0.0

    def _weight(self, words: Iterable[str]) -> float:
        return sum((1.0 + math.log(len(self._names) / len(self._of_word[word]))) ** 2 for word in words)

    def _exact(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        vectors: NDArray[np.float32] = self._features.rows[rows]
        return vectors
