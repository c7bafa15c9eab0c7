"""Times of day: by the clock, in words and figures ("17:30", "5 pm", "half past five", "nine thirty", "at
five"), and mornings, evenings and meals, on a day that is told or meant.

Amounts and units of time in words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from embodied_memory.words.time_words.local_calendar import Interval, LocalCalendar, midnight
from embodied_memory.words.time_words.time_phrase import Granularity

_WORDS = {
    "a": 1.0, "an": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0,
    "eight": 8.0, "nine": 9.0, "ten": 10.0, "eleven": 11.0, "twelve": 12.0, "fifteen": 15.0, "twenty": 20.0,
    "thirty": 30.0, "forty": 40.0, "forty-five": 45.0, "ninety": 90.0, "half a": 0.5, "half an": 0.5,
    "a couple of": 2.0, "a few": 3.0, "a quarter of an": 0.25, "quarter": 15.0, "a quarter": 15.0, "half": 30.0,
    "twenty-five": 25.0,
}  # fmt: skip
_HOUR_SAID = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
HOUR = rf"{_HOUR_SAID}|1[0-2]|0?[1-9]"
_MINUTES_AFTER = {
    "oh five": 5, "o five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "twenty-five": 25, "twenty five": 25,
    "thirty": 30, "thirty-five": 35, "thirty five": 35, "forty": 40, "forty-five": 45, "forty five": 45, "fifty": 50,
    "fifty-five": 55, "fifty five": 55,
}  # fmt: skip
_SAID_AFTER = "|".join(sorted(_MINUTES_AFTER, key=len, reverse=True))
_ENDS = (
    r"(?= *(?:$|[,.;!?]|sharp|in |on |this |that |today|tonight|tomorrow|to |and |or |please|then|for |with |until "
    r"|till |from |instead|not |so |because |when ))"
)
_BEFORE = r"(?:at|by|before|around|about|until|till|after|from|@|for)"
_HALF_DAY = r"(?:\s?(a\.?m\b\.?|p\.?m\b\.?))"

CLOCK = re.compile(
    rf"(?:\b(?:{_BEFORE} )+|\b)(?:"
    rf"(?P<minutes>half|a quarter|quarter|five|ten|twenty|twenty-five|\d{{1,2}})(?: minutes?)? (?P<side>past|to"
    rf"|after)"
    rf" (?P<hour>{HOUR})\b{_HALF_DAY.replace('(a', '(?P<half1>a')}?"
    rf"|(?P<quarter_of>quarter|a quarter) (?:of|till|til) (?P<hour_of>{HOUR})\b"
    rf"|(?P<hour_said>{_HOUR_SAID})[ -](?P<minutes_said>{_SAID_AFTER})\b"
    rf"(?:{_HALF_DAY.replace('(a', '(?P<half4>a')}|{_ENDS})"
    rf"|half (?P<half_past>{HOUR})\b"
    rf"(?= *(?:$|[,.;!?]|in |on |this |that |today|tonight|tomorrow|to |and |please|then ))"
    rf"|(?P<h24>[01]?\d|2[0-4])(?::|\.|h)(?P<m24>[0-5]\d)\b{_HALF_DAY.replace('(a', '(?P<half2>a')}?"
    rf"|(?P<h12>{HOUR}){_HALF_DAY.replace('(a', '(?P<half3>a')}"
    rf"|(?P<oclock>{HOUR}) o'?clock"
    rf"|(?<=\bat )(?P<bare>{HOUR}|1[3-9]|2[0-3])(?= *(?:$|[,.;!?]|sharp|on |to |in |this |that |today|tonight"
    rf"|at night|tomorrow|for |with |and |please|until |from ))"
    rf"|(?<=\bby )(?P<bare2>{HOUR})(?= *(?:$|[,.;!?]|today|tonight|tomorrow|please|on ))"
    rf"|(?<=\bto )(?P<bare3>{HOUR})(?= *$)"
    rf")",
    re.I,
)


@dataclass(frozen=True)
class Clock:
    """hour: with its fraction, as said. fixed: whether morning and evening are told apart (24 h, am or pm)."""

    hour: float
    fixed: bool

    def hour_in(self, part: str, now: datetime | None) -> float:
        """The hour of the day, 0 to 24. part: of the day, if said; now: if it is today, the next such hour."""
        if self.fixed or self.hour >= 13:
            return self.hour
        hour = self.hour % 12
        if part in ("morning", "breakfast"):
            return hour
        if part in ("afternoon", "evening", "tonight", "night", "dinner", "lunch", "lunchtime", "midday", "bedtime"):
            return hour + 12
        if now is not None:
            passed = now.hour + now.minute / 60
            return hour + 12 if hour <= passed < hour + 12 or hour < 6 else hour
        return hour + 12 if hour < 7 else hour


def amount(text: str) -> float:
    """The number that figures or words say."""
    text = text.lower()
    return _WORDS[text] if text in _WORDS else float(text)


def read_clock(found: re.Match[str]) -> Clock | None:
    """What a match of CLOCK says, None if there is no such hour."""
    group = found.groupdict()
    half = (group["half1"] or group["half2"] or group["half3"] or group["half4"] or "").lower()[:1]
    if group["hour"]:
        minutes = amount(group["minutes"]) / 60
        hour = amount(group["hour"]) + (minutes if group["side"].lower() != "to" else -minutes)
    elif group["quarter_of"]:  # American for a quarter to it
        hour = amount(group["hour_of"]) - 0.25
    elif group["hour_said"]:
        hour = amount(group["hour_said"]) + _MINUTES_AFTER[group["minutes_said"].lower()] / 60
    elif group["half_past"]:  # "half ten" is British for half past ten
        hour = amount(group["half_past"]) + 0.5
    elif group["h24"]:
        hour = int(group["h24"]) + int(group["m24"]) / 60
        if not half and (int(group["h24"]) >= 10 or group["h24"].startswith("0")):
            return Clock(hour, True) if hour <= 24 else None
    else:
        said = group["h12"] or group["oclock"] or group["bare"] or group["bare2"] or group["bare3"]
        hour = amount(said)
    if not half:
        return Clock(hour, hour >= 13)
    return Clock(hour % 12 + (12 if half == "p" else 0), True)


_VAGUE = {"couple of": 2.0, "couple": 2.0, "few": 3.0, "several": 4.0}

NUMBER = (
    r"(?:\d{1,6}(?:\.\d+)?|half an?|a couple of|couple of|couple|a few|few|several|an?|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty(?:-five)?|ninety)"
)
UNIT = r"(?:second|sec|minute|min|hour|hr|day|night|week|month|year)"
UNIT_S = {
    "second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400, "night": 86400,
    "week": 604800, "month": 30 * 86400, "year": 365 * 86400,
}  # fmt: skip


def number_of(text: str) -> float:
    """The number that figures or words say."""
    text = text.lower()
    return _VAGUE[text] if text in _VAGUE else amount(text)


def is_vague(text: str) -> bool:
    """Whether the number is not meant exactly."""
    return any(word in _VAGUE for word in text.lower().removeprefix("a ").split())


DAY_PARTS = {"morning": (5.0, 12.0), "afternoon": (12.0, 17.0), "evening": (17.0, 22.0), "night": (22.0, 29.0)}
"""First and last hour; hours beyond 24 are those of the next day. They do not overlap and leave nothing out."""

DAY_HOURS = {
    **DAY_PARTS, "noon": (11.5, 12.5), "midday": (11.5, 13.0), "lunchtime": (11.5, 14.0), "lunch": (11.5, 14.0),
    "breakfast": (6.0, 10.0), "dinner": (17.5, 21.0), "dinnertime": (17.5, 21.0), "supper": (17.5, 21.0),
    "midnight": (23.5, 24.5), "bedtime": (21.0, 24.0),
}  # fmt: skip
"""Also the hours of meals, within the parts or across them."""


def part_of(day: Interval, name: str, some: str = "") -> Interval:
    """That part of a day; some: "early" and "late" are its halves."""
    first, last = DAY_HOURS[name]
    middle = (first + last) / 2
    return day.part(middle if some == "late" else first, middle if some == "early" else last)


def latest_part(calendar: LocalCalendar, name: str, some: str, ahead: bool) -> Interval:
    """Today's if it has begun, else yesterday's; looking ahead, the next that is not over."""
    today = part_of(calendar.day(0), name, some)
    if ahead:
        return today if today.end > calendar.now else part_of(calendar.day(-1), name, some)
    return today if today.start <= calendar.now else part_of(calendar.day(1), name, some)


def moment_in(day: Interval, clock: Clock) -> datetime:
    """When the clock shows that within a part of a day; on a whole day, small hours are those after noon."""
    within = [moment for moment in _moments(day.start, clock, (0, 1)) if day.start <= moment < day.end]
    if day.granularity is Granularity.DAY_PART and within:
        return within[0]
    return midnight(day.start) + timedelta(hours=clock.hour_in("", None))


def latest_moment(calendar: LocalCalendar, clock: Clock, ahead: bool) -> datetime:
    """The last time that the clock showed it, or the next."""
    moments = sorted(_moments(calendar.today, clock, (-1, 0, 1)))
    if ahead:
        return next(moment for moment in moments if moment > calendar.now)
    return next(moment for moment in reversed(moments) if moment <= calendar.now)


def first_after(start: datetime, clock: Clock) -> datetime:
    """The first time after `start` that the clock shows it."""
    return min(moment for moment in _moments(start, clock, (0, 1)) if moment > start)


def last_before(end: datetime, clock: Clock) -> datetime:
    """The last time before `end` that the clock shows it."""
    return max(moment for moment in _moments(end, clock, (-1, 0)) if moment < end)


def around(moment: datetime, minutes: bool, about: bool) -> Interval:
    """What is meant by a clock time: a quarter of an hour about a minute, half an hour about a full hour.

    minutes: whether these were told; about: it was told roughly, then twice as much is meant.
    """
    slack = timedelta(minutes=15 if minutes else 30) * (2 if about else 1)
    return Interval(moment - slack, moment + slack, Granularity.MINUTE if minutes else Granularity.HOUR)


def _moments(day: datetime, clock: Clock, days: tuple[int, ...]) -> list[datetime]:
    hours = [clock.hour] if clock.fixed else [clock.hour % 12, clock.hour % 12 + 12]
    return [midnight(day) + timedelta(days=more, hours=hour) for more in days for hour in hours]
