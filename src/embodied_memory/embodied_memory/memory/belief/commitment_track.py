"""What somebody is to do, as said by somebody: open and settled commitments, made by words, settled by words or
by deeds (ObsMem, sections 4.1 and 4.2), and their rows in the database.

Words settle the open commitment that shares most of its content words with them; deeds only that of the one who
does them. What was settled stays, with the records that settled it.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.belief.statements.standing_times import is_in_force, next_due
from embodied_memory.memory.belief.statements.statement_atoms import (
    COMING_AGAIN,
    COMMITTING,
    REMINDING,
    Statement,
    StatementKind,
)
from embodied_memory.words.wording.words import content_stems


class CommitmentStatus(str, Enum):
    """What became of it. Overdue is an open one whose time has passed, dormant a rule that does not bind at the hour
    of asking; both are computed when asked, never stored.
    """

    OPEN = "open"
    FULFILLED = "fulfilled"
    CANCELLED = "cancelled"
    OVERDUE = "overdue"
    DORMANT = "dormant"


STILL_OPEN = (CommitmentStatus.OPEN, CommitmentStatus.OVERDUE, CommitmentStatus.DORMANT)
"""What is stored as open."""


@dataclass(frozen=True)
class Commitment:
    """text: what is to be done; by, for_whom: who does it for whom, "" if not said.

    due_ns: when a reminder is due, or until when the rest is to be done; None if no time was said.
    record_ids: the utterances and acts that made, changed and settled it, in that order.
    """

    commitment_id: int
    kind: StatementKind
    text: str
    by: str
    for_whom: str
    due_ns: int | None
    status: CommitmentStatus
    record_ids: tuple[int, ...]
    made_ns: int


TABLES = (
    """CREATE TABLE commitment (
        commitment_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL, made_by TEXT NOT NULL,
        for_whom TEXT NOT NULL, due_ns INTEGER, status TEXT NOT NULL, made_ns INTEGER NOT NULL)""",
    "CREATE INDEX commitment_status ON commitment (status, due_ns)",
    """CREATE TABLE commitment_record (
        commitment_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, record_id INTEGER NOT NULL,
        PRIMARY KEY (commitment_id, ordinal)) WITHOUT ROWID""",
)

_SELECT = "SELECT commitment_id, kind, text, made_by, for_whom, due_ns, status, made_ns FROM commitment"


def write_commitment(connection: sqlite3.Connection, one: Commitment) -> None:
    """Insert it, or put it in the place of what it was."""
    number = one.commitment_id
    connection.execute(
        "INSERT OR REPLACE INTO commitment VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            one.commitment_id,
            one.kind.value,
            one.text,
            one.by,
            one.for_whom,
            one.due_ns,
            one.status.value,
            one.made_ns,
        ),
    )
    connection.executemany(
        "INSERT OR REPLACE INTO commitment_record VALUES (?, ?, ?)",
        [(number, ordinal, record_id) for ordinal, record_id in enumerate(one.record_ids)],
    )


def read_commitments(connection: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> list[Commitment]:
    """Those that the clause chooses. where: written in the code, never made of what somebody said."""
    return [_read(connection, row) for row in connection.execute(f"{_SELECT} {where}", values).fetchall()]


def _read(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Commitment:
    number, kind, text, by, for_whom, due_ns, status, made_ns = row
    records = connection.execute(
        "SELECT record_id FROM commitment_record WHERE commitment_id = ? ORDER BY ordinal", (number,)
    )
    record_ids = tuple(record_id for (record_id,) in records)
    return Commitment(
        number, StatementKind(kind), text, by, for_whom, due_ns, CommitmentStatus(status), record_ids, made_ns
    )


_SHARED = 0.6
"""This part of a commitment's content words must be said or done again to settle it."""
_ABOUT = 0.34
"""And it must be at least this part of what is said."""
_ABOUT_OF_DEED = 0.2
"""The same for deeds, whose descriptions also name places and things used."""
_EARLY_NS = 900 * 1_000_000_000
"""A reminder given this long before it is due counts."""


@dataclass
class CommitmentChanges:
    """New and changed commitments, by id."""

    commitments: dict[int, Commitment] = field(default_factory=dict)


