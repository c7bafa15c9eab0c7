"""A month of a household: every event recorded, the history tree kept up with the log, forgetting every night."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from figure import Figure
from household_events import DAY_NS, perceived_events
from process_figures import bytes_on_disk, cpu_ms, resident_mb
from scale import Scale
from timed_embedder import TimedEmbedder

from embodied_memory.event import Event
from embodied_memory.memory.memory import Memory

DAYS = 30
_PIECE = 100
LEAST_RECORDS, LONGEST_MIN, LARGEST_MB, LARGEST_GROWTH = 200_000, 30, 1500, 1.3


class Month:
    """Times of what happened so far, CPU ms; records holds one list of times a day."""

    def __init__(self) -> None:
        self.records: list[list[float]] = []
        self.first_again: list[float] = []
        """The first day's once more, in a new memory, between those of the last day: under the same load."""
        self.history_ms = 0.0
        self.forgetting_ms = 0.0

    @property
    def total_ms(self) -> float:
        return sum(map(sum, self.records)) + self.history_ms + self.forgetting_ms

    def live_a_day(self, memory: Memory, events: list[Event]) -> None:
        """Record the day's events, then build the history tree, then forget."""
        self.records.append([timed(memory, event) for event in events])
        self.end_a_day(memory, events)

    def live_the_last_day(self, memory: Memory, events: list[Event], new: Memory, first: list[Event]) -> None:
        """The same, with the first day in a new memory beside it, piece by piece in turn."""
        self.records.append([])
        for start in range(0, max(len(events), len(first)), _PIECE):
            self.records[-1] += [timed(memory, event) for event in events[start : start + _PIECE]]
            self.first_again += [timed(new, event) for event in first[start : start + _PIECE]]
        self.end_a_day(memory, events)

    def end_a_day(self, memory: Memory, events: list[Event]) -> None:
        """Build the history tree, then forget."""
        self.history_ms += cpu_ms(lambda: build_history(memory))
        night_ns = (events[-1].stamp_ns // DAY_NS + 1) * DAY_NS
        self.forgetting_ms += cpu_ms(lambda: memory.upkeep.forget(night_ns))


def timed(memory: Memory, event: Event) -> float:
    """CPU ms that recording it takes."""
    return cpu_ms(lambda: memory.record_event(event))


def build_history(memory: Memory) -> None:
    """Until the tree knows all records."""
    while memory.upkeep.build_history():
        pass


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Ingest day after day until the last, or until the time that the scale allows is used up."""
    month, place = Month(), folder / "days"
    place.mkdir()
    with Memory(place / "memory.db", TimedEmbedder()) as memory:
        first: list[Event] = []
        for day, dated in itertools.groupby(perceived_events(seed, scale.days), key=lambda dated: dated[0]):
            events = [event for _, event in dated]
            first = first or events
            if 0 < day == scale.days - 1:
                with Memory(folder / "new.db", TimedEmbedder()) as new:
                    month.live_the_last_day(memory, events, new, first)
            else:
                month.live_a_day(memory, events)
            if month.total_ms > scale.days_longest_s * 1e3:
                break
        return figures(month, memory.counts()["records"], bytes_on_disk(place))


def figures(month: Month, records: int, size: int) -> list[Figure]:
    days = len(month.records)
    full, note = days == DAYS, "" if days == DAYS else f"{days} of {DAYS} days"
    first, last = np.mean(month.first_again or month.records[0]), np.mean(month.records[-1])
    growth = Figure(f"a record on day {days} / day 1", last / first, "", ("at most", LARGEST_GROWTH), full, note)
    return [
        Figure("days: records", records, "", ("at least", LEAST_RECORDS), full, note),
        Figure("days: all of it", month.total_ms / 6e4, "CPU min", ("at most", LONGEST_MIN), full, note),
        Figure("days: recording", sum(map(sum, month.records)) / 6e4, "CPU min"),
        Figure("days: history tree", month.history_ms / 6e4, "CPU min"),
        Figure("days: forgetting", month.forgetting_ms / 6e4, "CPU min"),
        Figure("days: RSS", resident_mb(), "MB", ("at most", LARGEST_MB), full, note),
        Figure("days: bytes a record", size / records),
        *([growth] if days > 1 else []),
    ]
