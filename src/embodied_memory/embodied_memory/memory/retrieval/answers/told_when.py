"""Times in answers: "today at 17:30", "on Tuesday, 3 March at 09:05"."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

_NS = 1_000_000_000
_WEEK_DAYS = 7


def local(stamp_ns: int, utc_offset_h: float = 0.0) -> datetime:
    """The moment on the local clock."""
    return datetime.fromtimestamp(stamp_ns // _NS, timezone(timedelta(hours=utc_offset_h)))


def day_told(stamp_ns: int, now_ns: int, utc_offset_h: float = 0.0) -> str:
    """today, yesterday, tomorrow, or the day with its date."""
    when, now = local(stamp_ns, utc_offset_h), local(now_ns, utc_offset_h)
    days = (when.date() - now.date()).days
    if days in (-1, 0, 1):
        return {-1: "yesterday", 0: "today", 1: "tomorrow"}[days]
    year = f" {when.year}" if when.year != now.year else ""
    return f"on {when:%A}, {when.day} {when:%B}{year}"


def time_told(stamp_ns: int, now_ns: int, utc_offset_h: float = 0.0) -> str:
    """The day and the clock time."""
    return f"{day_told(stamp_ns, now_ns, utc_offset_h)} at {local(stamp_ns, utc_offset_h):%H:%M}"
