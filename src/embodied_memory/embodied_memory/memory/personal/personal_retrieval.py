"""Finding the personal memories that a request refers to (MEMENTO, appendix B.2, made sharper).

The paper embeds whole instructions and compares. Here request and memory are compared part by part, field by
field (BM25, cosines, and late interaction over words), and the agreements weighed by a log-linear model whose
softmax says how likely each memory is meant. Whose memories are meant: "my cup" is the speaker's, "Tom's cup"
is Tom's.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embodied_memory.memory.personal.memory_fields import (
    FieldWeights,
    IndexedMemory,
    MemoryFields,
    Vectors,
    index_memory,
    memory_texts,
)
from embodied_memory.memory.personal.personal_memory import PersonalMemory, name_occurs
from embodied_memory.memory.personal.reference_resolution import (
    Floats,
    Reference,
    Segments,
    rank_memories,
    resolve_references,
    split_references,
)
from embodied_memory.memory.personal.request_words import clauses, stem, terms, words
from embodied_memory.memory.personal.sentence_role import pattern_lean
from embodied_memory.perception.embedder import Embedder

_UNLIKE, _ALIKE = 0.35, 0.85
"""Cosines of single words: below the first they have nothing in common, above the second they mean the same."""
_MOST = 0.8
"""Never as good as the word itself."""


def word_similarity(asked: Sequence[str], known: Sequence[str], cosines: Floats) -> Floats:
    """(asked, known) cosines -> (asked, known), 0 to 1; 1 where the stems are equal."""
    alike = np.clip((cosines - _UNLIKE) / (_ALIKE - _UNLIKE), 0.0, 1.0) * _MOST
    asked_stems, known_stems = np.array([stem(word) for word in asked]), np.array([stem(word) for word in known])
    alike[asked_stems[:, None] == known_stems[None, :]] = 1.0
    return np.asarray(alike, np.float64)


_SATURATION, _LENGTH_NORM = 1.2, 0.5
"""BM25's k1 and b (Robertson and Zaragoza 2009)."""


class FieldMatching:
    """The memories, one or more, that requests are matched against, and what all of them have in common.

    The rarity of a word is its rarity among these memories, so that the same words weigh differently in one home
    and in many.
    """

    def __init__(self, memories: Sequence[IndexedMemory], embedder: Embedder) -> None:
        self._memories, self._embedder = memories, embedder
        self._memories_with = Counter(term for memory in memories for term in memory.term_counts)
        vectors = {word: vector for memory in memories for word, vector in memory.word_vectors.items()}
        self._known = sorted(vectors)
        self._word_vectors = np.array([vectors[word] for word in self._known], np.float32)
        self._rarity = np.array([self._idf(stem(word)) for word in self._known])
        self._arrange_words()
        self._sentences = np.stack([memory.sentence_vectors for memory in memories], axis=1).astype(np.float32)
        self._clauses = np.concatenate([memory.clause_vectors for memory in memories]).astype(np.float32)
        self._clauses_of = _numbered([len(memory.clause_vectors) for memory in memories])
        self._is_personal = np.concatenate([memory.clause_is_personal for memory in memories])
        self._kinds = np.array([1.0 if memory.fields.is_pattern else -1.0 for memory in memories])

    def agreements(self, request: str) -> Floats:
        """(N, F), the columns in the order of `FieldWeights`."""
        asked = sorted(set(words(request)))
        cosines = self._embedder.embed_text(asked).reshape(len(asked), -1) @ self._word_vectors.T if asked else None
        alike = np.zeros((0, len(self._known))) if cosines is None else word_similarity(asked, self._known, cosines)
        whole, command, personal = self._sentences @ self._embedder.embed_text([request])[0]
        by_clause, purpose = self._by_clause(request)
        covered = alike.max(axis=0, initial=0.0)
        by_name = self._names.best(covered[None])[0]
        return np.stack(
            [
                self._bm25(request), whole, command, personal, by_clause, purpose,
                self._mean_best(asked, alike, self._words),
                self._personal.weighted_mean(covered, self._rarity),
                self._names_of.weighted_mean(by_name, np.ones_like(by_name)),
                self._mean_best(asked, alike, self._objects, self._object_stems, by_rarity=False),
                self._mean_best(asked, alike, self._places, self._place_stems),
                pattern_lean(request) * self._kinds,
            ],
            axis=1,
        )  # fmt: skip

    def _arrange_words(self) -> None:
        memories, number = self._memories, {word: index for index, word in enumerate(self._known)}

        def segments(lists: Sequence[Sequence[str]]) -> Segments:
            return Segments([[number[word] for word in one] for one in lists], len(number))

        names = [name for memory in memories for name in memory.object_words]
        self._words = segments([memory.words for memory in memories])
        self._personal = segments([memory.personal_words for memory in memories])
        self._places = segments([memory.place_words for memory in memories])
        self._objects = segments([[word for name in memory.object_words for word in name] for memory in memories])
        self._names = segments(names)
        self._names_of = _numbered([len(memory.object_words) for memory in memories])
        self._object_stems = {stem(word) for name in names for word in name}
        self._place_stems = {stem(word) for memory in memories for word in memory.place_words}

    def _idf(self, term: str) -> float:
        with_term, of = self._memories_with.get(term, 0), len(self._memories)
        return math.log(1 + (of - with_term + 0.5) / (with_term + 0.5))

    def _bm25(self, request: str) -> Floats:
        asked = terms(request)
        lengths = np.array([memory.term_counts.total() for memory in self._memories], np.float64)
        norm = _SATURATION * (1 - _LENGTH_NORM + _LENGTH_NORM * lengths / max(lengths.mean(), 1.0))
        score = np.zeros(len(self._memories))
        for term in asked:
            counts = np.array([memory.term_counts.get(term, 0) for memory in self._memories], np.float64)
            score += self._idf(term) * counts * (_SATURATION + 1) / (counts + norm)
        return score / (sum(map(self._idf, asked)) or 1.0)

    def _by_clause(self, request: str) -> tuple[Floats, Floats]:
        """(N,) the mean over the request's clauses of the best clause; (N,) the best personal one of any."""
        parts = clauses(request)
        if not parts:
            return np.zeros(len(self._memories)), np.zeros(len(self._memories))
        cosines = (self._embedder.embed_text(parts) @ self._clauses.T).astype(np.float64)
        personal = np.where(self._is_personal, cosines, 0.0)
        return self._clauses_of.best(cosines).mean(axis=0), self._clauses_of.best(personal).max(axis=0)

    def _mean_best(
        self,
        asked: Sequence[str],
        alike: Floats,
        among: Segments,
        only: set[str] | None = None,
        by_rarity: bool = True,
    ) -> Floats:
        """(N,) mean over the words asked, of those stems only, of the most similar word; rare ones count more."""
        counted = [only is None or stem(word) in only for word in asked]
        weights = np.array([self._idf(stem(word)) if by_rarity else 1.0 for word in asked]) * counted
        total = weights.sum()
        return weights @ among.best(alike) / total if total > 0 else np.zeros(len(self._memories))


