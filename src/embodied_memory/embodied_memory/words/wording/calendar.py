"""The names of days and months, in their order, and which weekday is meant: told and asked about alike."""

from __future__ import annotations

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
