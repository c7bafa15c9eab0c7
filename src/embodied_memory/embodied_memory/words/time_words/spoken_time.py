"""Times as people say them, to come and gone by: "at 5 pm tomorrow", "tonight", "in two hours", "on Friday",
"next week"; "yesterday", "two hours ago", "last night", "earlier today".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone

from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS, days_to_weekday, midnight
from embodied_memory.words.time_words.times_of_day import CLOCK, Clock, amount, read_clock

NS = 1_000_000_000
_LAST_NS = 2**63 - 1
"""The last stamp that the file holds, in the year 2262."""


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
        day_ns = 24 * UNIT_S["hour"] * NS
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
    def now(self) -> datetime:
        """Local time."""
        zone = timezone(timedelta(hours=self.utc_offset_h))
        return datetime.fromtimestamp(self.now_ns // NS, zone)

    @property
    def today(self) -> datetime:
        """Midnight that this day began with."""
        return midnight(self.now)


UNIT_S = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400, "week": 604800,
          "fortnight": 1209600}  # fmt: skip
_PARTS = {
    "morning": (8.0, 12.0), "noon": (12.0, 12.0), "midday": (12.0, 12.0), "lunchtime": (12.0, 14.0),
    "lunch": (13.0, 14.0), "afternoon": (13.0, 18.0), "evening": (18.0, 22.0), "dinner": (19.0, 21.0),
    "breakfast": (8.0, 10.0), "tonight": (19.0, 23.98), "night": (19.0, 23.98), "midnight": (24.0, 24.0),
    "bedtime": (21.5, 22.5), "bed": (21.5, 22.5), "work": (17.5, 19.0), "school": (15.0, 17.0),
}  # fmt: skip

NUMBER = r"(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty" \
    r"|thirty|forty(?:-five)?|ninety|half an?|a couple of|a few|a quarter of an)"  # fmt: skip
UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?)"
_IN = re.compile(
    rf"\b(?:(?:with)?in (?:about |around |the next )?({NUMBER}) ({UNIT})(?:'s?)?( and a half)?(?: time| from now)?"
    rf"|({NUMBER}) ({UNIT}) from now)\b",
    re.I,
)
_PREFIX = (
    r"(?:(?!on on |in in )(?:on|by|before|until|till|from|for|this coming|this|next|the following|due|of|in|over) )*"
)
_DAY = re.compile(
    rf"\b{_PREFIX}(?:the )?(day after tomorrow|today|tonight|tomorrow|week after next|(?:this |next )?weekend"
    r"|(?:end of (?:the|this|next) |this |next )(?:week|month)|(?:the )?month after next"
    rf"|(?:{'|'.join(WEEKDAYS)})s?)(?!-)\b",
    re.I,
)
_OWNS = re.compile(r"['’]s\s+[a-z]")
_MONTH_NAMES = "|".join(MONTHS)
_DATE = re.compile(
    rf"\b(?:(?:on|by|before|until|for) )?(?:(\d{{4}})-(\d\d)-(\d\d)|(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?: of)?"
    rf" ({_MONTH_NAMES})|({_MONTH_NAMES}) (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?|the (\d{{1,2}})(?:st|nd|rd|th))\b",
    re.I,
)
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

    is_task: whether it tells what is to be done: "ask about Tuesday's exam" tells no day then. A time that no
    calendar or no stamp reaches ("in 20000 weeks") is none.
    """
    try:
        due = _due(text, local, is_task)
    except (OverflowError, ValueError):
        return None
    return None if due is None or due.end_ns > _LAST_NS else due


def _due(text: str, local: LocalTime, is_task: bool) -> SpokenTime | None:
    relative = _IN.search(text)
    if relative:
        found = _relative(relative, local)
        if found is not None:
            return found
    rest, day, days, weeks = _take_day(text, local, is_task)
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
    return _combined(day, days, weeks, clock, part, local, tidy(rest))


def _is_over(part: re.Match[str], local: LocalTime) -> bool:
    return (
        "this" in part[0].lower().split() and local.today + timedelta(hours=_PARTS[part[1].lower()][1]) <= local.now
    )


def names_day(text: str, local: LocalTime) -> bool:
    """Whether a text says on which day: "tomorrow", "on Friday", "the ninth of May"."""
    return _take_day(text, local, False)[1] is not None


def _relative(found: re.Match[str], local: LocalTime) -> SpokenTime | None:
    number, unit = (found.group(1), found.group(2)) if found.group(1) else (found.group(4), found.group(5))
    unit = singular_unit(unit)
    length = (amount(number) + (0.5 if found.group(3) else 0.0)) * UNIT_S[unit]
    rest = _without(found.string, found)
    due = local.now_ns + int(length * NS)
    if unit not in ("day", "week"):
        return SpokenTime(due, due, tidy(rest))
    day = midnight(local.now + timedelta(seconds=length))
    clock_match = CLOCK.search(rest)
    clock = read_clock(clock_match) if clock_match else None
    if clock_match and clock:
        rest = _without(rest, clock_match)
    return _combined(day, 1, 0, clock, "", local, tidy(rest))


