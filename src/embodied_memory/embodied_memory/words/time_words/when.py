"""The pieces of a time put together, and what "since" and "before" make of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from embodied_memory.words.time_words.components import Components
from embodied_memory.words.time_words.day_parts import (
    around,
    latest_moment,
    latest_part,
    moment_in,
    part_of,
)
from embodied_memory.words.time_words.local_calendar import Interval, LocalCalendar, midnight
from embodied_memory.words.time_words.time_phrase import Granularity

_SINCE = ("since", "ever since", "starting", "from")
_AFTER = ("after", "later than")
_POINTS = {"noon": 12.0, "midday": 12.0, "midnight": 24.0}
_BEFORE = ("before", "prior to", "earlier than")


@dataclass(frozen=True)
class When:
    """[since, until), open where None. moment: the very time, if told by the clock.

    day: what "before" and "after" stay within: "after 5 pm yesterday" ends with yesterday.
    """

    since: datetime | None
    until: datetime | None
    granularity: Granularity
    moment: datetime | None = None
    day: Interval | None = None

    @classmethod
    def of(cls, interval: Interval, moment: datetime | None = None, day: Interval | None = None) -> When:
        """All of an interval."""
        return cls(interval.start, interval.end, interval.granularity, moment, day)


def compose(found: Components, calendar: LocalCalendar, ahead: bool) -> When | None:
    """None if nothing is told. Hours do not narrow what is longer than a day."""
    day, part = found.day, None
    if day is not None and not is_day(day) and day.granularity is not Granularity.DAY_PART:
        return When.of(day)
    if found.part:
        part = _part(found, calendar, ahead)
    if found.clock is None:
        if part is not None:
            point = day_of(part.start).part(_POINTS[found.part], 24).start if found.part in _POINTS else None
            return When.of(part, point, None if day and point is None else day_of(part.start))
        return When.of(day) if day is not None else None
    within = part or day
    if within is not None:
        moment = moment_in(within, found.clock)
    else:
        moment = latest_moment(calendar, found.clock, ahead)
    return When.of(around(moment, found.minutes, found.about), moment, day_of(moment))


def _part(found: Components, calendar: LocalCalendar, ahead: bool) -> Interval:
    if found.day is not None:
        return part_of(found.day, found.part, found.some) if is_day(found.day) else found.day
    if found.this:
        return part_of(calendar.day(0), found.part, found.some)
    return latest_part(calendar, found.part, found.some, ahead)


def bounded(when: When, word: str, calendar: LocalCalendar) -> When:
    """What a word before the time makes of it."""
    first = when.moment or when.since
    last = when.moment or when.until
    if word in _SINCE:
        return replace(when, since=first, until=_now_or_open(first, calendar))
    if word in _AFTER:
        day = when.day if when.day and last and last < when.day.end else None  # a night ends the day after
        return replace(when, since=last, until=day.end if day else _now_or_open(last, calendar))
    return replace(when, since=when.day.start if when.day else None, until=first if word in _BEFORE else last)


def is_day(interval: Interval) -> bool:
    """Whether it is just one day, from midnight to midnight."""
    return interval.granularity is Granularity.DAY and interval == day_of(interval.start)


def day_of(moment: datetime) -> Interval:
    """The day that a moment lies in."""
    start = midnight(moment)
    return Interval(start, start + timedelta(days=1), Granularity.DAY)


def _now_or_open(since: datetime | None, calendar: LocalCalendar) -> datetime | None:
    return calendar.until_now if since is not None and since <= calendar.now else None
