"""The pieces that a time is told with: a day, a part of a day, an hour by the clock; the time that they make
together, and what "since" and "before" make of it.

What is found is replaced in the text by MARK, so that what stands beside it can be seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from embodied_memory.words.time_words.local_calendar import Interval, LocalCalendar, midnight
from embodied_memory.words.time_words.spans_of_days import find_days
from embodied_memory.words.time_words.time_phrase import Granularity
from embodied_memory.words.time_words.times_of_day import (
    CLOCK,
    DAY_HOURS,
    Clock,
    around,
    latest_moment,
    latest_part,
    moment_in,
    part_of,
    read_clock,
)

MARK = "\x1f"
"""Cannot be in a text that is read: control characters are taken out first."""

_NAMES = "|".join(sorted(DAY_HOURS, key=len, reverse=True))
_POINTS = "noon|midday|midnight|lunchtime|lunch|breakfast|dinnertime|dinner|supper|bedtime"
_BOUND = "since|before|after|until|till|by"
_NO_NOUN = r"(?! (?:table|box|plates?|bowls?|room|tray|bag|set|dishes|light|lamp|stand|paper|dress|gown|routine)\b)"
_PART = re.compile(
    rf"(?:(?:\b(?P<some3>early|late) )?{MARK},? ?(?:(?:in|during) the |at )?(?:(?P<some>early|late) )?(?P<a>{_NAMES})"
    r"|\b(?:(?:in|during|on|over|throughout|all|for) )?(?:the middle of )?(?:the|(?P<this>this)|that) (?:whole )?"
    r"(?:(?P<some2>early|late) )?(?P<b>morning|afternoon|evening|night)"
    rf"|\b(?:at|around|about|during|over) (?P<c>night|{_POINTS})"
    rf"|\b(?P<bound>{_BOUND}) (?P<d>{_POINTS})"
    r"|\ball (?P<e>morning|afternoon|evening|night))"
    rf"\b(?!['’]s|-){_NO_NOUN}(?: (?:of|on) {MARK})?",
    re.I,
)

_HOUR = r"(?:1[0-2]|0?[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_HALF_DAY = r"(?: ?(?:[ap]\.m\.|[ap]m\b))"
_CLOCK_FORMS = (
    rf"(?:(?:half|a quarter|quarter|twenty-five|twenty|ten|five|\d{{1,2}})(?: minutes)? (?:past|to) {_HOUR}\b"
    rf"{_HALF_DAY}?|(?:[01]?\d|2[0-4])[:.][0-5]\d(?!\d|[.:]\d){_HALF_DAY}?|{_HOUR}{_HALF_DAY}|{_HOUR} o['’]?clock\b)"
)
BARE_HOUR = rf"(?:2[0-3]|1\d|{_HOUR})"
AFTER_BARE_HOUR = (
    rf"(?= *(?:$|[?.!,;{MARK}]|(?:on|in the|this|that|last|and|or|did|do|was|were|is|are|when|what|where|who|sharp"
    r"|had|have|has|for)\b))"
)
_CLOCK = re.compile(
    rf"(?:{MARK},? ?)?(?:(?P<about>\b(?:at )?(?:around|about|roughly|near)) |\bat |@ ?)?"
    rf"(?:(?P<clock>\b{_CLOCK_FORMS})|(?:(?<=at )|(?<=around )|(?<=about )|(?<=since )|(?<=before )|(?<=after )"
    rf"|(?<=until )|(?<=till ))(?P<bare>{BARE_HOUR})\b{AFTER_BARE_HOUR})(?:,? (?:on |of )?{MARK})?",
    re.I,
)
_BARE = re.compile(rf"(?:at )?(?P<bare>{BARE_HOUR})", re.I)
_WITHOUT_HOUR = re.compile(
    r"(?:at )?(?:a )?(?P<part>half|quarter|(?:twenty-five|twenty|ten|five)(?=(?: minutes)? (?:past|to)))(?: minutes)?"
    r"(?: (?P<side>past|to))?",
    re.I,
)
_FILLER = re.compile(rf"[{MARK} ,]|\b(?:the|in|on|at|of)\b", re.I)


@dataclass(frozen=True)
class Components:
    """What was found; text: what is left, with marks. some: "early" or "late"; about: the hour is told roughly."""

    text: str
    day: Interval | None = None
    part: str = ""
    some: str = ""
    this: bool = False
    clock: Clock | None = None
    minutes: bool = False
    about: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no time is told."""
        return self.day is None and not self.part and self.clock is None

    @property
    def is_whole(self) -> bool:
        """Whether the text tells a time and nothing else."""
        return not self.is_empty and not _FILLER.sub("", self.text)


def find_components(text: str, calendar: LocalCalendar, ahead: bool) -> Components:
    """The first of each in the text."""
    days = find_days(text, calendar, ahead)
    if days is not None:
        text = f"{text[: days.start]}{MARK}{text[days.end :]}"
    found = _with_part(Components(text, days.interval if days else None))
    return _with_clock(found)


def clock_of(words: str) -> Clock | None:
    """What the words of a clock time say."""
    match = CLOCK.search("at " + words.replace("’", "'"))
    return read_clock(match) if match else None


def with_hour(words: str, before: str) -> str:
    """ "half past" after "at seven" -> "half past 7"; else the words as they are. before: what was said."""
    is_part, clock = _WITHOUT_HOUR.fullmatch(words.strip(" .!?")), clock_of(before)
    if not is_part or clock is None:
        return words
    is_to = (is_part["side"] or "").lower() == "to"
    hour = (int(clock.hour) + (is_to and clock.hour % 1 > 0)) % 12 or 12  # "quarter to nine", and "ten to"
    return f"{is_part['part']} {is_part['side'] or 'past'} {hour}"


def _with_part(found: Components) -> Components:
    alone = found.text.strip(f"{MARK} ").lower()
    if alone in DAY_HOURS:
        return Components(MARK, found.day, alone)
    match = _PART.search(found.text)
    if not match:
        return found
    groups = match.groupdict()
    name = next(groups[key] for key in "abcde" if groups[key]).lower()
    some = (groups["some"] or groups["some2"] or groups["some3"] or "").lower()
    bound = f"{groups['bound']} " if groups["bound"] else ""
    text = f"{found.text[: match.start()]}{bound}{MARK}{found.text[match.end() :]}"
    return Components(text, found.day, name, some, bool(groups["this"]))


def _with_clock(found: Components) -> Components:
    match = _CLOCK.search(found.text) or _BARE.fullmatch(found.text.strip(f"{MARK} "))
    if not match:
        return found
    words = match.groupdict().get("clock") or match["bare"]
    clock = clock_of(words)
    if clock is None:
        return found
    whole = match.re is _BARE
    text = MARK if whole else f"{found.text[: match.start()]}{MARK}{found.text[match.end() :]}"
    about = bool(match.groupdict().get("about"))
    minutes = clock.hour % 1 != 0 or ":" in words
    return Components(text, found.day, found.part, found.some, found.this, clock, minutes, about)


_SINCE = ("since", "ever since", "starting", "from")
_AFTER = ("after", "later than")
_HOUR_OF_POINT = {"noon": 12.0, "midday": 12.0, "midnight": 24.0}
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
            point = (
                day_of(part.start).part(_HOUR_OF_POINT[found.part], 24).start
                if found.part in _HOUR_OF_POINT
                else None
            )
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
