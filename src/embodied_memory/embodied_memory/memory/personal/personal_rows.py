"""Personal memories as rows of the database."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import parse_act_trace
from embodied_memory.memory.personal.knowledge import (
    Knowledge,
    ObjectMeaning,
    ObjectSemantics,
    PatternKind,
    UserPattern,
)
from embodied_memory.memory.personal.personal_memory import PersonalMemory

TABLES: tuple[str, ...] = (
    # What a person said or asked for, and the trace of what was done then.
    """CREATE TABLE personal_memory (
        record_id INTEGER PRIMARY KEY,
        person TEXT NOT NULL, stamp_ns INTEGER NOT NULL, scene TEXT NOT NULL,
        text TEXT NOT NULL, trace TEXT NOT NULL, corrects INTEGER)""",
    # What it tells. Lists are separated by line feeds; a pattern alone has places and a purpose.
    """CREATE TABLE personal_knowledge (
        record_id INTEGER NOT NULL, ordinal INTEGER NOT NULL,
        person TEXT NOT NULL, sort TEXT NOT NULL, kind TEXT NOT NULL, objects TEXT NOT NULL, places TEXT NOT NULL,
        purpose TEXT NOT NULL, statement TEXT NOT NULL,
        PRIMARY KEY (record_id, ordinal)) WITHOUT ROWID""",
    # Vectors of its texts, little-endian float16, so that opening embeds nothing anew.
    """CREATE TABLE personal_vector (
        record_id INTEGER PRIMARY KEY, feature_model TEXT NOT NULL, dimension INTEGER NOT NULL,
        vectors BLOB NOT NULL)""",
)

WORD_TABLES: tuple[str, ...] = (
    # Vectors of words, each once, little-endian float16, with the record that brought the word: what people say
    # repeats itself. They go with that record; who opens a memory that has the word, too, embeds it anew.
    """CREATE TABLE personal_word (
        feature_model TEXT NOT NULL, word TEXT NOT NULL, record_id INTEGER NOT NULL, vector BLOB NOT NULL,
        PRIMARY KEY (feature_model, word)) WITHOUT ROWID""",
    "CREATE INDEX personal_word_record ON personal_word (record_id)",
    # Whether they are zlib-compressed: of what is no command, or has one clause, some are zero or the same again.
    "ALTER TABLE personal_vector ADD COLUMN is_packed INTEGER NOT NULL DEFAULT 0",
)

_SEMANTICS, _PATTERN = "object semantics", "user pattern"

Vectors = NDArray[np.float16]


def write_memory(
    connection: sqlite3.Connection, memory: PersonalMemory, model: str, words: Sequence[str], vectors: Vectors
) -> None:
    """Write or rewrite one memory. vectors: (texts, D), those of the words last. The caller holds the transaction."""
    delete_memories(connection, [memory.record_id])
    record_id = memory.record_id
    connection.execute(
        "INSERT INTO personal_memory VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            record_id,
            memory.person,
            memory.stamp_ns,
            memory.scene,
            memory.text,
            memory.trace.as_text(),
            memory.corrects,
        ),
    )
    connection.executemany(
        "INSERT INTO personal_knowledge VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(record_id, ordinal, *_knowledge_row(known)) for ordinal, known in enumerate(memory.knowledge)],
    )
    of_texts, of_words = np.split(vectors.astype("<f2"), [len(vectors) - len(words)])
    connection.execute(
        "INSERT INTO personal_vector VALUES (?, ?, ?, ?, 1)",
        (record_id, model, vectors.shape[1], zlib.compress(of_texts.tobytes())),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO personal_word VALUES (?, ?, ?, ?)",
        [(model, word, record_id, vector.tobytes()) for word, vector in zip(words, of_words, strict=True)],
    )


def delete_memories(connection: sqlite3.Connection, record_ids: Iterable[int]) -> None:
    """Delete every row of these records. The caller holds the transaction."""
    rows = [(record_id,) for record_id in record_ids]
    for table in ("personal_memory", "personal_knowledge", "personal_vector", "personal_word"):
        connection.executemany(f"DELETE FROM {table} WHERE record_id = ?", rows)


def load_memories(connection: sqlite3.Connection, model: str) -> Iterator[tuple[PersonalMemory, Vectors | None]]:
    """All memories in the order of their records, with their vectors if this model made them. Those of their words
    are in `load_words`, but for memories of earlier versions, which have them at the end.
    """
    rows = connection.execute("SELECT * FROM personal_vector WHERE feature_model = ?", (model,)).fetchall()
    vectors_of = {record_id: _unpacked(*row) for record_id, _, *row in rows}
    knowledge: dict[int, list[Knowledge]] = {}
    for record_id, _, *row in connection.execute("SELECT * FROM personal_knowledge ORDER BY record_id, ordinal"):
        knowledge.setdefault(record_id, []).append(_knowledge(*row))
    for record_id, person, stamp_ns, scene, text, trace, corrects in connection.execute(
        "SELECT * FROM personal_memory ORDER BY record_id"
    ).fetchall():
        known = tuple(knowledge.get(record_id, ()))
        memory = PersonalMemory(record_id, person, stamp_ns, scene, text, parse_act_trace(trace), known, corrects)
        yield memory, vectors_of.get(record_id)


def _unpacked(dimension: int, vectors: bytes, is_packed: int) -> Vectors:
    stored = zlib.decompress(vectors) if is_packed else vectors
    return np.frombuffer(stored, "<f2").astype(np.float16).reshape(-1, dimension)


def load_words(connection: sqlite3.Connection, model: str) -> dict[str, Vectors]:
    """Word -> (D,), of those that this model embedded."""
    rows = connection.execute("SELECT word, vector FROM personal_word WHERE feature_model = ?", (model,))
    return {word: np.frombuffer(vector, "<f2").astype(np.float16) for word, vector in rows}


def _knowledge_row(known: Knowledge) -> tuple[str, ...]:
    if isinstance(known, UserPattern):
        places, purpose = "\n".join(known.places), known.purpose
        return known.person, _PATTERN, known.kind.value, "\n".join(known.objects), places, purpose, known.statement
    return known.person, _SEMANTICS, known.meaning.value, "\n".join(known.objects), "", "", known.statement


def _knowledge(
    person: str, sort: str, kind: str, objects: str, places: str, purpose: str, statement: str
) -> Knowledge:
    things = tuple(objects.splitlines())
    if sort == _PATTERN:
        return UserPattern(person, PatternKind(kind), things, tuple(places.splitlines()), purpose, statement)
    return ObjectSemantics(person, ObjectMeaning(kind), things, statement)
