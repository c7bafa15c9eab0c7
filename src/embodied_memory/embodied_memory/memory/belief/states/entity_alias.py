"""Under which other ids events tell of what memory knows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from embodied_memory.event import Event, StateChange
from embodied_memory.memory.belief.names.entity_names import ids_that_went, merged_ids
from embodied_memory.memory.belief.states.state_fact import LOCATION, relation_and_landmark

TABLES: tuple[str, ...] = (
    # alias: the id in events that are not robot's own; those name things as memory does. An alias that is the
    # entity's own id says that events mean this very thing by it. record_id: what it was understood from.
    """CREATE TABLE entity_alias (
        alias TEXT PRIMARY KEY, entity_id TEXT NOT NULL, robot TEXT NOT NULL, record_id INTEGER NOT NULL)
        WITHOUT ROWID""",
    "CREATE INDEX entity_alias_entity ON entity_alias (entity_id)",
)


@dataclass(frozen=True)
class EntityAliases:
    """entity_of: alias -> memory's id. robot: who names things as memory does, by ids that may have gone since.

    merged: memory's id of what turned out to be another thing -> the id of that one. record_id: what these were
    understood from; 0 for all that are known.
    """

    robot: str = ""
    entity_of: Mapping[str, str] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)
    record_id: int = 0

    def known(self, entity_id: str, actor: str = "") -> str:
        """Memory's id of what somebody names so."""
        own = entity_id if actor and actor == self.robot else self.entity_of.get(entity_id, entity_id)
        return self.merged.get(own, own)

    def known_to(self, actor: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Memory's ids of what an event of somebody names."""
        return tuple(self.known(name, actor) for name in names)

    def understood(self, event: Event) -> Event:
        """The event with memory's ids in the place of those that it was delivered with."""
        if not any(self.known(name, event.actor) != name for name in ids_in(event)):
            return event
        return replace(
            event,
            object_ids=self.known_to(event.actor, event.object_ids),
            changes=tuple(self._understood_change(change, event.actor) for change in event.changes),
        )

    def _understood_change(self, change: StateChange, actor: str) -> StateChange:
        value = change.value
        relation, landmark = relation_and_landmark(value) if change.attribute == LOCATION else ("", "")
        if relation:
            value = f"{relation} {self.known(landmark, actor)}"
        return StateChange(self.known(change.entity_id, actor), change.attribute, value)


def ids_in(event: Event) -> tuple[str, ...]:
    """Everything that an event names as a thing, each once: objects, what changed, and what that is on or in."""
    places = (relation_and_landmark(one.value) for one in event.changes if one.attribute == LOCATION)
    landmarks = (landmark for relation, landmark in places if relation)
    return tuple(dict.fromkeys((*event.object_ids, *(one.entity_id for one in event.changes), *landmarks)))


def read(connection: sqlite3.Connection) -> EntityAliases:
    """All of them."""
    rows = connection.execute("SELECT alias, entity_id, robot FROM entity_alias ORDER BY record_id, alias").fetchall()
    entity_of = {alias: entity_id for alias, entity_id, _ in rows}
    return EntityAliases(rows[0][2] if rows else "", entity_of, merged_ids(connection))


def write(connection: sqlite3.Connection, aliases: EntityAliases) -> None:
    """New ones, as part of the record's transaction."""
    connection.executemany(
        "INSERT OR REPLACE INTO entity_alias VALUES (?, ?, ?, ?)",
        [(alias, entity_id, aliases.robot, aliases.record_id) for alias, entity_id in aliases.entity_of.items()],
    )


def aliases_of(connection: sqlite3.Connection, entity_id: str) -> list[str]:
    """All ids by which events may name it, its own among them, and those of what turned out to be it."""
    own = [entity_id, *ids_that_went(connection, entity_id)]
    rows: Iterable[tuple[str]] = connection.execute(
        f"SELECT alias FROM entity_alias WHERE entity_id IN ({', '.join('?' * len(own))})", own
    )
    return sorted({*own, *(alias for (alias,) in rows)})