class CommitmentTrack:
    """Those that are open in memory, all of them in the database."""

    def __init__(self, connection: sqlite3.Connection, utc_offset_h: float = 0.0) -> None:
        """utc_offset_h: of the home, for rules that hold at some hours of the day."""
        self._connection, self._utc_offset_h = connection, utc_offset_h
        self._open: dict[int, Commitment] = {}
        self._by_stem: dict[str, set[int]] = defaultdict(set)
        self._committed: set[str] = set()
        self._last_id = int(
            connection.execute("SELECT coalesce(max(commitment_id), 0) FROM commitment").fetchone()[0]
        )
        self._index(read_commitments(connection, "WHERE status = ?", (CommitmentStatus.OPEN.value,)))

    def take(self, record_id: int, stamp_ns: int, said: Statement, changes: CommitmentChanges) -> None:
        """What a statement makes of commitments. by and for_whom of it are names of people."""
        if said.kind in COMMITTING:
            self._make(record_id, stamp_ns, said, changes)
            return
        whole = said.kind is StatementKind.FULFILMENT
        found = self._best(said.text, changes, (said.by,), whole, reminding=said.attribute == REMINDING)
        if found is None or found.made_ns > stamp_ns:
            return  # what is read or told late settles nothing that was made after it was said
        if said.kind is StatementKind.POSTPONEMENT and said.due is not None:
            due = said.due if found.due_ns is None else said.due.on_day_of(found.due_ns, stamp_ns)
            moved = replace(found, due_ns=_due_ns(found.kind, replace(said, due=due)))
            changes.commitments[found.commitment_id] = _with_record(moved, record_id)
        elif said.kind in (StatementKind.CANCELLATION, StatementKind.FULFILMENT):
            is_cancelled = said.kind is StatementKind.CANCELLATION
            settled = _cancelled(found) if is_cancelled else _fulfilled(found, stamp_ns)
            changes.commitments[found.commitment_id] = _with_record(settled, record_id)

    def take_deed(self, record_id: int, event: Event, words: str, changes: CommitmentChanges) -> None:
        """An observed act fulfils what its actor had committed to. words: what was done, with the names of things."""
        if event.succeeded is False or event.actor not in self._committed:
            return
        found = self._best(words, changes, people=(event.actor,), only_by=event.actor)
        if found is None or record_id in found.record_ids or not _may_fulfil(event, found):
            return
        changes.commitments[found.commitment_id] = _with_record(_fulfilled(found, event.stamp_ns), record_id)

    def select(
        self, now_ns: int, status: CommitmentStatus | None = None, by: str | None = None, until_ns: int | None = None
    ) -> tuple[Commitment, ...]:
        """By what is due first; without a time last. until_ns: only those due until then."""
        stored = CommitmentStatus.OPEN if status in STILL_OPEN else status
        stored_ones = read_commitments(
            self._connection,
            "WHERE (?1 IS NULL OR status = ?1) AND (?2 IS NULL OR made_by = ?2)"
            " AND (?3 IS NULL OR due_ns <= ?3) ORDER BY due_ns IS NULL, due_ns, commitment_id",
            (stored.value if stored else None, by, until_ns),
        )
        found = (_as_of(one, now_ns, self._utc_offset_h) for one in stored_ones)
        return tuple(one for one in found if status is None or one.status is status)

    def write(self, connection: sqlite3.Connection, changes: CommitmentChanges) -> None:
        """Into the database, as part of the record's transaction."""
        for one in changes.commitments.values():
            write_commitment(connection, one)

    def adopt(self, changes: CommitmentChanges) -> None:
        """Take over changes that were committed."""
        if changes.commitments:
            self._index(changes.commitments.values())

    def _make(self, record_id: int, stamp_ns: int, said: Statement, changes: CommitmentChanges) -> None:
        due_ns = _due_ns(said.kind, said)
        known = self._same(said, due_ns, changes)
        if known is not None:
            is_agreed = known.kind is StatementKind.REQUEST and said.kind is StatementKind.PROMISE
            kind = said.kind if is_agreed else known.kind  # who is asked for it has said that they do it
            again = replace(known, kind=kind, due_ns=known.due_ns if due_ns is None else due_ns)
            changes.commitments[known.commitment_id] = _with_record(again, record_id)
            return
        number = max((self._last_id, *changes.commitments)) + 1
        changes.commitments[number] = Commitment(
            number,
            said.kind,
            said.text,
            said.by,
            said.for_whom,
            due_ns,
            CommitmentStatus.OPEN,
            (record_id,),
            stamp_ns,
        )

    def _same(self, said: Statement, due_ns: int | None, changes: CommitmentChanges) -> Commitment | None:
        """An open one with the same words, unless both name different times."""
        stems = content_stems(said.text)
        for number in sorted(self._sharing(stems, changes)):
            known = self._get(number, changes)
            same_time = due_ns is None or known.due_ns in (None, due_ns)
            if same_time and known.by == said.by and content_stems(known.text) == stems:
                return known
        return None

    def _best(
        self,
        words: str,
        changes: CommitmentChanges,
        people: tuple[str, ...],
        prefer_whole: bool = True,
        only_by: str | None = None,
        reminding: bool = False,
    ) -> Commitment | None:
        """The open commitment that the words are about. prefer_whole: most of the commitment must be in them.

        Of those that fit as well, one of the people's own comes first, and a reminder where that is spoken of.
        """
        stems = content_stems(words)
        if words.lower().strip() in ("reminder", "alarm"):
            return self._only_reminder(changes, people)
        scored: list[tuple[float, int, int, Commitment]] = []
        for number, shared in self._sharing(stems, changes).items():
            known = self._get(number, changes)
            if only_by is not None and known.by != only_by:
                continue
            if known.kind is StatementKind.RULE and prefer_whole:
                continue  # kept to, and never done with; it may be cancelled
            of_known, of_words = shared / len(content_stems(known.text)), shared / len(stems)
            about = _ABOUT if only_by is None else _ABOUT_OF_DEED
            fits = (of_known >= _SHARED and of_words >= about) if prefer_whole else of_words >= _SHARED
            if fits:
                is_reminder = known.kind is StatementKind.REMINDER
                personal = (known.for_whom if is_reminder else known.by) in people
                concerned = known.by in people or known.for_whom in people
                fitness = 4 * personal + 2 * (is_reminder == reminding) + concerned
                scored.append((of_known + of_words, fitness, -number, known))
        reminders = [one for one in scored if one[3].kind is StatementKind.REMINDER] if reminding else []
        return max(reminders or scored, key=lambda found: found[:3])[3] if scored else None

    def _only_reminder(self, changes: CommitmentChanges, people: tuple[str, ...]) -> Commitment | None:
        """The newest, before all others one of these people's own."""
        known = {**self._open, **changes.commitments}
        reminders = [
            one
            for one in known.values()
            if one.kind is StatementKind.REMINDER and one.status is CommitmentStatus.OPEN
        ]
        return max(reminders, key=lambda one: (one.for_whom in people, one.commitment_id), default=None)

    def _sharing(self, stems: frozenset[str], changes: CommitmentChanges) -> Counter[int]:
        """Open commitment -> how many of these words it shares."""
        shared = Counter(number for word in stems for number in self._by_stem.get(word, ()))
        for number, changed in changes.commitments.items():
            shared.pop(number, None)
            common = len(stems & content_stems(changed.text))
            if changed.status is CommitmentStatus.OPEN and common:
                shared[number] = common
        return shared

    def _get(self, number: int, changes: CommitmentChanges) -> Commitment:
        return changes.commitments.get(number) or self._open[number]

    def _index(self, commitments: Iterable[Commitment]) -> None:
        for one in commitments:
            self._last_id = max(self._last_id, one.commitment_id)
            is_open = one.status is CommitmentStatus.OPEN
            if is_open:
                self._open[one.commitment_id] = one
            else:
                self._open.pop(one.commitment_id, None)
            for word in content_stems(one.text):
                (self._by_stem[word].add if is_open else self._by_stem[word].discard)(one.commitment_id)
        self._committed = {one.by for one in self._open.values()}


