"""Times as people say them: "at 5 pm tomorrow", "tonight", "in two hours", "on Friday", "next week", "yesterday"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from embodied_memory.memory.time_words.clock_words import CLOCK, Clock, read_clock
from embodied_memory.memory.time_words.components import MARK
from embodied_memory.memory.time_words.local_calendar import Interval, LocalCalendar
from embodied_memory.memory.time_words.numbers import NUMBER, UNIT, UNIT_S, number_of
from embodied_memory.memory.time_words.spans_of_days import Found, find_days
from embodied_memory.memory.wording.calendar import WEEKDAYS

NS = 1_000_000_000


@dataclass(frozen=True)
class SpokenTime:
    """From start to end; the same for a moment. rest: the words without those of the time.

    midnight_ns: with which the day of a clock time begins that was told without a day; 0 if one was. is_half_open:
    whether morning and evening were not told apart.
    """

    start_ns: int
    end_ns: int
    rest: str
    midnight_ns: int = 0
    is_half_open: bool = False

    def on_day_of(self, stamp_ns: int, after_ns: int) -> SpokenTime:
        """As far as the words leave it open, on the day of a stamp and in the half of it that is nearest, after
        another stamp: "make it half past eight", of a reminder on Friday at seven in the morning.
        """
        if not self.midnight_ns:
            return self
        day_ns = UNIT_S["day"] * NS
        begins = self.midnight_ns + (stamp_ns - self.midnight_ns) // day_ns * day_ns
        clock = self.start_ns - self.midnight_ns
        halves = (
            [clock % (day_ns // 2), clock % (day_ns // 2) + day_ns // 2] if self.is_half_open else [clock % day_ns]
        )
        times = [begins + half + days * day_ns for days in (0, 1) for half in halves]
        left = [one for one in times if one > after_ns] or [self.start_ns]
        moved = min(left, key=lambda one: abs(one - stamp_ns)) - self.start_ns
        return replace(self, start_ns=self.start_ns + moved, end_ns=self.end_ns + moved)


@dataclass(frozen=True)
class LocalTime:
    """Now, as a local clock shows it. morning_h: when a day begins for what is due "tomorrow"."""

    now_ns: int
    utc_offset_h: float = 0.0
    morning_h: float = 9.0

    @property
    def calendar(self) -> LocalCalendar:
        """The days around now."""
        return LocalCalendar(self.now_ns, self.utc_offset_h * 3600.0)

    @property
    def now(self) -> datetime:
        """Local time."""
        return self.calendar.now.replace(microsecond=0)

    @property
    def today(self) -> datetime:
        """Midnight that this day began with."""
        return self.calendar.today


_PARTS = {
    "morning": (8.0, 12.0), "noon": (12.0, 12.0), "midday": (12.0, 12.0), "lunchtime": (12.0, 14.0),
    "lunch": (13.0, 14.0), "afternoon": (13.0, 18.0), "evening": (18.0, 22.0), "dinner": (19.0, 21.0),
    "breakfast": (8.0, 10.0), "tonight": (19.0, 23.98), "night": (19.0, 23.98), "midnight": (24.0, 24.0),
    "bedtime": (21.5, 22.5), "bed": (21.5, 22.5), "work": (17.5, 19.0), "school": (15.0, 17.0),
}  # fmt: skip
_NAMED_HOUR = ("noon", "midday", "midnight")

_IN = re.compile(
    rf"\b(?:(?:with)?in (?:about |around |the next )?({NUMBER}) ({UNIT})s?(?:'s?)?( and a half)?(?: time| from now)?"
    rf"|({NUMBER}) ({UNIT})s? from now)\b",
    re.I,
)
""" "in two hours", "within the next hour and a half", "ten minutes from now" """
_OWNER = re.compile(rf"\b(today|tonight|tomorrow|weekend|week|month|{'|'.join(WEEKDAYS)})['’]s(?= +[a-z])", re.I)
""" "Friday's exam" is on Friday."""
_PLAINLY = (
    (re.compile(rf"\b({'|'.join(WEEKDAYS)})s\b", re.I), r"\1"),
    (re.compile(r"\b(?:the )?end of the (?=week\b|month\b)", re.I), "this "),
    (re.compile(r"\b(?:the )?end of (?=(?:this|next) (?:week|month)\b)", re.I), ""),
    (re.compile(r"(?<!this )(?<!next )(?<!last )(?<!following )\b(?:the )?weekend\b(?! (?:after|before))", re.I),
     "this weekend"),
    (re.compile(r"(?<!\bon )\bthe (?=\d{1,2}(?:st|nd|rd|th)\b)", re.I), "on the "),
)  # fmt: skip
"""What is told of days in other words than is asked of them: "Fridays", "by the end of the week", "the weekend"."""
_LEADS_TO_DAY = re.compile(r"(?:\b(?:by|before|until|till|from|for|due|early|late) )+$", re.I)
""" "for Friday", "by tomorrow"; of "sew it back on on Friday" the first "on" is the verb's."""
_WHOLE_DAYS = ("day", "night", "week", "fortnight", "month", "year")
_A_SECOND = timedelta(seconds=1)
_PART = re.compile(
    r"\b(?:(?:(?:early|late|later) )?(?:in the|at|by|before|after|until|for|this|during|over|first thing in the) )?"
    r"(?:(?:early|late) )?(morning|noon|midday|lunchtime|afternoon|evening|midnight|bedtime|(?<=at )night"
    r"|(?<=before )bed|(?<=after )(?:lunch|dinner|breakfast|work|school)"
    r"|(?<=before )(?:lunch|dinner|breakfast|work|school)|(?<=at )(?:lunch|dinner|breakfast))\b",
    re.I,
)
_WAKES = re.compile(
    r"\b(?:wake|get) (?:me|us|her|him|them) up\b|\bwake (?:me|us|her|him|them|\w+)\b|\bget(?:ting)? up\b", re.I
)
"""Nobody wants to be woken at half six in the evening."""
_NIGHT = re.compile(r"\b(night)\b", re.I)
_DANGLING = re.compile(
    r"^(?:later|early|late)$|(?:[\s,]+(?:at|by|for|before|until|around|about|from|and))+\s*$|^[\s,]+|[\s,]+$",
    re.I,
)


