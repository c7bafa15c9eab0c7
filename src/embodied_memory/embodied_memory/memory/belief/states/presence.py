"""When the robot was in which room, and when people were at home: who could have changed what unseen.

Who is known to live here or to have come by, and who of them is at home.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from embodied_memory.config import BeliefConfig
from embodied_memory.memory.belief.names.entity_names import PERSON, EntityNames, NamedEntity
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.belief.states.state_track import StateChanges, StateTrack
from embodied_memory.words.wording.words import split_words


class People:
    """Counts those away; everybody met is at home until heard or seen to be elsewhere."""

    def __init__(self, names: EntityNames, states: StateTrack, config: BeliefConfig) -> None:
        self._states = states
        self._outside = frozenset(config.outside_places)
        self._ids: list[str] = []
        self.words: frozenset[str] = frozenset()
        self.adopt(names.ids(PERSON))

    def adopt(self, ids: Iterable[str]) -> None:
        """These were met."""
        new = [name for name in ids if name not in self._ids]
        if new:
            self._ids.extend(new)
            self.words |= {word for name in new for word in (name.lower(), *split_words(name)) if not word.isdigit()}

    def in_room(self, room: str) -> list[str]:
        """Those who are there, as far as is known."""
        return [name for name in self._ids if self._states.value(name, LOCATION) == room]

    def anybody_at_home(self, entities: Iterable[NamedEntity], changes: StateChanges) -> bool:
        """After these changes, people met by them included."""
        new = [entity.entity_id for entity in entities if entity.sort == PERSON]
        return any(
            self._states.value(name, LOCATION, changes).lower() not in self._outside
            for name in dict.fromkeys((*self._ids, *new))
        )


TABLES = (
    # kind "robot": value is its room, "" if unknown; kind "people": "home" or "away". A row for each change.
    """CREATE TABLE belief_presence (
        kind TEXT NOT NULL, stamp_ns INTEGER NOT NULL, record_id INTEGER NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (kind, stamp_ns, record_id)) WITHOUT ROWID""",
)

ROBOT = "robot"
PEOPLE = "people"
_HOME, _AWAY = "home", "away"


@dataclass
class PresenceChanges:
    """rows: (kind, stamp_ns, record_id, value)."""

    rows: list[tuple[str, int, int, str]] = field(default_factory=list)


class Presence:
    """The latest of each kind in memory, the rest in the database. Late changes take their place by stamp."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._latest: dict[str, tuple[int, int, str]] = {}
        for kind in (ROBOT, PEOPLE):
            row = connection.execute(
                "SELECT stamp_ns, record_id, value FROM belief_presence WHERE kind = ?"
                " ORDER BY stamp_ns DESC, record_id DESC LIMIT 1",
                (kind,),
            ).fetchone()
            if row:
                self._latest[kind] = row

    def robot_room(self, stamp_ns: int, changes: PresenceChanges | None = None) -> str:
        """Where the robot was at that time, "" if unknown."""
        return self._value(ROBOT, stamp_ns, changes)

    def note(self, kind: str, value: str, stamp_ns: int, record_id: int, changes: PresenceChanges) -> None:
        """The room of the robot, or whether anybody is at home, as known at that time."""
        if value != self._value(kind, stamp_ns, changes):
            changes.rows.append((kind, stamp_ns, record_id, value))

    def note_people(self, anybody: bool, stamp_ns: int, record_id: int, changes: PresenceChanges) -> None:
        """Whether anybody is at home from that time on."""
        self.note(PEOPLE, _HOME if anybody else _AWAY, stamp_ns, record_id, changes)

    def write(self, connection: sqlite3.Connection, changes: PresenceChanges) -> None:
        """Into the database, as part of the record's transaction."""
        connection.executemany("INSERT OR REPLACE INTO belief_presence VALUES (?, ?, ?, ?)", changes.rows)

    def adopt(self, changes: PresenceChanges) -> None:
        """Take over changes that were committed."""
        for kind, stamp_ns, record_id, value in changes.rows:
            latest = self._latest.get(kind)
            if latest is None or (stamp_ns, record_id) >= latest[:2]:
                self._latest[kind] = (stamp_ns, record_id, value)

    def unwatched_ns(self, room: str, since_ns: int, now_ns: int, cap_ns: int, empty_weight: float) -> int:
        """How long, between the two times, the robot was not in that room while people could be.

        Time with nobody known to be at home counts with empty_weight: people come back unseen. Counting stops at
        cap_ns.
        """
        if self._robot_stayed(room, since_ns) or since_ns >= now_ns:
            return 0
        total, last_ns = 0, since_ns
        where = {ROBOT: self._value(ROBOT, since_ns, None), PEOPLE: self._value(PEOPLE, since_ns, None)}
        for kind, stamp_ns, value in self._between(since_ns, now_ns):
            total += int(_weight(where, room, empty_weight) * (stamp_ns - last_ns))
            if total >= cap_ns:
                return cap_ns
            where[kind], last_ns = value, stamp_ns
        total += int(_weight(where, room, empty_weight) * (now_ns - last_ns))
        return min(total, cap_ns)

    def _robot_stayed(self, room: str, since_ns: int) -> bool:
        latest = self._latest.get(ROBOT)
        return bool(room) and latest is not None and latest[2] == room and latest[0] <= since_ns

    def _value(self, kind: str, stamp_ns: int, changes: PresenceChanges | None) -> str:
        pending = [row for row in (changes.rows if changes else ()) if row[0] == kind and row[1] <= stamp_ns]
        if pending:
            return pending[-1][3]
        latest = self._latest.get(kind)
        if latest is None:
            return ""
        if latest[0] <= stamp_ns:
            return latest[2]
        row = self._connection.execute(
            "SELECT value FROM belief_presence WHERE kind = ? AND stamp_ns <= ?"
            " ORDER BY stamp_ns DESC, record_id DESC LIMIT 1",
            (kind, stamp_ns),
        ).fetchone()
        return str(row[0]) if row else ""

    def _between(self, since_ns: int, now_ns: int) -> Iterator[tuple[str, int, str]]:
        """Changes in time order, read as far as they are needed."""
        yield from self._connection.execute(
            "SELECT kind, stamp_ns, value FROM ("
            " SELECT kind, stamp_ns, record_id, value FROM belief_presence"
            "  WHERE kind = 'robot' AND stamp_ns > ?1 AND stamp_ns <= ?2"
            " UNION ALL SELECT kind, stamp_ns, record_id, value FROM belief_presence"
            "  WHERE kind = 'people' AND stamp_ns > ?1 AND stamp_ns <= ?2"
            " ORDER BY stamp_ns, record_id)",
            (since_ns, now_ns),
        )


def _weight(where: dict[str, str], room: str, empty_weight: float) -> float:
    if room and where[ROBOT] == room:
        return 0.0
    return 1.0 if where[PEOPLE] == _HOME else empty_weight
