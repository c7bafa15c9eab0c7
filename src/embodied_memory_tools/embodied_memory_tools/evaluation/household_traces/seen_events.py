"""Choosing among events that the robot saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from embodied_memory.event import EventKind
from embodied_memory_tools.evaluation.household_traces.mining import ACTIVITY_NAMES, DAY_NS
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent


def puts(events: Sequence[SeenEvent]) -> list[SeenEvent]:
    """Those in which a thing was put somewhere."""
    return [
        s
        for s in events
        if s.event.kind is EventKind.OBJECT_STATE_CHANGED
        and s.event.changes[-1].attribute == "location"
        and s.event.changes[-1].value
    ]


def once_a_day(activities: Sequence[SeenEvent]) -> list[SeenEvent]:
    """Activities that one can ask about, which the person was seen at once that day."""
    count = Counter((s.meaning.subject, s.event.stamp_ns // DAY_NS) for s in activities)
    return [
        s
        for s in activities
        if s.meaning.subject in ACTIVITY_NAMES and count[s.meaning.subject, s.event.stamp_ns // DAY_NS] == 1
    ]


def is_same_day(one: SeenEvent, other: SeenEvent) -> bool:
    """Whether both happened on one day (UTC)."""
    return one.event.stamp_ns // DAY_NS == other.event.stamp_ns // DAY_NS
