"""What rooms are called by those who use what stands in them.

An act that names a piece of furniture and its room ("at the dining table", in the dining room) tells where that piece
stands, and so what the room of the map is called that it stands in. Read from the log at start.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from embodied_memory.event import EventKind, Provenance
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.belief.names.merged_ids import merged_ids
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.memory.store.store import NewInstant, NewRecord

_ACTS = (EventKind.ACTIVITY, EventKind.OBJECT_STATE_CHANGED)
"""What is done where it is done: words carry further, and so do switches."""
_NEWEST = (
    "SELECT a.entity_id, e.place FROM entity_alias a JOIN event_log e ON e.record_id = (SELECT max(l.record_id)"
    " FROM event_object o JOIN event_log l USING (record_id) WHERE o.object_id = a.alias AND l.actor <> a.robot"
    f" AND l.kind IN ({', '.join(repr(kind.value) for kind in _ACTS)}) AND l.provenance = ? AND l.place <> '')"
    " ORDER BY e.record_id"
)


@dataclass(frozen=True)
class HeardChanges:
    """rooms: object id -> room, of furniture; merged: id of what turned out to be another thing -> the id of that."""

    rooms: Mapping[str, str] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)


class HeardRooms:
    """The rooms of furniture by those who use it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        rows = connection.execute(_NEWEST, (Provenance.OBSERVED.value,)).fetchall()
        merged = merged_ids(connection)
        self._room_of: dict[str, str] = {
            merged.get(object_id, object_id): room for object_id, room in rows if stays_put(object_id)
        }
        self.revision = 0

    def observe(self, record: NewRecord) -> HeardChanges | None:
        """What is told of what is done where; what is one with another thing stands where that is told to."""
        if isinstance(record, NewInstant):
            return HeardChanges(merged=record.objects.renamed)
        event = record.understood
        if event.kind not in _ACTS or event.provenance is not Provenance.OBSERVED or event.actor == record.robot:
            return None
        return HeardChanges({name: event.place for name in event.object_ids if event.place and stays_put(name)})

    def write(self, connection: sqlite3.Connection, changes: HeardChanges) -> None:
        """Nothing: it is in the log."""

    def adopt(self, changes: HeardChanges) -> None:
        """Take over what was committed."""
        if not changes.rooms.items() <= self._room_of.items():
            self._room_of.update(changes.rooms)
            self.revision += 1
        for gone, kept in changes.merged.items():
            if room := self._room_of.pop(gone, ""):
                self._room_of.setdefault(kept, room)
                self.revision += 1

    def of(self, object_id: str) -> str:
        """The room of a piece of furniture, "" if nobody told it."""
        return self._room_of.get(object_id, "")

    def called(self, members: Iterable[ObjectState]) -> str:
        """What more than half of these pieces of furniture, of which it is told, are said to stand in; else ""."""
        told = Counter(room for state in members if (room := self.of(state.object_id)))
        name, count = max(told.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        return name if 2 * count > sum(told.values()) else ""
