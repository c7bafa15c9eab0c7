"""What a store is, and how a record is shown to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from embodied_memory.event import Event
from embodied_memory.memory.store.commit import Written
from embodied_memory.scene_graph import SceneGraphInstant

if TYPE_CHECKING:
    from embodied_memory.memory.belief.states.seen_locations import SeenLocations
    from embodied_memory.memory.episodic.bank_entry import MemoryBankEntry
    from embodied_memory.memory.identity.entity_alias import EntityAliases
    from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState

Changes = TypeVar("Changes")


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

    @property
    def stamp_ns(self) -> int:
        """When it was seen."""
        return self.instant.stamp_ns


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

    @property
    def stamp_ns(self) -> int:
        """When it happened."""
        return self.event.stamp_ns


NewRecord = NewInstant | NewEvent


class Store(Written[Changes], Protocol[Changes]):
    """Keeps what it makes of records, in memory and in the file; opened from the file, it holds the same again.

    A new one is a file with these three methods, and a line in `Stores`.
    """

    def observe(self, record: NewRecord) -> Changes | None:
        """What a record changes; None if nothing. Every store still holds what it held before the record."""
