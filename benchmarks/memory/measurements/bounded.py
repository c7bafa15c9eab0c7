"""Half a year of a quiet household, forgotten from every night: how large the file is on the way and at last."""

from __future__ import annotations

import itertools
from pathlib import Path

from figure import Figure
from household_events import DAY_NS, perceived_events
from process_figures import bytes_on_disk
from scale import Scale
from timed_embedder import TimedEmbedder

from embodied_memory.memory.memory import Memory

DAYS = 180
LOOKS_PER_HOUR = 10.0
"""Some 300 records a day: what the size comes to depends on the days, not on how much happens on one."""
LARGEST_RATIO = 1.3


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Live and forget day by day."""
    place, early = folder / "bounded", max(1, scale.bounded_days // 3)
    place.mkdir()
    sizes: list[int] = []
    with Memory(place / "memory.db", TimedEmbedder()) as memory:
        for _, dated in itertools.groupby(
            perceived_events(seed, scale.bounded_days, LOOKS_PER_HOUR), key=lambda dated: dated[0]
        ):
            events = [event for _, event in dated]
            for event in events:
                memory.record_event(event)
            while memory.upkeep.build_history():
                pass
            memory.upkeep.forget((events[-1].stamp_ns // DAY_NS + 1) * DAY_NS)
            sizes.append(bytes_on_disk(place))
    full, days = scale.bounded_days == DAYS, len(sizes)
    return [
        Figure(f"bounded: on disk after {early} days", sizes[early - 1] / 1e6, "MB"),
        Figure(f"bounded: on disk after {days} days", sizes[-1] / 1e6, "MB"),
        Figure(
            f"bounded: day {days} / day {early}", sizes[-1] / sizes[early - 1], "", ("at most", LARGEST_RATIO), full,
            "" if full else f"{days} of {DAYS} days",
        ),
    ]  # fmt: skip