def _numbered(counts: Sequence[int]) -> Segments:
    """Lists of consecutive numbers: counts (2, 1) -> [0, 1], [2]."""
    ends = np.cumsum(counts).tolist()
    return Segments([range(end - count, end) for end, count in zip(ends, counts, strict=True)], sum(counts))


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

    def completed(self, fields: MemoryFields, stored: Vectors | None, of_words: dict[str, Vectors]) -> Vectors:
        """What `embed` gives, from what is stored where that has the shape that this memory's texts have with this
        embedder. of_words: takes what words had to be embedded anew.
        """
        texts, dimension = memory_texts(fields), self._embedder.dimension
        if stored is not None and stored.shape == (len(texts.all), dimension):
            return stored
        if stored is None or stored.shape != (len(texts.all) - len(texts.words), dimension):
            return self.embed(fields)
        missing = [word for word in texts.words if word not in of_words]
        if missing:
            embedded = self._embedder.embed_text(missing).astype(np.float16)
            of_words.update(zip(missing, embedded, strict=True))
        return np.concatenate((stored, *(of_words[word][None] for word in texts.words)))

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
        """(N, F): how far the request and each of these memories agree, in the order of `FieldWeights`."""
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


OTHERS = 0.02
"""How likely, before anything is compared, a memory of somebody else is meant beside one of the speaker's own."""
OTHERS_FOR_MINE = 0.001
"""The same where the speaker says "my", or how "I" do it.

"My favourite cup" is the one that they "love most of all", though somebody else's is called so word by word. Where
they have nothing of the kind, the agreements differ by far more than that.
"""

_MINE = re.compile(r"\b(?:i|i'm|i've|i'd|my|mine|we|our|ours)\b", re.IGNORECASE)


class Whose:
    """What one speaker means of these memories."""

    def __init__(self, memories: Mapping[int, PersonalMemory], speaker: str) -> None:
        self._memories = memories
        me = _folded(speaker)
        owners = {record_id: {_folded(name) for name in memory.owners} for record_id, memory in memories.items()}
        self._mine = frozenset(record_id for record_id, names in owners.items() if me in names)
        self._others = frozenset(name for names in owners.values() for name in names) - {me}

    def meant(self, part: str) -> frozenset[int]:
        """The records of the memories that a part of a request may mean by whose they are.

        Those that concern people whom it names; the speaker's own, if it says "my" or names nobody else.
        """
        named = [name for name in self._others if name_occurs(name, part)]
        mine = self._mine if not named or _MINE.search(part) else frozenset()
        return mine | {
            record_id for record_id, memory in self._memories.items() if any(memory.concerns(name) for name in named)
        }

    def prior(self, part: str, ids: Sequence[int]) -> Floats:
        """(N,) by record of `ids`: 1 for what may be meant by whose it is, little for the rest."""
        meant, of_others = self.meant(part), OTHERS_FOR_MINE if _MINE.search(part) else OTHERS
        return np.array([1.0 if record_id in meant else of_others for record_id in ids])

    def without_others(self, ranked: Iterable[RankedMemory]) -> list[RankedMemory]:
        """Without what is somebody else's, where the best reading of the same part of the request is not.

        What is about as likely as that one stays, whosever it is.
        """
        may_stay: dict[str, frozenset[int] | None] = {}
        kept = []
        for one in ranked:  # the best of each part comes before the others
            if one.reference not in may_stay:
                meant = self.meant(one.reference)
                may_stay[one.reference] = meant | {*one.rivals} if one.record_id in meant else None
            stay = may_stay[one.reference]
            if stay is None or one.record_id in stay:
                kept.append(one)
        return kept


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
