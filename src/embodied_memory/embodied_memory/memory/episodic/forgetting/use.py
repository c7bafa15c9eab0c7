"""What is used is relevant: what people ask for, what the robot handles, and what is done again and again.

Relevance by rules (H2-EMV) knows only what somebody gave feedback on; this adds what deeds tell. Whether a memory
will be needed follows from how often and how lately it was (Anderson and Schooler, Reflections of the environment in
memory, 1991), as in ACT-R's base-level activation, ln(sum of t ** -d) over the ages t of its uses, d = 1/2. That
takes the time of every use; here n uses are taken to be as old as the last of them, so that two numbers do. Then the
sum is n * t ** -1/2, which falls to that of a single use of age s at t = n ** 2 * s: used on three days, it is kept
nine times as long as used on one. Uses of one day count once: what is massed is remembered no longer than what comes
once (spacing), and nobody shall keep something for years by asking for it ten times in a row.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from embodied_memory.config import ForgettingConfig
from embodied_memory.event import Event, EventKind, tells_of_a_look
from embodied_memory.memory.episodic.tree.word_index import ordered_words
from embodied_memory.memory.store.store import NewEvent, NewRecord

_DAY = 86_400_000_000_000
_HOUR = _DAY // 24
_LONGEST_DAYS = 366
_MOST_WORDS = 8
_HANDLED = (EventKind.GOAL_ENDED, EventKind.INSTRUCTION_ENDED)
_LOCATION = "location"
_PUT, _TAKEN = "put", "taken"


class Way(str, Enum):
    """How something is used, in the words of forgetting's log."""

    ASKED = "asked for"
    HANDLED = "handled"
    DONE = "done"


@dataclass(frozen=True)
class Uses:
    """On how many days it was used in one way, and when last."""

    days: int = 0
    last_ns: int = 0

    def again(self, stamp_ns: int, offset_ns: int) -> Uses:
        """Used once more; offset_ns: of local days."""
        is_new_day = not self.days or (stamp_ns + offset_ns) // _DAY > (self.last_ns + offset_ns) // _DAY
        return Uses(self.days + is_new_day, max(self.last_ns, stamp_ns))


@dataclass(frozen=True)
class Used:
    """What was used, such as "mug_1 location put": the newest record that tells of it is kept for its uses."""

    subject: str
    record_id: int
    ways: dict[Way, Uses] = field(default_factory=dict)

    def again(self, way: Way, stamp_ns: int, offset_ns: int) -> Used:
        """Used once more."""
        return replace(self, ways={**self.ways, way: self.ways.get(way, Uses()).again(stamp_ns, offset_ns)})

    @property
    def repeated(self) -> dict[Way, Uses]:
        """What counts: who does something once has no habit yet, and is not asked for it either."""
        done = self.ways.get(Way.DONE, Uses())
        others: dict[Way, Uses] = {way: uses for way, uses in self.ways.items() if way is not Way.DONE}
        return {**others, Way.DONE: replace(done, days=done.days - 1)} if done.days > 1 else others

    def until_ns(self, use_days: float) -> int:
        """How long it is kept; use_days: for a use on one day."""
        last_ns = max(uses.last_ns for uses in (self.repeated or self.ways).values())
        days = sum(uses.days for uses in self.repeated.values())
        return last_ns + round(min(max(1, days) ** 2 * use_days, _LONGEST_DAYS) * _DAY)

    @property
    def reason(self) -> str:
        """For the log: without what it is about."""
        counts = [(way, self.ways[way].days) for way in self.repeated]
        return "kept: " + ", ".join(f"{way.value} on {days} day{'s' * (days > 1)}" for way, days in counts)


@dataclass(frozen=True)
class KeptByUse:
    """Why a record's leaf outlives its time, and until when."""

    until_ns: int
    reason: str


def kept_by_use(used: Used, config: ForgettingConfig) -> KeptByUse | None:
    """None for what happened once and nobody asked for."""
    return KeptByUse(used.until_ns(config.use_days), used.reason) if used.repeated else None


def day_offset_ns(config: ForgettingConfig) -> int:
    """What is to be added to a stamp for local days."""
    return round(config.utc_offset_h * _HOUR)


def uses_in(event: Event, robot: str) -> Iterator[tuple[str, Way]]:
    """(what, how it is used) by an event: a deed done again, a thing that the robot handled or went for."""
    if event.actor == robot:
        if event.kind in _HANDLED and event.succeeded is not False:
            yield from ((f"{one} {_LOCATION} {_PUT}", Way.HANDLED) for one in event.object_ids)
        for change in event.changes:
            if change.attribute == _LOCATION and not tells_of_a_look(event.kind.value, event.text):
                yield f"{change.entity_id} {_LOCATION} {_PUT}", Way.HANDLED
        return
    yield from ((subject, Way.DONE) for subject in _deeds(event))


def _deeds(event: Event) -> Iterator[str]:
    """What somebody did, told in ways in which it comes again: the thing set, the thing put by anybody, ..."""
    if event.kind is EventKind.UTTERANCE:
        yield f"{event.actor} said {' '.join(sorted(ordered_words(event.text)))}"
    elif event.kind is EventKind.ACTIVITY:
        words = (word for word in ordered_words(event.text) if word != event.actor.lower())
        yield from (f"{event.actor} does {word}" for word, _ in zip(words, range(_MOST_WORDS), strict=False))
    elif event.kind in (EventKind.OBJECT_STATE_CHANGED, EventKind.DEVICE_STATE_CHANGED):
        for change in event.changes:
            is_moved = change.attribute == _LOCATION
            what = (_PUT if change.value else _TAKEN) if is_moved else change.value
            of_thing = f"{change.entity_id} {change.attribute}"
            yield from (f"{of_thing} {what}", f"{event.actor} {of_thing}", f"{event.actor} {of_thing} {what}")


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