def _due_ns(kind: StatementKind, said: Statement) -> int | None:
    if said.due is None:
        return None
    return said.due.start_ns if kind is StatementKind.REMINDER else said.due.end_ns


def _cancelled(commitment: Commitment) -> Commitment:
    return replace(commitment, status=CommitmentStatus.CANCELLED)


def _fulfilled(commitment: Commitment, stamp_ns: int) -> Commitment:
    """Over, or, where it comes again, due at its next time."""
    may_come_again = commitment.kind in COMING_AGAIN and commitment.due_ns is not None
    again_ns = next_due(commitment.text, commitment.due_ns or 0, stamp_ns) if may_come_again else None
    if again_ns is not None:
        return replace(commitment, due_ns=again_ns)
    return replace(commitment, status=CommitmentStatus.FULFILLED)


def _with_record(commitment: Commitment, record_id: int) -> Commitment:
    if record_id in commitment.record_ids:
        return commitment
    return replace(commitment, record_ids=(*commitment.record_ids, record_id))


def _may_fulfil(event: Event, commitment: Commitment) -> bool:
    """Nothing is done before it was taken on; saying something only does what was to be said, at its time."""
    if commitment.kind is StatementKind.REMINDER:
        return _is_time(commitment, event.stamp_ns)
    return event.stamp_ns >= commitment.made_ns and event.kind is not EventKind.UTTERANCE


def _is_time(reminder: Commitment, stamp_ns: int) -> bool:
    return stamp_ns >= (reminder.made_ns + 1 if reminder.due_ns is None else reminder.due_ns - _EARLY_NS)


def _as_of(commitment: Commitment, now_ns: int, utc_offset_h: float) -> Commitment:
    is_rule = commitment.kind is StatementKind.RULE and commitment.status is CommitmentStatus.OPEN
    if is_rule and not is_in_force(commitment.text, commitment.made_ns, now_ns, utc_offset_h):
        return replace(commitment, status=CommitmentStatus.DORMANT)
    is_late = commitment.due_ns is not None and commitment.due_ns < now_ns
    if commitment.status is CommitmentStatus.OPEN and is_late:
        return replace(commitment, status=CommitmentStatus.OVERDUE)
    return commitment
