"""Mornings, evenings and meals, and hours by the clock, on a day that is told or meant."""

from __future__ import annotations

from datetime import datetime, timedelta

from embodied_memory.words.time_words.clock_words import Clock
from embodied_memory.words.time_words.local_calendar import Interval, LocalCalendar, midnight
from embodied_memory.words.time_words.time_phrase import Granularity

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
