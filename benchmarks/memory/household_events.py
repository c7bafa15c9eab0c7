"""The life of a household as the robot perceives it: some 7,500 events a day, as long as wanted."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.event import Event
from household.residents import generate_trace

LOOKS_PER_HOUR = 700.0
DAY_NS = 86_400_000_000_000


def perceived_events(seed: int, days: int, looks_per_hour: float = 0.0) -> Iterator[tuple[int, Event]]:
    """(day from 0, event) of all that the robot saw, heard or did, in order of time, until the last midnight.

    looks_per_hour: of the robot; LOOKS_PER_HOUR if not given.
    """
    for record in generate_trace(seed, days, looks_per_hour=looks_per_hour or LOOKS_PER_HOUR):
        if "robot" in record.event.observers and record.day < days:
            yield record.day, record.event