def _take_day(text: str, local: LocalTime, is_task: bool) -> tuple[str, datetime | None, int, int]:
    """(rest, first day, number of days, whether it is a week or longer)."""
    date = _DATE.search(text)
    if date:
        day = _date(date, local)
        if day is not None:
            return _without(text, date), day, 1, 0
    named = [one for one in _DAY.finditer(text) if not (is_task and _OWNS.match(text, one.end()))]
    if not named:
        return text, None, 0, 0
    # "Bake bread on Friday for the weekend" is due on Friday.
    found = next((one for one in named if not one.group(0).lower().startswith("for ")), named[0])
    day, days = _named_day(found.group(0).lower(), found.group(1).lower(), local)
    return _without(text, found), day, days, int(days > 2)


def _named_day(phrase: str, name: str, local: LocalTime) -> tuple[datetime, int]:
    today, weekday = local.today, local.now.weekday()
    if name in ("today", "tonight"):
        return today, 1
    if "tomorrow" in name:
        return today + timedelta(days=2 if "after" in name else 1), 1
    following = "next" in phrase.split() or "following" in phrase
    if "weekend" in name:
        saturday = today + timedelta(days=max(5 - weekday, 0) + (7 if following else 0))
        return saturday, 2
    if "month" in name:
        return _month(today, following)
    if "week" in name:
        monday = today - timedelta(days=weekday) + timedelta(days=14 if "after" in name else 7 if following else 0)
        return (max(monday, today), 7 - max((today - monday).days, 0))
    named = WEEKDAYS.index(name if name in WEEKDAYS else name.removesuffix("s"))
    which = "next" if following else "this" if "this" in phrase.split() else ""
    return today + timedelta(days=days_to_weekday(named, weekday, which)), 1


def _month(today: datetime, following: bool) -> tuple[datetime, int]:
    first = today.replace(day=1)
    after = (first + timedelta(days=32)).replace(day=1)
    if not following:
        return today, (after - today).days
    return after, ((after + timedelta(days=32)).replace(day=1) - after).days


def _date(found: re.Match[str], local: LocalTime) -> datetime | None:
    year, month, day, day_first, month_first, month_second, day_second, day_alone = found.groups()
    today = local.today
    try:
        if year:
            return today.replace(year=int(year), month=int(month), day=int(day))
        if day_alone:
            named = today.replace(day=int(day_alone))
            return (
                named if named >= today else (today.replace(day=1) + timedelta(days=32)).replace(day=int(day_alone))
            )
        name = (month_first or month_second).lower()
        named = today.replace(month=MONTHS.index(name) + 1, day=int(day_first or day_second))
        return named if named >= today else named.replace(year=named.year + 1)
    except ValueError:
        return None


def _combined(
    day: datetime | None, days: int, long: int, clock: Clock | None, part: str, local: LocalTime, rest: str
) -> SpokenTime:
    base = day or local.today
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
    start = base + timedelta(hours=local.morning_h)
    end = base + timedelta(days=max(days, 1)) - timedelta(seconds=1)
    return SpokenTime(max(stamp_of(start), min(local.now_ns, stamp_of(end))), stamp_of(end), rest)


def singular_unit(unit: str) -> str:
    """Such as "hour" for "Hours"."""
    return unit.lower().rstrip("s")


def stamp_of(moment: datetime) -> int:
    """Nanoseconds since the epoch."""
    return round(moment.timestamp()) * NS


def _without(text: str, found: re.Match[str] | None) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}" if found else text


def tidy(text: str) -> str:
    """Without the prepositions that a time left behind; "on" and "in" belong to verbs: turn the heater on at five."""
    plain = " ".join(text.split())
    return _DANGLING.sub("", _DANGLING.sub("", plain)).strip(" ,")


_AGO = re.compile(rf"\b(?:about |around )?({NUMBER}) ({UNIT}) ago\b", re.I)
_PAST = re.compile(
    r"\b(yesterday(?: morning| afternoon| evening)?|last night|the other day|(?:a|some) (?:while|time) ago"
    rf"|last (?:week|month|weekend|{'|'.join(WEEKDAYS)})|(?:earlier )?this morning|earlier today|(?:just )?earlier"
    r"|at (?:breakfast|lunch|noon))\b",
    re.I,
)


def read_past(text: str, local: LocalTime) -> int | None:
    """The latest stamp that a past time such as "yesterday" or "two hours ago" may mean, None if none is named."""
    ago = _AGO.search(text)
    if ago:
        return local.now_ns - int(amount(ago.group(1)) * UNIT_S[singular_unit(ago.group(2))] * NS)
    found = _PAST.search(text)
    if not found:
        return None
    end = _past_end(found.group(1).lower(), local)
    return min(stamp_of(end), local.now_ns) if end else None


def without_past(text: str) -> str:
    """The text without the words of a past time."""
    return tidy(_PAST.sub(" ", _AGO.sub(" ", text)))


def _past_end(name: str, local: LocalTime) -> datetime | None:
    today, weekday = local.today, local.now.weekday()
    for part, hour in (("morning", 12.0), ("breakfast", 9.0), ("noon", 12.0), ("lunch", 14.0), ("afternoon", 18.0)):
        if part in name:
            return today + timedelta(hours=hour) - timedelta(days=1 if "yesterday" in name else 0)
    if "yesterday" in name or name == "last night":
        return today - timedelta(seconds=1)
    if name == "the other day":
        return today - timedelta(days=1)
    if name.startswith("last "):
        unit = name[5:]
        if unit in WEEKDAYS:
            return today - timedelta(days=(weekday - WEEKDAYS.index(unit) - 1) % 7, seconds=1)
        return today.replace(day=1) if unit == "month" else today - timedelta(days=weekday)
    return local.now
