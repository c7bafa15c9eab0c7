"""Times as they are written into prompts."""

from __future__ import annotations

from datetime import datetime, timezone

from embodied_memory.memory.episodic.tree.temporal_statistics import SECOND


def told_time(stamp_ns: int) -> str:
    """ "2025-03-01 14:05:09", in UTC."""
    return datetime.fromtimestamp(stamp_ns // SECOND, timezone.utc).strftime("%Y-%m-%d %H:%M:%S")


def told_span(first_ns: int, last_ns: int) -> str:
    """ "2025-03-01 14:05:09 to 14:06:00"."""
    first, last = told_time(first_ns), told_time(last_ns)
    if first == last:
        return first
    return f"{first} to {last[11:] if first[:10] == last[:10] else last}"
