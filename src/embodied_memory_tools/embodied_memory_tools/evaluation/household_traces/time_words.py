"""Times in plain answers: "on Tuesday at 17:30", "2026-03-03 17:30", "yesterday at 5 pm", "two hours ago"."""

from __future__ import annotations

import re
from datetime import timedelta

from household.residents.spoken import moment

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_NUMBERS = {"no": 0, "none": 0, "zero": 0, "never": 0, "once": 1, "one": 1, "a": 1, "an": 1, "twice": 2, "two": 2,
            "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
            "twelve": 12}  # fmt: skip
_CLOCK = re.compile(r"(?<![\d-])(?<!\d[:.])(\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?\s*(am|pm|a\.m\.|p\.m\.)?(?!\d|:\d)")
_HOUR = re.compile(r"(?<![\d-])(?<!\d[:.])(\d{1,2})\s*(am|pm|a\.m\.|p\.m\.|o'clock)")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_AGO = re.compile(r"\b(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(minute|hour)s?\s+ago")
_MONTH = "|".join(_MONTHS)
_MONTH_DAY = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({_MONTH})|({_MONTH})\s+(\d{{1,2}})")
_DAY_S = 86_400
_AGO_TOLERANCE_S = 1_800.0


def tells_time(text: str, stamp_ns: int, tolerance_s: float, now_ns: int) -> bool:
    """Whether the first time in a text is that time. A day must be named, unless it is the day of now."""
    low = text.lower()
    ago = _AGO.search(low)
    if ago is not None:
        unit_s = 60 if ago.group(2) == "minute" else 3600
        told_s = now_ns / 1e9 - number_of(ago.group(1)) * unit_s
        return abs(told_s - stamp_ns / 1e9) <= max(tolerance_s, _AGO_TOLERANCE_S if unit_s == 3600 else 120.0)
    if not tells_clock(text, stamp_ns, tolerance_s):
        return False
    day = _day_of(low, stamp_ns, now_ns)
    return _is_same_day(stamp_ns, now_ns) if day is None else day


def tells_clock(text: str, stamp_ns: int, tolerance_s: float) -> bool:
    """Whether the first time of the day in a text is that of the stamp."""
    second = _second_of_day(_DATE.sub(" ", text.lower()))
    if second is None:
        return False
    apart = abs(second - stamp_ns // 1_000_000_000 % _DAY_S)
    return min(apart, _DAY_S - apart) <= tolerance_s


def number_in(text: str) -> int | None:
    """The first number of a text that is no time or date; None if there is none."""
    plain = _CLOCK.sub(" ", _MONTH_DAY.sub(" ", _DATE.sub(" ", text.lower())))
    for word in re.findall(r"\d+|[a-z]+", plain):
        if word.isdigit():
            return int(word)
        if word in _NUMBERS and word not in ("a", "an", "no"):
            return _NUMBERS[word]
    return None


def number_of(word: str) -> int:
    """The value of a number word or of digits. KeyError if it is neither."""
    return int(word) if word.isdigit() else _NUMBERS[word]


def _second_of_day(low: str) -> float | None:
    clock, hour = _CLOCK.search(low), _HOUR.search(low)
    if clock is not None and (hour is None or clock.start() <= hour.start()):
        hours, minutes, half = int(clock.group(1)), int(clock.group(2)), clock.group(3) or ""
    elif hour is not None:
        hours, minutes, half = int(hour.group(1)), 0, hour.group(2)
    elif "midnight" in low or "noon" in low:
        return 0.0 if "midnight" in low else 43_200.0
    else:
        return None
    if half[:1] in ("a", "p"):
        hours = hours % 12 + (12 if half[0] == "p" else 0)
    return hours * 3600.0 + minutes * 60.0


def _day_of(low: str, stamp_ns: int, now_ns: int) -> bool | None:
    """Whether the day named in a text is that of the stamp; None if none is named."""
    when, now = moment(stamp_ns), moment(now_ns)
    date = _DATE.search(low)
    if date is not None:
        return (when.year, when.month, when.day) == tuple(int(part) for part in date.groups())
    named = _MONTH_DAY.search(low)
    if named is not None:
        day, month = (named.group(1), named.group(2)) if named.group(1) else (named.group(4), named.group(3))
        return (when.day, when.month) == (int(day), _MONTHS.index(month) + 1)
    for word, days in (("today", 0), ("this morning", 0), ("tonight", 0), ("yesterday", 1), ("tomorrow", -1)):
        if word in low:
            return (now - timedelta(days=days)).date() == when.date()
    weekday = re.search("|".join(_WEEKDAYS), low)
    if weekday is not None:
        return _WEEKDAYS[when.weekday()] == weekday.group(0)
    return None


def _is_same_day(one_ns: int, other_ns: int) -> bool:
    return moment(one_ns).date() == moment(other_ns).date()
