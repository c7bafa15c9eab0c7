"""What the words of a time mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Granularity(str, Enum):
    """How exactly a time was told."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY_PART = "day part"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class AnchorKind(str, Enum):
    """How a time stands to the event that it is told by."""

    BEFORE = "before"
    AFTER = "after"
    DURING = "during"


class Order(str, Enum):
    """Which of several events is asked for."""

    ANY = ""
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True)
class TimeAnchor:
    """A time told by an event: "before" and "Anna came home". offset_s: "two hours before" it; 0 if not told."""

    kind: AnchorKind
    clause: str
    offset_s: float = 0.0


@dataclass(frozen=True)
class TimePhrase:
    """The time that a text is about: [since_ns, until_ns), and it may be told by an event besides.

    since_ns, until_ns: None where the interval is open; both are None if only an event, an order or a frequency is
    told, and then granularity is None. weekdays: told by habit ("on Mondays"), 0 is Monday. frequency: the text
    asks how often. rest: the text without the words of the time; those of "how often" stay.
    """

    since_ns: int | None = None
    until_ns: int | None = None
    granularity: Granularity | None = None
    anchor: TimeAnchor | None = None
    order: Order = Order.ANY
    frequency: bool = False
    weekdays: tuple[int, ...] = ()
    rest: str = ""

    @property
    def has_interval(self) -> bool:
        """Whether since_ns or until_ns is told."""
        return self.since_ns is not None or self.until_ns is not None

    def contains(self, stamp_ns: int) -> bool:
        """Whether the stamp is in the interval; an open one contains everything on its open side."""
        after_start = self.since_ns is None or self.since_ns <= stamp_ns
        return after_start and (self.until_ns is None or stamp_ns < self.until_ns)
