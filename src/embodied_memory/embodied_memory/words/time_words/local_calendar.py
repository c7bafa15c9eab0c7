"""Days, weeks, months and years as they stand around now, on a local clock. Weeks begin on Monday.

The names of days and months, in their order, and which weekday is meant, told and asked about alike; and times
in the words of answers: "yesterday at 18:20".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from embodied_memory.words.time_words.time_phrase import Granularity

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip


def days_to_weekday(number: int, today: int, which: str) -> int:
    """How many days ahead a weekday is that is to come. number, today: 0 is Monday; which: "next", "this" or "".

    "Next Friday" is that of next week, and any other the next one after today; "this Friday" may be today.
    """
    if which in ("next", "following"):
        return 7 - today + number
    ahead = (number - today) % 7
    return ahead if ahead or which == "this" else 7


_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class Interval:
    """[start, end) in local time."""

    start: datetime
    end: datetime
    granularity: Granularity

    def part(self, first_h: float, last_h: float) -> Interval:
        """From one hour to another of the day that it starts on; hours beyond 24 are those of the next day."""
        hours = (timedelta(hours=first_h), timedelta(hours=last_h))
        return Interval(self.start + hours[0], self.start + hours[1], Granularity.DAY_PART)


def midnight(moment: datetime) -> datetime:
    """That the moment's day began with."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def to_ns(moment: datetime) -> int:
    """Nanoseconds since the epoch."""
    return (moment - _EPOCH) // _MICROSECOND * 1000


@dataclass(frozen=True)
class LocalCalendar:
    """Raises OverflowError or ValueError for times that no calendar has."""

    now_ns: int
    utc_offset_s: float = 0.0

    @property
    def now(self) -> datetime:
        """Local time, to the microsecond."""
        zone = timezone(timedelta(seconds=self.utc_offset_s))
        return (_EPOCH + timedelta(microseconds=self.now_ns // 1000)).astimezone(zone)

    @property
    def today(self) -> datetime:
        """The midnight that today began with."""
        return midnight(self.now)

    @property
    def until_now(self) -> datetime:
        """An end that lets now in."""
        return self.now + _MICROSECOND

    def day(self, back: int) -> Interval:
        """So many days ago; 0 is today, negative is to come."""
        start = self.today - timedelta(days=back)
        return Interval(start, start + timedelta(days=1), Granularity.DAY)

    def week(self, back: int) -> Interval:
        """So many weeks before this one."""
        start = self.today - timedelta(days=self.today.weekday() + 7 * back)
        return Interval(start, start + timedelta(days=7), Granularity.WEEK)

    def weekend(self, back: int) -> Interval:
        """Saturday and Sunday of such a week."""
        saturday = self.week(back).start + timedelta(days=5)
        return Interval(saturday, saturday + timedelta(days=2), Granularity.DAY)

    def month(self, back: int) -> Interval:
        """So many months before this one."""
        number = self.today.year * 12 + self.today.month - 1 - back
        return Interval(self._first_of(number), self._first_of(number + 1), Granularity.MONTH)

    def year(self, year: int) -> Interval:
        """A calendar year."""
        return Interval(self._first_of(year * 12), self._first_of(year * 12 + 12), Granularity.YEAR)

    def last_weekday(self, number: int) -> Interval:
        """The latest such day before today. 0 is Monday."""
        return self.day((self.today.weekday() - number - 1) % 7 + 1)

    def date(self, day: int, month: int, year: int | None, ahead: bool) -> Interval:
        """That date; without a year the latest that has begun, or the next from today on. ValueError for none."""
        if year is None:
            year = self.today.year
            today = (self.today.month, self.today.day)
            year += int((month, day) < today) if ahead else -int((month, day) > today)
            if (month, day) == (2, 29):
                while not _is_leap(year):
                    year += 1 if ahead else -1
        start = self.today.replace(year=year, month=month, day=day)
        return Interval(start, start + timedelta(days=1), Granularity.DAY)

    def _first_of(self, number: int) -> datetime:
        return self.today.replace(year=number // 12, month=number % 12 + 1, day=1)


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


_MINUTE_NS = 60_000_000_000


def describe_time(stamp_ns: int, now_ns: int, utc_offset_s: float = 0.0) -> str:
    """Such as "today at 18:20", "on Tuesday at 07:05" or "on 3 May at 12:00", by the clock of utc_offset_s; of the
    days to come also "on Friday, 17 October 2025 at 16:00".

    `parse_time` reads it back as an interval that contains the stamp. A year is told if it is not the obvious one.
    """
    if 0 <= now_ns - stamp_ns < _MINUTE_NS:
        return "just now"
    then, now = LocalCalendar(stamp_ns, utc_offset_s), LocalCalendar(now_ns, utc_offset_s)
    return f"{_day(then.today, now)} at {then.now:%H:%M}"


def _day(day: datetime, calendar: LocalCalendar) -> str:
    back = (calendar.today - day).days
    near = {0: "today", 1: "yesterday", -1: "tomorrow"}
    if back in near:
        return near[back]
    weekday = WEEKDAYS[day.weekday()].capitalize()
    if 1 < back < 7:
        return f"on {weekday}"
    year = "" if back > 0 and day.year == calendar.today.year else f" {day.year:04d}"
    soon = f"{weekday}, " if -7 < back < 0 else ""
    return f"on {soon}{day.day} {MONTHS[day.month - 1].capitalize()}{year}"
