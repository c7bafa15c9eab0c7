"""The parts of a personal memory that requests are matched against: its words, stems and vectors by field.

And how much each kind of agreement between a request and a memory counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import ActTrace
from embodied_memory.memory.personal.knowledge import Knowledge, UserPattern
from embodied_memory.memory.personal.request_words import (
    clauses,
    object_phrases,
    place_phrases,
    sentences,
    stem,
    terms,
    words,
)
from embodied_memory.memory.personal.sentence_role import SentenceRole, sentence_role


@dataclass(frozen=True)
class FieldWeights:
    """Weights of a log-linear model: the softmax of the weighted sum over memories is the chance of each.

    Fitted by maximum likelihood with a ridge (`evaluation/memento/weight_fitting.py`) on the single-memory
    requests of six MEMENTO scenes. Each agreement is a number between about 0 and 1; kind is -1, 0 or 1.
    """

    words: float = 1.19
    """BM25 of the stems over the whole text, as a share of the request's total IDF."""
    whole: float = 2.93
    """Cosine of request and whole text."""
    command: float = 4.25
    personal: float = 3.84
    clauses: float = 6.0
    """Mean over the request's clauses of the best cosine to a clause of the memory."""
    purpose: float = 1.27
    """The best cosine between any two clauses of request and personal statement."""
    soft_words: float = 2.68
    """IDF-weighted mean over the request's words of the most similar word of the memory (late interaction)."""
    soft_personal: float = 3.2
    """The same the other way round, over what the personal statement says beyond objects and places."""
    objects_asked: float = 4.27
    """Share of the memory's objects that the request speaks of."""
    objects_known: float = 1.11
    """Share of the objects named in the request that are the memory's."""
    places: float = 1.43
    """Share of the places named in the request where the memory put something."""
    kind: float = 1.01
    """1 if both tell of a pattern or both of particular things, -1 if not, 0 if the request leaves it open."""

    def as_array(self) -> NDArray[np.float64]:
        """(F,) in the order above."""
        return np.array(astuple(self), np.float64)


@dataclass(frozen=True)
class MemoryFields:
    """An instruction or statement in parts (MEMENTO, appendix C.4), and what the trace shows of it.

    objects, places: what was handled and where it was put, by the trace, else by the words.
    people: whose it is. is_pattern: it tells how somebody does things, not what things mean to them.
    """

    text: str
    command: str
    description: str
    personal: str
    objects: tuple[str, ...]
    places: tuple[str, ...]
    people: tuple[str, ...]
    is_pattern: bool


def memory_fields(text: str, trace: ActTrace, knowledge: Sequence[Knowledge]) -> MemoryFields:
    """Take an instruction and its trace apart."""
    parts: dict[SentenceRole, list[str]] = {role: [] for role in SentenceRole}
    for sentence in sentences(text):
        parts[sentence_role(sentence)].append(sentence)
    told = (thing for known in knowledge for thing in known.objects)
    return MemoryFields(
        text=text,
        command=" ".join(parts[SentenceRole.COMMAND]),
        description=" ".join(parts[SentenceRole.DESCRIPTION]),
        personal=" ".join(parts[SentenceRole.PERSONAL]),
        objects=trace.objects or tuple(dict.fromkeys(told)) or object_phrases(text),
        places=trace.places or place_phrases(text),
        people=tuple(dict.fromkeys(known.person for known in knowledge if known.person)),
        is_pattern=bool(knowledge) and all(isinstance(known, UserPattern) for known in knowledge),
    )


Vectors = NDArray[np.float16]


@dataclass(frozen=True)
class MemoryTexts:
    """The texts of a memory that are embedded, in this order; words: each word of any field once."""

    sentences: tuple[str, str, str]
    clauses: tuple[str, ...]
    personal_clauses: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, as many as the memory has vectors."""
        return (*self.sentences, *self.clauses, *self.personal_clauses, *self.words)


@dataclass(frozen=True)
class IndexedMemory:
    """One memory in the index. Word tuples hold each word once; D is the embedder's dimension.

    sentence_vectors: (3, D) of whole text, command and personal statement, zero where there is none.
    clause_vectors: (C, D); clause_is_personal: (C,); word_vectors: D each.
    """

    fields: MemoryFields
    term_counts: Counter[str]
    words: tuple[str, ...]
    personal_words: tuple[str, ...]
    object_words: tuple[tuple[str, ...], ...]
    place_words: tuple[str, ...]
    sentence_vectors: Vectors
    clause_vectors: Vectors
    clause_is_personal: NDArray[np.bool_]
    word_vectors: dict[str, Vectors]


def memory_texts(fields: MemoryFields) -> MemoryTexts:
    """What of a memory is to be embedded."""
    everything = " ".join((fields.text, *fields.objects, *fields.places, *fields.people))
    return MemoryTexts(
        sentences=(fields.text, fields.command, fields.personal),
        clauses=clauses(f"{fields.command} {fields.description}"),
        personal_clauses=clauses(fields.personal),
        words=_each_once(everything),
    )


def index_memory(fields: MemoryFields, vectors: Vectors) -> IndexedMemory:
    """Arrange a memory's vectors, one a text of `memory_texts`, by field."""
    texts = memory_texts(fields)
    first_clause = len(texts.sentences)
    first_word = first_clause + len(texts.clauses) + len(texts.personal_clauses)
    object_words = tuple(name for name in map(words, fields.objects) if name)
    place_words = _each_once(" ".join(fields.places))
    known = {stem(word) for word in (*place_words, *(word for name in object_words for word in name))}
    people = " ".join(fields.people)
    return IndexedMemory(
        fields=fields,
        term_counts=Counter(terms(f"{fields.text} {people}")),
        words=_each_once(f"{fields.text} {people}"),
        personal_words=tuple(word for word in _each_once(fields.personal) if stem(word) not in known),
        object_words=object_words,
        place_words=place_words,
        sentence_vectors=vectors[:first_clause],
        clause_vectors=vectors[first_clause:first_word],
        clause_is_personal=np.arange(first_clause, first_word) >= first_clause + len(texts.clauses),
        word_vectors=dict(zip(texts.words, vectors[first_word:], strict=True)),
    )


def _each_once(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words(text)))
