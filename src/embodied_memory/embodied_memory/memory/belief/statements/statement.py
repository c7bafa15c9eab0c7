"""What one clause of an utterance says, before it is known which entities are meant."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from embodied_memory.words.time_words.spoken_time import LocalTime, SpokenTime


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
