"""What the detector that memory sees with can recognise: what it cannot is never "not there"."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from functools import cached_property

from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.words import Words, are_alike, canonical, noun_words, serves, split_words

TABLES: tuple[str, ...] = (
    # The categories that the detector knows; no row: whatever it may be.
    "CREATE TABLE vocabulary (category TEXT PRIMARY KEY) WITHOUT ROWID",
)


class Vocabulary:
    """categories: all that can be recognised; None: anything."""

    def __init__(self, categories: Iterable[str] | None = None) -> None:
        self.categories = None if categories is None else tuple(sorted(dict.fromkeys(categories)))

    @property
    def is_open(self) -> bool:
        """Whether anything may be recognised."""
        return self.categories is None

    def knows(self, description: str) -> bool:
        """Whether such a thing would be recognised: by its name, one more or less general, or one for what is alike.

        A description that names nothing asks for nothing that could not be.
        """
        wanted = parse_description(description)
        if self.categories is None or not (wanted.noun or wanted.use):
            return True
        if wanted.use:
            return any(serves(wanted.use, name) for name in self._names)
        if is_person(" ".join(wanted.noun)):
            return any(is_person(" ".join(name)) for name in self._names)
        return any(_means(wanted.noun, name) for name in self._names)

    @cached_property
    def _names(self) -> tuple[Words, ...]:
        return tuple(noun_words(split_words(name)) for name in self.categories or ())


OPEN = Vocabulary()


def _means(wanted: Words, name: Words) -> bool:
    """A table for a coffee table, and a coffee table for a table: either may be called the other."""
    ends = ((wanted, name), (name, wanted))
    is_end = any(canonical(one[start:]) == canonical(other) for one, other in ends for start in range(len(one)))
    return is_end or are_alike(wanted, name)


def read(connection: sqlite3.Connection) -> Vocabulary:
    """As it was recorded last."""
    rows = connection.execute("SELECT category FROM vocabulary").fetchall()
    return Vocabulary(category for (category,) in rows) if rows else OPEN


def write(connection: sqlite3.Connection, vocabulary: Vocabulary) -> None:
    """In the place of the one before. The caller holds the transaction."""
    connection.execute("DELETE FROM vocabulary")
    connection.executemany("INSERT INTO vocabulary VALUES (?)", [(one,) for one in vocabulary.categories or ()])
