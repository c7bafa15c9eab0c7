"""What a store is, how a record is shown to it, and the commit that its changes go through."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from embodied_memory.event import Event
from embodied_memory.scene_graph import SceneGraphInstant

if TYPE_CHECKING:
    from embodied_memory.memory.belief.states.entity_alias import EntityAliases
    from embodied_memory.memory.belief.states.state_fact import SeenLocations
    from embodied_memory.memory.episodic.bank_entry import MemoryBankEntry
    from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState

Changes = TypeVar("Changes")
Adopted = TypeVar("Adopted", contravariant=True)


@dataclass(frozen=True)
class NewInstant:
    """A view that is being recorded, with the objects of memory that were recognised in it.

    instant: as it was delivered; view: as it would go into the memory bank. objects: what it changes of them, states:
    as they were before. shown: the instant without what memory, with all that it knows, would not say is there;
    locations: where that is. aliases: which ids of events turned out to be of what is seen.
    """

    record_id: int
    instant: SceneGraphInstant
    view: MemoryBankEntry
    objects: ObjectChanges
    states: Mapping[int, ObjectState]
    shown: SceneGraphInstant
    locations: SeenLocations
    aliases: EntityAliases


@dataclass(frozen=True)
class NewEvent:
    """An event that is being recorded. event: as it was delivered; understood: with memory's ids for what it names;
    aliases: what of these is new. robot: whose memory it is.
    """

    record_id: int
    event: Event
    understood: Event
    aliases: EntityAliases
    robot: str


NewRecord = NewInstant | NewEvent


class Written(Protocol[Adopted]):
    """What is kept both in the file and in memory."""

    def write(self, connection: sqlite3.Connection, changes: Adopted) -> None:
        """Into the database, as part of a transaction; nothing that is held in memory changes."""

    def adopt(self, changes: Adopted) -> None:
        """Take over what was committed. Never fails: nobody would take it back out of the file."""


class Store(Written[Changes], Protocol[Changes]):
    """Keeps what it makes of records, in memory and in the file; opened from the file, it holds the same again.

    A new one is a file with these three methods, and a line in `Stores`.
    """

    def observe(self, record: NewRecord) -> Changes | None:
        """What a record changes; None if nothing. Every store still holds what it held before the record."""


class Commit:
    """A transaction under way: a unit of work (Fowler, Patterns of Enterprise Application Architecture, 2002)."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self._adoptions: list[Callable[[], None]] = []

    def write(self, store: Written[Adopted], changes: Adopted) -> None:
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
