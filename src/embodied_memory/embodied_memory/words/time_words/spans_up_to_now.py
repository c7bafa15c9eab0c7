"""What a phrase for days means that counts from now: yesterday, two hours ago, the last week, lately."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from embodied_memory.words.time_words.clock_words import UNIT_S, is_vague, number_of
from embodied_memory.words.time_words.local_calendar import Interval, LocalCalendar
from embodied_memory.words.time_words.time_phrase import Granularity


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
