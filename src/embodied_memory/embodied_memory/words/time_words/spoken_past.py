"""Times gone by as people say them: "yesterday", "two hours ago", "last night", "earlier today"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from embodied_memory.words.time_words.clock_words import amount
from embodied_memory.words.time_words.local_calendar import WEEKDAYS
from embodied_memory.words.time_words.spoken_time import (
    NS,
    NUMBER,
    UNIT,
    UNIT_S,
    LocalTime,
    singular_unit,
    stamp_of,
    tidy,
)

_AGO = re.compile(rf"\b(?:about |around )?({NUMBER}) ({UNIT}) ago\b", re.I)
_PAST = re.compile(
    r"\b(yesterday(?: morning| afternoon| evening)?|last night|the other day|(?:a|some) (?:while|time) ago"
    rf"|last (?:week|month|weekend|{'|'.join(WEEKDAYS)})|(?:earlier )?this morning|earlier today|(?:just )?earlier"
    r"|at (?:breakfast|lunch|noon))\b",
    re.I,
)


def read_past(text: str, local: LocalTime) -> int | None:
    """The latest stamp that a past time such as "yesterday" or "two hours ago" may mean, None if none is named."""
    ago = _AGO.search(text)
    if ago:
        return local.now_ns - int(amount(ago.group(1)) * UNIT_S[singular_unit(ago.group(2))] * NS)
    found = _PAST.search(text)
    if not found:
        return None
    end = _past_end(found.group(1).lower(), local)
    return min(stamp_of(end), local.now_ns) if end else None


def without_past(text: str) -> str:
    """The text without the words of a past time."""
    return tidy(_PAST.sub(" ", _AGO.sub(" ", text)))


def _past_end(name: str, local: LocalTime) -> datetime | None:
    today, weekday = local.today, local.now.weekday()
    for part, hour in (("morning", 12.0), ("breakfast", 9.0), ("noon", 12.0), ("lunch", 14.0), ("afternoon", 18.0)):
        if part in name:
            return today + timedelta(hours=hour) - timedelta(days=1 if "yesterday" in name else 0)
    if "yesterday" in name or name == "last night":
        return today - timedelta(seconds=1)
    if name == "the other day":
        return today - timedelta(days=1)
    if name.startswith("last "):
        unit = name[5:]
        if unit in WEEKDAYS:
            return today - timedelta(days=(weekday - WEEKDAYS.index(unit) - 1) % 7, seconds=1)
        return today.replace(day=1) if unit == "month" else today - timedelta(days=weekday)
    return local.now
