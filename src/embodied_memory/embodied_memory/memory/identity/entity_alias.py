"""Under which other ids events tell of what memory knows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from embodied_memory.event import Event, StateChange
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.belief.states.whereabouts import relation_and_landmark

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
    """entity_of: alias -> memory's id. robot: whose events are left as they are."""

    robot: str = ""
    entity_of: Mapping[str, str] = field(default_factory=dict)

    def known(self, entity_id: str) -> str:
        """Memory's id."""
        return self.entity_of.get(entity_id, entity_id)

    def known_to(self, actor: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Memory's ids of what an event of somebody names."""
        return names if actor == self.robot else tuple(map(self.known, names))

    def understood(self, event: Event) -> Event:
        """The event with memory's ids in the place of those that it was delivered with."""
        if event.actor == self.robot or not any(name in self.entity_of for name in ids_in(event)):
            return event
        return replace(
            event,
            object_ids=self.known_to(event.actor, event.object_ids),
            changes=tuple(map(self._understood_change, event.changes)),
        )

    def _understood_change(self, change: StateChange) -> StateChange:
        value = change.value
        relation, landmark = relation_and_landmark(value) if change.attribute == LOCATION else ("", "")
        if relation:
            value = f"{relation} {self.known(landmark)}"
        return StateChange(self.known(change.entity_id), change.attribute, value)


def ids_in(event: Event) -> tuple[str, ...]:
    """Everything that an event names as a thing, each once: objects, what changed, and what that is on or in."""
    places = (relation_and_landmark(one.value) for one in event.changes if one.attribute == LOCATION)
    landmarks = (landmark for relation, landmark in places if relation)
    return tuple(dict.fromkeys((*event.object_ids, *(one.entity_id for one in event.changes), *landmarks)))


def read(connection: sqlite3.Connection) -> EntityAliases:
    """All of them."""
    rows = connection.execute("SELECT alias, entity_id, robot FROM entity_alias ORDER BY record_id, alias").fetchall()
    return EntityAliases(rows[0][2] if rows else "", {alias: entity_id for alias, entity_id, _ in rows})


def write(connection: sqlite3.Connection, aliases: EntityAliases, record_id: int) -> None:
    """New ones, as part of the record's transaction."""
    connection.executemany(
        "INSERT OR REPLACE INTO entity_alias VALUES (?, ?, ?, ?)",
        [(alias, entity_id, aliases.robot, record_id) for alias, entity_id in aliases.entity_of.items()],
    )


def aliases_of(connection: sqlite3.Connection, entity_id: str) -> list[str]:
    """All ids by which events may name it, its own among them."""
    rows: Iterable[tuple[str]] = connection.execute(
        "SELECT alias FROM entity_alias WHERE entity_id = ?", (entity_id,)
    )
    return sorted({entity_id, *(alias for (alias,) in rows)})
