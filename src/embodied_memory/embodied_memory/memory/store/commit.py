"""One transaction, and what is taken over in memory once it is committed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

Changes = TypeVar("Changes", contravariant=True)


class Written(Protocol[Changes]):
    """What keeps something both in the file and in memory."""

    def write(self, connection: sqlite3.Connection, changes: Changes) -> None:
        """Into the database, as part of a transaction; nothing that is held in memory changes."""

    def adopt(self, changes: Changes) -> None:
        """Take over what was committed. Never fails: nobody would take it back out of the file."""


class Commit:
    """A unit of work under way (Fowler, Patterns of Enterprise Application Architecture, 2002)."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self._adoptions: list[Callable[[], None]] = []

    def write(self, store: Written[Changes], changes: Changes) -> None:
        """Write now what the store shall take over once it is committed."""
        store.write(self.connection, changes)
        self.afterwards(partial(store.adopt, changes))

    def afterwards(self, adopt: Callable[[], None]) -> None:
        """What else changes in memory once rows that were written by hand are committed."""
        self._adoptions.append(adopt)

    def adopt(self) -> None:
        """Take over everything, in the order in which it was written."""
        for adopt in self._adoptions:
            adopt()
