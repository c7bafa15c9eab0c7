"""Ranges: "between 3 and 5 pm", "from Monday to Wednesday", "9:00-11:30"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from embodied_memory.words.time_words.components import (
    AFTER_BARE_HOUR,
    MARK,
    Components,
    find_components,
)
from embodied_memory.words.time_words.day_parts import first_after, last_before
from embodied_memory.words.time_words.local_calendar import Interval, LocalCalendar
from embodied_memory.words.time_words.time_phrase import Granularity
from embodied_memory.words.time_words.when import When, compose, is_day

_RANGE = re.compile(
    r"\b(?<!night )(?:between|from) (?P<first>[^?!;]{1,50}?) (?:and|to|until|till) (?P<rest>[^?!;]+)"
    r"|(?:\bfrom )?\b(?P<first2>\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?) ?[-–] ?"
    r"(?P<rest2>\d{1,2}(?:[:.]\d\d| ?[ap]m)[^?!;]*)",
    re.I,
)
_MOST_WORDS = 7
_BARE = re.compile(r"\w+")


@dataclass(frozen=True)
class FoundRange:
    """A range and the text without it."""

    when: When
    text: str


def find_range(text: str, calendar: LocalCalendar, ahead: bool) -> FoundRange | None:
    """The first range of times in the text. The day of its hours may stand anywhere in the text."""
    for match in _RANGE.finditer(text):
        first = find_components(match["first"] or match["first2"], calendar, ahead)
        if not first.is_whole:
            continue
        rest_start = match.start("rest") if match["rest"] else match.start("rest2")
        for end in _word_ends(text, rest_start, match.end()):
            second = find_components(text[rest_start:end], calendar, ahead)
            if second.is_whole and _is_plain(text, first, second, rest_start, end):
                found = _between(first, second, f"{text[: match.start()]}{MARK}{text[end:]}", calendar, ahead)
                if found is not None:
                    return found
    return None


def _word_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Where the second time may end, the farthest first."""
    ends = [start + word.end() for word in re.finditer(r"[^\s,]+", text[start:end])]
    return reversed(ends[:_MOST_WORDS])


def _is_plain(text: str, first: Components, second: Components, start: int, end: int) -> bool:
    """Two bare numbers are hours only if no noun follows: not "between 3 and 5 chairs"."""
    bare = _BARE.fullmatch(text[start:end]) and second.clock is not None and not second.clock.fixed
    return not bare or bool(re.match(AFTER_BARE_HOUR, text[end:], re.I))


def _between(
    first: Components, second: Components, text: str, calendar: LocalCalendar, ahead: bool
) -> FoundRange | None:
    day = second.day or first.day
    if day is None:
        outer = find_components(text, calendar, ahead)
        around = compose(outer, calendar, ahead) if outer.clock is None else None
        if around is not None and around.since and around.until:
            day, text = Interval(around.since, around.until, around.granularity), outer.text
            first, second = replace(first, day=day), replace(second, day=day)
    if first.clock is None or second.clock is None:
        return _of_days(first, second, text, calendar, ahead)
    when = _of_hours(first, second, day, calendar, ahead)
    return FoundRange(when, text) if when is not None else None


def _of_hours(
    first: Components, second: Components, day: Interval | None, calendar: LocalCalendar, ahead: bool
) -> When | None:
    if first.clock is None or second.clock is None:
        return None
    base = day or calendar.day(0)
    if second.clock.fixed and not first.clock.fixed:
        ends = compose(Components("", second.day or base, second.part, clock=second.clock), calendar, ahead)
        until = ends.moment if ends else None
        since = last_before(until, first.clock) if until else None
    else:
        told = Components("", first.day or base, first.part or second.part, clock=first.clock)
        starts = compose(told, calendar, ahead)
        since = starts.moment if starts else None
        until = first_after(since, second.clock) if since else None
    if since is None or until is None:
        return None
    shift = timedelta(days=_days_to_shift(since, until, calendar, ahead) if day is None else 0)
    return When(since + shift, until + shift, Granularity.HOUR)


def _days_to_shift(since: datetime, until: datetime, calendar: LocalCalendar, ahead: bool) -> int:
    """Hours without a day are the latest that have begun, or the next that are not over."""
    if ahead:
        return 1 if until <= calendar.now else 0
    return -1 if since > calendar.now else 0


def _of_days(
    first: Components, second: Components, text: str, calendar: LocalCalendar, ahead: bool
) -> FoundRange | None:
    starts, ends = compose(first, calendar, ahead), compose(second, calendar, ahead)
    if starts is None or ends is None:
        return None
    since, until = starts.moment or starts.since, ends.moment or ends.until
    if since is None or until is None:
        return None
    if since >= until and first.day is not None and is_day(first.day):
        until, since = _one_after_the_other(since, until, calendar)
    return FoundRange(When(since, until, ends.granularity), text) if since < until else None


def _one_after_the_other(since: datetime, until: datetime, calendar: LocalCalendar) -> tuple[datetime, datetime]:
    """(until, since) of two weekdays: the end may be today's day, else the begin is the one of the week before."""
    week = timedelta(days=7)
    if calendar.today < until + week <= calendar.day(-1).start + timedelta(hours=5):
        return until + week, since
    return until, since - week
