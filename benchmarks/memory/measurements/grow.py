"""The great memory that records and answers are measured in: recorded for real, a part in every run."""

from __future__ import annotations

from pathlib import Path

from big_memory import BigMemory
from figure import Figure
from process_figures import resident_mb
from scale import Scale


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Let it grow for as long as the scale allows, and say how far it is."""
    big = BigMemory(scale.grown_events, seed)
    before, used_s = big.events, big.grow(scale.grow_longest_s)
    grown = big.events - before
    size = big.path.stat().st_size / big.events
    figures = [
        Figure("great memory: events", big.events, note=big.note),
        Figure("great memory: bytes an event", size),
        Figure("great memory: RSS", resident_mb(), "MB"),
    ]
    speed = Figure("great memory: events a CPU second, views and history among them", grown / used_s if grown else 0)
    return [*figures, speed] if grown else figures
