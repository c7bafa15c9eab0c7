"""Times in the words of answers: "yesterday at 18:20"."""

from __future__ import annotations

from datetime import datetime

from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS, LocalCalendar

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
