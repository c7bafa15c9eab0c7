"""Phrases that name days, weeks, months or years, or a stretch of time that ends now: yesterday, two hours ago,
the last week, lately.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS, Interval, LocalCalendar, days_to_weekday
from embodied_memory.words.time_words.time_phrase import Granularity
from embodied_memory.words.time_words.times_of_day import NUMBER, UNIT, UNIT_S, is_vague, number_of


def rolling(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "The last two hours": so long, up to now."""
    unit = _unit(match["unit"])
    length = timedelta(seconds=number_of(match.groupdict().get("count") or "one") * UNIT_S[unit])
    return Interval(calendar.now - length, calendar.until_now, _granularity(unit))


def ago(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "Two days ago", "an hour and a half ago": around then."""
    unit, count = _unit(match["unit"]), number_of(match["count"]) + (0.5 if match["half"] else 0.0)
    if not is_vague(match["count"]) and count == int(count) and UNIT_S[unit] >= 86400:
        return _calendar_ago(unit, int(count), calendar)
    moment = calendar.now - timedelta(seconds=count * UNIT_S[unit])
    if is_vague(match["count"]):
        return _lately(calendar, 3 * count * UNIT_S[unit])
    # "Two hours ago" is meant to half an hour, "20 minutes ago" to a quarter of it.
    slack_s = min(count * UNIT_S[unit] / 2, max(0.25 * count * UNIT_S[unit], UNIT_S[unit] / 2, 120))
    end = min(moment + timedelta(seconds=slack_s), calendar.until_now)
    return Interval(moment - timedelta(seconds=slack_s), end, _granularity(unit))


def _calendar_ago(unit: str, count: int, calendar: LocalCalendar) -> Interval:
    if unit == "week":
        return calendar.week(count)
    if unit == "month":
        return calendar.month(count)
    if unit == "year":
        return calendar.year(calendar.today.year - count)
    return calendar.day(count).part(17, 29) if unit == "night" else calendar.day(count)


SPANS: dict[str, Callable[[LocalCalendar], Interval]] = {
    "today": lambda calendar: calendar.day(0),
    "yesterday": lambda calendar: calendar.day(1),
    "tomorrow": lambda calendar: calendar.day(-1),
    "the day before yesterday": lambda calendar: calendar.day(2),
    "the day after tomorrow": lambda calendar: calendar.day(-2),
    # In the small hours it is still the night of the day before.
    "tonight": lambda calendar: calendar.day(1 if calendar.now.hour < 5 else 0).part(17, 29),
    "last night": lambda calendar: calendar.day(1).part(17, 29),
    "overnight": lambda calendar: calendar.day(1).part(22, 31),
    "last evening": lambda calendar: calendar.day(1).part(17, 22),
    "the night before last": lambda calendar: calendar.day(2).part(17, 29),
    "the previous day": lambda calendar: calendar.day(1),
    "the previous evening": lambda calendar: calendar.day(1).part(17, 22),
    "the previous night": lambda calendar: calendar.day(1).part(17, 29),
    "this time yesterday": lambda calendar: _about(calendar.now - timedelta(days=1)),
    "the weekend after next": lambda calendar: calendar.weekend(-2),
    "the week after next": lambda calendar: calendar.week(-2),
    "the month after next": lambda calendar: calendar.month(-2),
    "the weekend before last": lambda calendar: calendar.weekend(2),
    "the week before last": lambda calendar: calendar.week(2),
    "the month before last": lambda calendar: calendar.month(2),
    "the other day": lambda calendar: Interval(calendar.day(7).start, calendar.today, Granularity.DAY),
    "just now": lambda calendar: _lately(calendar, 600),
    "a moment ago": lambda calendar: _lately(calendar, 600),
    "recently": lambda calendar: _lately(calendar, 7 * 86400),
    "lately": lambda calendar: _lately(calendar, 7 * 86400),
    "these days": lambda calendar: _lately(calendar, 7 * 86400),
    "a while ago": lambda calendar: _lately(calendar, 7 * 86400),
    "earlier today": lambda calendar: Interval(calendar.today, calendar.until_now, Granularity.DAY),
    "so far today": lambda calendar: Interval(calendar.today, calendar.until_now, Granularity.DAY),
    "earlier this week": lambda calendar: Interval(calendar.week(0).start, calendar.until_now, Granularity.WEEK),
    "so far this week": lambda calendar: Interval(calendar.week(0).start, calendar.until_now, Granularity.WEEK),
    "earlier this month": lambda calendar: Interval(calendar.month(0).start, calendar.until_now, Granularity.MONTH),
}


def _about(moment: datetime) -> Interval:
    return Interval(moment - timedelta(minutes=30), moment + timedelta(minutes=30), Granularity.HOUR)


def _lately(calendar: LocalCalendar, seconds: float) -> Interval:
    granularity = Granularity.HOUR if seconds < 86400 else Granularity.WEEK
    return Interval(calendar.now - timedelta(seconds=seconds), calendar.until_now, granularity)


def plain(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "Yesterday", "earlier this week": as `SPANS` has it."""
    return SPANS[match["name"].lower()](calendar)


def _unit(name: str) -> str:
    return name.lower()


def _granularity(unit: str) -> Granularity:
    if UNIT_S[unit] < 3600:
        return Granularity.MINUTE
    names = {"hour": "hour", "hr": "hour", "night": "day"}
    return Granularity(names.get(unit, unit))


_SHORT = {"tue": 1, "tues": 1, "thu": 3, "thur": 3, "thurs": 3, "fri": 4}
WEEKDAY = "|".join((*WEEKDAYS, *_SHORT))
MONTH = "|".join((*MONTHS, "jan", "feb", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec"))


def named(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "This week", "last month", "at the weekend"."""
    which, unit = (match["which"] or "").lower(), match["unit"].lower()
    back = (
        -1 if which in ("next", "the next", "the following", "the coming") else 0 if which in ("this", "the") else 1
    )
    if unit == "weekend":
        if which == "the":
            back = 0 if ahead or calendar.weekend(0).start <= calendar.now else 1
        return calendar.weekend(back)
    if unit == "year":
        return calendar.year(calendar.today.year - back)
    return calendar.week(back) if unit == "week" else calendar.month(back)


def weekday(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "On Friday", "last Tuesday"."""
    name, which = match["name"].lower(), (match["which"] or "").lower()
    number = _SHORT[name] if name in _SHORT else WEEKDAYS.index(name)
    if which == "this" and not ahead:
        return calendar.day(calendar.today.weekday() - number)
    if which in ("next", "this coming", "coming") or (ahead and which != "last"):
        return calendar.day(-days_to_weekday(number, calendar.today.weekday(), which))
    return calendar.last_weekday(number)


def in_some_days(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "In three days", "in a fortnight": the day that is so far ahead. ValueError for a length of time gone by."""
    if not ahead:
        raise ValueError("nothing is to come")
    days = {"day": 1, "week": 7, "fortnight": 14}[match["unit"].lower()]
    return calendar.day(-round(number_of(match["count"]) * days))


def night(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "The night from Monday to Tuesday" """
    return weekday(match, calendar, ahead).part(22, 29)


def iso_date(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """2025-05-12."""
    return calendar.date(int(match["day"]), int(match["month"]), int(match["year"]), ahead)


def dotted_date(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """12.5. or 12.05.2025: day and month, as dots are used."""
    year = int(match["year"]) if match["year"] else None
    return calendar.date(int(match["day"]), int(match["month"]), year, ahead)


def date(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "The 12th of May", "May 12, 2025"."""
    year = int(match["year"]) if match["year"] else None
    return calendar.date(int(match["day"]), _month_number(match["month"]), year, ahead)


def day_alone(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "Since the 12th": of this month, or the one before or after."""
    day, today = int(match["day"]), calendar.today.day
    begins = calendar.month((1 if day > today else 0) if not ahead else (0 if day > today else -1)).start
    return calendar.date(day, begins.month, begins.year, ahead)


def month(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "In May", "last May"."""
    number, today = _month_number(match["month"]), calendar.today
    back = (today.month - number) % 12
    if match["year"]:
        back = (today.year - int(match["year"])) * 12 + today.month - number
    elif match["which"] and back == 0:
        back = 12
    elif ahead and back:
        back -= 12
    return calendar.month(back)


def year(match: re.Match[str], calendar: LocalCalendar, ahead: bool) -> Interval:
    """ "In 2025"."""
    return calendar.year(int(match["year"]))


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(name.lower()[:3]))


_NOT_OWNER = r"(?!['’]s|-)"
_DAY_NUMBER = r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<year>(?:19|20)\d\d))?"
_NO_NOUN = (
    r"(?= *(?:$|[?.!,;\x1f]|(?:at|in|on|of|around|before|after|between|did|was|were|and|or|when|while|what)\b))"
)

Reader = Callable[[re.Match[str], LocalCalendar, bool], Interval]
"""(match, calendar, whether the text looks ahead) -> what it means."""


@dataclass(frozen=True)
class FoundDays:
    """An interval and where it stands in the text."""

    interval: Interval
    start: int
    end: int


def find_days(text: str, calendar: LocalCalendar, ahead: bool) -> FoundDays | None:
    """The first phrase for days in the text, None if there is none or no calendar has what it says."""
    for pattern, reader in _READERS:
        for match in pattern.finditer(text):
            try:
                bound = match.groupdict().get("bound")
                return FoundDays(
                    reader(match, calendar, ahead), match.end("bound") + 1 if bound else match.start(), match.end()
                )
            except (ValueError, OverflowError):
                continue
    return None


_SPANS = "|".join(sorted(SPANS, key=len, reverse=True))
_IN = r"\b(?:(?:in|over|during|within|for|throughout|on|at|of) )?"
_AFTER_WORD = r"\b(?:(?:in|on|of|during) |(?P<bound>since|until|till|before|after|by|from) )"
_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern, re.I), reader)
    for pattern, reader in (
        (rf"{_IN}(?:the )?(?:last|past|previous) (?P<count>{NUMBER}) (?P<unit>{UNIT})s?\b", rolling),
        (rf"{_IN}the (?:last|past) (?P<unit>{UNIT})s?\b", rolling),
        (
            rf"\b(?:(?:about|around|some|roughly|approximately|almost|nearly|over) )?(?P<count>{NUMBER})"
            rf" (?P<unit>{UNIT})s?(?P<half> and a half)? ago\b",
            ago,
        ),
        (rf"\bin (?P<count>{NUMBER}) (?P<unit>day|week|fortnight)s?(?:['’]? time)?\b", in_some_days),
        (
            rf"{_IN}(?<!most )(?P<name>{_SPANS})\b{_NOT_OWNER}",
            plain,
        ),
        (
            r"\b(?:(?:in|over|during|at|on|throughout|of|for|all) )?(?P<which>this|last|next|the next|the previous"
            rf"|the following|the coming|previous) (?P<unit>week|weekend|month|year)\b{_NOT_OWNER}",
            named,
        ),
        (
            rf"\b(?:(?:in|during) )?the night (?:from|of) (?P<which>last )?(?P<name>{WEEKDAY})"
            rf" (?:on|to) (?:{WEEKDAY})\b",
            night,
        ),
        (rf"\b(?:at|on|over|during) (?P<which>the) (?P<unit>weekend)\b{_NOT_OWNER}", named),
        (r"\b(?:on )?(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)\b", iso_date),
        (
            r"\b(?:on )?(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:19|20)\d\d)?(?![\d.])",
            dotted_date,
        ),
        (
            rf"{_IN}(?:(?:{WEEKDAY}),? )?{_DAY_NUMBER}(?: of)? (?P<month>{MONTH})\b(?! (?:be|have|not)\b){_YEAR}",
            date,
        ),
        (
            rf"{_IN}(?:(?:{WEEKDAY}),? )?(?P<month>{MONTH}) {_DAY_NUMBER}(?![\d:]){_YEAR}",
            date,
        ),
        (rf"{_AFTER_WORD}the (?P<day>\d{{1,2}})(?:st|nd|rd|th)\b{_NO_NOUN}", day_alone),
        (
            rf"\b(?:(?:on|of) )?(?:(?P<which>last|this|next|this coming|coming|this past) )?(?P<name>{WEEKDAY})"
            rf"\b{_NOT_OWNER}",
            weekday,
        ),
        (
            rf"(?:{_AFTER_WORD}|\b(?=last ))(?P<which>last )?(?P<month>{MONTH})\b{_YEAR}",
            month,
        ),
        (rf"{_AFTER_WORD}(?P<year>(?:19|20)\d\d)\b", year),
    )
)
