"""The time that a question is about, taken out of its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from embodied_memory.memory.retrieval.query_plan.query_plan import TimeFilter

_NS = 1_000_000_000
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_PARTS = {"morning": (4, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (20, 28), "noon": (11, 14)}
_WEEKDAYS = re.compile(r"\b(?:on|during) (weekdays|work(?:ing)? ?days)\b|\bduring the week\b", re.I)
_WEEKENDS = re.compile(r"\b(?:at|on|during) (?:the )?weekends?\b", re.I)
_PLURAL_DAY = re.compile(rf"\bon ({'|'.join(_DAYS)})s\b", re.I)
_WHEN = re.compile(
    r"\b(?P<since>since |from )?(?:on |by |for |until |in the course of |during |over )?(?:"
    r"(?P<plain>today|yesterday|tomorrow|tonight|last night|the day before yesterday)(?: (?P<part1>morning|afternoon"
    r"|evening|night))?|this (?P<part2>morning|afternoon|evening)|(?P<week>this|last) week"
    r"|the (?:last|past) (?P<count>\d+|two|three|four|five|six|seven|few) (?P<unit>hours|days|weeks)"
    rf"|(?P<lastday>last |this past )?(?P<day>{'|'.join(_DAYS)})(?: (?P<part3>morning|afternoon|evening|night))?"
    rf"|(?:the )?(?P<date>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{'|'.join(_MONTHS)})"
    rf"|(?P<month2>{'|'.join(_MONTHS)}) (?P<date2>\d{{1,2}})(?:st|nd|rd|th)?)\b",
    re.I,
)
_CLOCK = re.compile(r"\b(?:at|by|around|about) (?P<h>\d{1,2})(?:[:.](?P<m>\d\d))?\s*(?P<half>am|pm|o'clock)?\b", re.I)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "few": 3}


@dataclass(frozen=True)
class ToldTime:
    """rest: the question without the words of the time. days: weekdays that are meant by habit."""

    rest: str
    time: TimeFilter | None
    days: tuple[int, ...] = ()


def read_time(text: str, now_ns: int) -> ToldTime:
    """Never fails: without words of time, nothing is filtered."""
    for pattern, days in ((_WEEKDAYS, range(5)), (_WEEKENDS, range(5, 7))):
        found = pattern.search(text)
        if found:
            return ToldTime(_without(text, found), None, tuple(days))
    found = _PLURAL_DAY.search(text)
    if found:
        return ToldTime(_without(text, found), None, (_DAYS.index(found[1].lower()),))
    now = datetime.fromtimestamp(now_ns // _NS, timezone.utc)
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    found = _WHEN.search(text)
    clock = _CLOCK.search(text)
    start, end = _span(found, today, now) if found else (today, now)
    rest = _without(text, found) if found else text
    if clock and (found or clock["m"] or clock["half"]):
        hour = int(clock["h"]) % 24 + (12 if (clock["half"] or "").lower() == "pm" and int(clock["h"]) < 12 else 0)
        start = start.replace(hour=hour, minute=int(clock["m"] or 0))
        rest = _CLOCK.sub(" ", rest, count=1)
        return ToldTime(rest, _filter(start, start + timedelta(minutes=1), text, True))
    return ToldTime(rest, _filter(start, end, found.group(0)) if found else None)


def _span(found: re.Match[str], today: datetime, now: datetime) -> tuple[datetime, datetime]:
    start = today
    plain = (found["plain"] or "").lower()
    part = (found["part1"] or found["part2"] or found["part3"] or "").lower()
    if plain:
        ago = {"yesterday": 1, "tomorrow": -1, "last night": 1, "the day before yesterday": 2}.get(plain, 0)
        start = today - timedelta(days=ago)
        part = {"tonight": "night", "last night": "night"}.get(plain, part)
    elif found["week"]:
        start = today - timedelta(days=today.weekday())
        if found["week"].lower() == "last":
            return start - timedelta(days=7), start
        return start, start + timedelta(days=7)
    elif found["count"]:
        count = _NUMBERS.get(found["count"].lower()) or int(found["count"])
        return now - timedelta(**{found["unit"].lower(): count}), now
    elif found["day"]:
        ago = (today.weekday() - _DAYS.index(found["day"].lower())) % 7
        start = today - timedelta(days=ago or (7 if found["lastday"] else 0))
    else:
        month = _MONTHS.index((found["month"] or found["month2"]).lower()) + 1
        day = min(28, int(found["date"] or found["date2"])) if month == 2 else int(found["date"] or found["date2"])
        start = today.replace(month=month, day=min(day, 30) if month in (4, 6, 9, 11) else min(day, 31))
        start = start.replace(year=start.year - 1) if start > now + timedelta(days=180) else start
    first, last = _PARTS.get(part, (0, 24))
    end = now + timedelta(seconds=1) if found["since"] else start + timedelta(hours=last)
    return start + timedelta(hours=first), end


def _filter(start: datetime, end: datetime, words: str, is_moment: bool = False) -> TimeFilter:
    return TimeFilter(int(start.timestamp()) * _NS, int(end.timestamp()) * _NS, words.strip(), is_moment)


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"