def read_due(text: str, local: LocalTime, is_task: bool = False) -> SpokenTime | None:
    """The time to come that a text names, None if it names none. Without a day it is the next such time.

    is_task: whether it tells what is to be done: "ask about Tuesday's exam" tells no day then.
    """
    relative = _IN.search(text)
    if relative:
        found = _relative(relative, local)
        if found is not None:
            return found
    rest, day = _take_day(text, local, is_task)
    clock_match = CLOCK.search(rest)
    clock = read_clock(clock_match) if clock_match else None
    if clock_match and clock:
        rest = _without(rest, clock_match)
    part_match = _PART.search(rest) or (_NIGHT.search(rest) if day else None)
    part = part_match.group(1).lower() if part_match else ""
    if part_match:
        rest = _without(rest, part_match)
    part = part or (
        "tonight" if "tonight" in text.lower().split() else "morning" if clock and _WAKES.search(text) else ""
    )
    if day is None and clock is None and not part:
        return None
    if part_match and day is None and clock is None and _is_over(part_match, local):
        return None  # who says at five that something was so this morning speaks of no time to come
    return _combined(day, clock, part, local, tidy(rest))


def _is_over(part: re.Match[str], local: LocalTime) -> bool:
    return (
        "this" in part[0].lower().split() and local.today + timedelta(hours=_PARTS[part[1].lower()][1]) <= local.now
    )


def names_day(text: str, local: LocalTime) -> bool:
    """Whether a text says on which day: "tomorrow", "on Friday", "the ninth of May"."""
    return _take_day(text, local, False)[1] is not None


def _relative(found: re.Match[str], local: LocalTime) -> SpokenTime | None:
    number, unit = (found.group(1), found.group(2)) if found.group(1) else (found.group(4), found.group(5))
    unit = unit.lower()
    length = (number_of(number) + (0.5 if found.group(3) else 0.0)) * UNIT_S[unit]
    rest = _without(found.string, found)
    due = local.now_ns + int(length * NS)
    if unit not in _WHOLE_DAYS:
        return SpokenTime(due, due, tidy(rest))
    day = local.calendar.day(-round(length / UNIT_S["day"]))
    clock_match = CLOCK.search(rest)
    clock = read_clock(clock_match) if clock_match else None
    if clock_match and clock:
        rest = _without(rest, clock_match)
    return _combined(day, clock, "", local, tidy(rest))


def _take_day(text: str, local: LocalTime, is_task: bool) -> tuple[str, Interval | None]:
    """(rest, the day or days to come). "Bake bread on Friday for the weekend" is due on Friday."""
    for words, plain in _PLAINLY:
        text = words.sub(plain, text)
    text = text if is_task else _OWNER.sub(r"\1", text)
    named = sorted(_days_to_come(text, local.calendar), key=lambda found: found.start)
    if not named:
        return text, None
    found = next((one for one in named if not _is_for_a_day(text, one)), named[0])
    return f"{_LEADS_TO_DAY.sub('', text[: found.start])} {text[found.end :]}", found.interval


def _days_to_come(text: str, calendar: LocalCalendar) -> Iterator[Found]:
    found = find_days(text, calendar, ahead=True)
    while found is not None:
        if found.interval.end > calendar.now + _A_SECOND:  # what goes on up to now is nothing to come
            yield found
        text = f"{text[: found.start]}{MARK * (found.end - found.start)}{text[found.end :]}"
        found = find_days(text, calendar, ahead=True)


def _is_for_a_day(text: str, found: Found) -> bool:
    return text[: found.start].lower().endswith("for ") or text[found.start :].lower().startswith("for ")


def _combined(day: Interval | None, clock: Clock | None, part: str, local: LocalTime, rest: str) -> SpokenTime:
    begins = day.start.replace(hour=0) if day else local.today
    base = max(begins, local.today)
    if clock is not None:
        moment = base + timedelta(hours=clock.hour_in(part, local.now if base == local.today else None))
        if day is None and moment <= local.now:
            moment += timedelta(days=1)
        midnight_ns = 0 if day is not None else stamp_of(local.today)
        is_half_open = not (clock.fixed or part)
        return SpokenTime(stamp_of(moment), stamp_of(moment), rest, midnight_ns, is_half_open)
    if part:
        first_h, last_h = _PARTS[part]
        start, end = base + timedelta(hours=first_h), base + timedelta(hours=last_h)
        if day is None and end <= local.now:
            start, end = start + timedelta(days=1), end + timedelta(days=1)
        return SpokenTime(max(stamp_of(start), min(local.now_ns, stamp_of(end))), stamp_of(end), rest)
    start, end = base + timedelta(hours=local.morning_h), day.end - _A_SECOND if day else base
    return SpokenTime(max(stamp_of(start), min(local.now_ns, stamp_of(end))), stamp_of(end), rest)


def stamp_of(moment: datetime) -> int:
    """Nanoseconds since the epoch."""
    return round(moment.timestamp()) * NS


def _without(text: str, found: re.Match[str] | None) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}" if found else text


def tidy(text: str) -> str:
    """Without the prepositions that a time left behind; "on" and "in" belong to verbs: turn the heater on at five."""
    plain = " ".join(text.split())
    return _DANGLING.sub("", _DANGLING.sub("", plain)).strip(" ,")
