"""What was used, in memory and in the database."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from embodied_memory.config import ForgettingConfig
from embodied_memory.memory.episodic.forgetting.use import (
    KeptByUse,
    Used,
    Uses,
    Way,
    day_offset_ns,
    kept_by_use,
    uses_in,
)
from embodied_memory.memory.store.store import NewEvent, NewRecord

TABLES: tuple[str, ...] = (
    # What people ask for, the robot handles, and somebody does again and again: on how many days, and when last.
    """CREATE TABLE memory_use (
        subject TEXT PRIMARY KEY, record_id INTEGER NOT NULL,
        asked_days INTEGER NOT NULL, asked_ns INTEGER NOT NULL,
        handled_days INTEGER NOT NULL, handled_ns INTEGER NOT NULL,
        done_days INTEGER NOT NULL, done_ns INTEGER NOT NULL) WITHOUT ROWID""",
    "CREATE INDEX memory_use_record ON memory_use (record_id)",
)

_MOST = 5000
"""Of what is kept count of, those that are kept longest; a home has some hundreds."""
_MOST_CITED = 256


@dataclass(frozen=True)
class UseChanges:
    """rows: by subject, None for one that is over; cited: how many of the waiting citations are in them."""

    rows: Mapping[str, Used | None]
    cited: int = 0


class UseStore:
    """Keeps count of uses, and says which records are kept for them.

    What an answer cites waits for the next record, or the next forgetting, to be written with: answering writes
    nothing, so that it goes on where the disk is full, and a process that is killed loses no more than those.
    """

    def __init__(self, connection: sqlite3.Connection, config: ForgettingConfig) -> None:
        self._config, self._offset_ns = config, day_offset_ns(config)
        self._used: dict[str, Used] = {}
        self._subjects: defaultdict[int, set[str]] = defaultdict(set)
        self._cited: list[tuple[int, int]] = []
        self.adopt(UseChanges(_load(connection)))

    @property
    def used(self) -> Mapping[str, Used]:
        """All that is kept count of, by subject."""
        return self._used

    def cite(self, record_ids: Iterable[int], stamp_ns: int) -> None:
        """Somebody was told these records for an answer."""
        if self._is_on:
            self._cited = [*self._cited, *((one, stamp_ns) for one in record_ids if one > 0)][-_MOST_CITED:]

    def observe(self, record: NewRecord) -> UseChanges | None:
        """What a record changes, and what was cited before it."""
        rows = self._of_cited()
        if isinstance(record, NewEvent) and self._is_on:
            event = record.understood
            for subject, way in uses_in(event, record.robot):
                known = rows.get(subject) or self._used.get(subject) or Used(subject, record.record_id)
                is_told = bool(event.changes) or way is Way.DONE or Way.DONE not in known.ways
                told = replace(known, record_id=record.record_id) if is_told else known
                rows[subject] = told.again(way, event.stamp_ns, self._offset_ns)
        return UseChanges(rows, len(self._cited)) if rows else None

    def settled(self, now_ns: int) -> UseChanges:
        """What was cited, and without what has not been used for longer than it was kept for."""
        rows: dict[str, Used | None] = {**self._of_cited()}
        until = {one.subject: one.until_ns(self._config.use_days) for one in {**self._used, **rows}.values() if one}
        lasting = sorted((subject for subject in until if until[subject] >= now_ns), key=lambda one: -until[one])
        over = until.keys() - set(lasting[:_MOST])
        return UseChanges({**rows, **dict.fromkeys(over)}, len(self._cited))

    def write(self, connection: sqlite3.Connection, changes: UseChanges) -> None:
        """Into the database, as part of a transaction."""
        gone = [(subject,) for subject, used in changes.rows.items() if used is None]
        connection.executemany("DELETE FROM memory_use WHERE subject = ?", gone)
        connection.executemany(
            f"INSERT OR REPLACE INTO memory_use VALUES ({', '.join('?' * 8)})",
            [_row(used) for used in changes.rows.values() if used is not None],
        )

    def adopt(self, changes: UseChanges) -> None:
        """Take over what was committed."""
        for subject, used in changes.rows.items():
            before = self._used.pop(subject, None)
            if before is not None:
                self._subjects[before.record_id].discard(subject)
                if not self._subjects[before.record_id]:
                    del self._subjects[before.record_id]
            if used is not None:
                self._used[subject] = used
                self._subjects[used.record_id].add(subject)
        del self._cited[: changes.cited]

    def kept(self) -> dict[int, KeptByUse]:
        """The records that are kept for their use, by id, each with what keeps it longest."""
        found: dict[int, KeptByUse] = {}
        for used in self._used.values():
            kept = kept_by_use(used, self._config) if self._is_on else None
            if kept and (used.record_id not in found or kept.until_ns > found[used.record_id].until_ns):
                found[used.record_id] = kept
        return found

    def interest(self, record_id: int) -> int:
        """How much more a record says than others of its kind: 1 for what is new in this home, 1 for what is used."""
        told = [self._used[subject] for subject in self._subjects.get(record_id, ())]
        is_new = all(one.ways.get(Way.DONE, Uses()).days <= 1 for one in told)
        is_used = any(way is not Way.DONE for one in told for way in one.ways)
        return int(bool(told) and is_new) + int(is_used)

    @property
    def _is_on(self) -> bool:
        return self._config.enabled and self._config.use_days > 0

    def _of_cited(self) -> dict[str, Used]:
        """A record that tells the newest of something is a use of that; any other of itself alone."""
        rows: dict[str, Used] = {}
        for record_id, stamp_ns in self._cited:
            for subject in self._subjects.get(record_id) or (f"record {record_id}",):
                known = rows.get(subject) or self._used.get(subject) or Used(subject, record_id)
                rows[subject] = known.again(Way.ASKED, stamp_ns, self._offset_ns)
        return rows


def _row(used: Used) -> tuple[object, ...]:
    uses = [used.ways.get(way, Uses()) for way in Way]
    return (used.subject, used.record_id, *(number for each in uses for number in (each.days, each.last_ns)))


def _load(connection: sqlite3.Connection) -> dict[str, Used]:
    found = {}
    for subject, record_id, *numbers in connection.execute("SELECT * FROM memory_use"):
        pairs = zip(Way, numbers[::2], numbers[1::2], strict=True)
        ways = {way: Uses(days, last_ns) for way, days, last_ns in pairs if days}
        found[subject] = Used(subject, record_id, ways)
    return found
