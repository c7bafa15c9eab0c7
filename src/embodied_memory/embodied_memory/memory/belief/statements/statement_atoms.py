"""What one clause of an utterance says, before it is known which entities are meant; and what people said,
statement by statement, with who said it and about what: the reported atoms (ObsMem, equation 1).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from embodied_memory.words.time_words.spoken_time import LocalTime, SpokenTime
from embodied_memory.words.wording.words import content_stems


class StatementKind(str, Enum):
    """What sort of statement it is."""

    FACT = "fact"
    PREFERENCE = "preference"
    REMINDER = "reminder"
    REQUEST = "request"
    PROMISE = "promise"
    SCHEDULE = "schedule"
    RULE = "rule"
    FULFILMENT = "fulfilment"
    CANCELLATION = "cancellation"
    POSTPONEMENT = "postponement"
    OTHER = "other"


COMMITTING = (
    StatementKind.REMINDER, StatementKind.REQUEST, StatementKind.PROMISE, StatementKind.SCHEDULE, StatementKind.RULE,
)  # fmt: skip
"""Statements that make a commitment; a rule is one for good."""

COMING_AGAIN = (StatementKind.REMINDER, StatementKind.REQUEST, StatementKind.PROMISE)
"""What may be wanted "every evening"."""

SPEAKER = "speaker"
ROBOT = "robot"
"""Stand in `by` and `for_whom` for who speaks and who is spoken to, where no name is said."""


REMINDING = "reminding"
"""Stands in `attribute` of a cancellation that names the reminder."""


@dataclass(frozen=True)
class Statement:
    """One thing said. subject: the words for what it is about, "" where nothing is.

    FACT: `attribute` of `subject` is `value`; a location's value begins with a relation ("on the dresser") or is
    only a place ("the kitchen"); past_ns: when it was so, None for now. holds False: it is said not to be so.
    context: "according to Ann" where somebody else said so first.
    PREFERENCE: subject is who, value what, context the circumstances ("when I read"); holds False: disliked.
    Commitments: text is what is to be done, `by` and `for_whom` who and for whom, due when. Their fulfilment,
    cancellation and postponement: text says which.
    """

    kind: StatementKind
    text: str
    subject: str = ""
    attribute: str = ""
    value: str = ""
    holds: bool = True
    context: str = ""
    by: str = ""
    for_whom: str = ""
    due: SpokenTime | None = None
    past_ns: int | None = None


@dataclass(frozen=True)
class Clause:
    """A part of an utterance with one verb. text: with contractions written out, without its final punctuation.

    asks: it is a question; supposes: it is only imagined or doubted; names: people known, in lower case.
    addressee: who is spoken to by name; teller: who is said to have said it.
    """

    text: str
    asks: bool
    supposes: bool
    local: LocalTime
    names: frozenset[str] = field(default_factory=frozenset)
    addressee: str = ""
    teller: str = ""


class StatementReader(Protocol):
    """Understands what is said."""

    def read(self, text: str, local: LocalTime, names: frozenset[str]) -> tuple[Statement, ...]:
        """The statements of an utterance, in its order; empty if it states nothing. Never fails."""


TABLES = (
    """CREATE TABLE reported_statement (
        statement_id INTEGER PRIMARY KEY, record_id INTEGER NOT NULL, stamp_ns INTEGER NOT NULL,
        speaker TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, entity_id TEXT NOT NULL,
        attribute TEXT NOT NULL, value TEXT NOT NULL,
        holds INTEGER NOT NULL, context TEXT NOT NULL, candidates TEXT NOT NULL)""",
    "CREATE INDEX reported_statement_entity ON reported_statement (entity_id, stamp_ns)",
    "CREATE INDEX reported_statement_speaker ON reported_statement (speaker, stamp_ns)",
    """CREATE TABLE reported_word (
        stem TEXT NOT NULL, statement_id INTEGER NOT NULL, PRIMARY KEY (stem, statement_id)) WITHOUT ROWID""",
)

_COLUMNS = (
    "statement_id, record_id, stamp_ns, speaker, kind, text, entity_id, attribute, value, holds, context, candidates"
)


@dataclass(frozen=True)
class ReportedStatement:
    """One thing that somebody said. entity_id: what it is about, "" if unknown or if several candidates fit.

    kind OTHER: an utterance of which no rule understood anything; its words are kept all the same.
    """

    statement_id: int
    record_id: int
    stamp_ns: int
    speaker: str
    kind: StatementKind
    text: str
    entity_id: str = ""
    attribute: str = ""
    value: str = ""
    holds: bool = True
    context: str = ""
    candidates: tuple[str, ...] = ()


class StatementStore:
    """All in the database; nothing but the last id in memory."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        query = "SELECT coalesce(max(statement_id), 0) FROM reported_statement"
        self.last_id = int(connection.execute(query).fetchone()[0])

    def select(self, about: str | None, by: str | None, limit: int) -> tuple[ReportedStatement, ...]:
        """The newest first. about: an entity id, or words of which all must have been said."""
        where, values = ["1 = 1"], []
        if about is not None:
            stems = sorted(content_stems(about))
            by_words = " AND ".join(
                "statement_id IN (SELECT statement_id FROM reported_word WHERE stem = ?)" for _ in stems
            )
            where.append(f"(entity_id = ? OR ({by_words or '1 = 0'}))")
            values += [about, *stems]
        if by is not None:
            where.append("speaker = ?")
            values.append(by)
        # Only marks go into the statement; what was asked for is in `values`.
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM reported_statement WHERE {' AND '.join(where)}"
            " ORDER BY stamp_ns DESC, statement_id DESC LIMIT ?",
            (*values, limit),
        )
        return tuple(map(_statement, rows))

    def write(self, connection: sqlite3.Connection, statements: Iterable[ReportedStatement]) -> None:
        """Into the database, as part of the record's transaction."""
        said = list(statements)
        if said:
            marks = ", ".join("?" * 12)
            connection.executemany(f"INSERT INTO reported_statement VALUES ({marks})", map(_row, said))
            connection.executemany(
                "INSERT INTO reported_word VALUES (?, ?)",
                [(stem, one.statement_id) for one in said for stem in content_stems(f"{one.text} {one.value}")],
            )

    def merge(self, connection: sqlite3.Connection, gone: str, kept: str) -> None:
        """Into the database: what was said of the one entity was said of the other, which it is."""
        connection.execute("UPDATE reported_statement SET entity_id = ? WHERE entity_id = ?", (kept, gone))

    def adopt(self, statements: Iterable[ReportedStatement]) -> None:
        """Take over changes that were committed."""
        self.last_id = max((self.last_id, *(one.statement_id for one in statements)))


def _row(one: ReportedStatement) -> tuple[object, ...]:
    said = (one.statement_id, one.record_id, one.stamp_ns, one.speaker, one.kind.value, one.text)
    return (*said, one.entity_id, one.attribute, one.value, int(one.holds), one.context, "\n".join(one.candidates))


def _statement(row: tuple[Any, ...]) -> ReportedStatement:
    number, record_id, stamp_ns, speaker, kind, text, entity_id, attribute, value, holds, context, candidates = row
    return ReportedStatement(
        number,
        record_id,
        stamp_ns,
        speaker,
        StatementKind(kind),
        text,
        entity_id,
        attribute,
        value,
        bool(holds),
        context,
        tuple(filter(None, candidates.split("\n"))),
    )
