"""A personal memory made ready for matching: its words, stems and vectors by field."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.personal.memory_fields import MemoryFields
from embodied_memory.memory.personal.request_words import clauses, stem, terms, words

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
