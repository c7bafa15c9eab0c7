"""Figures of a run."""

from __future__ import annotations

from collections.abc import Iterable


def spl(success: bool, shortest_m: float, taken_m: float) -> float:
    """Success weighted by path length (Anderson et al. 2018, "On evaluation of embodied navigation agents").

    shortest_m: the shortest path from start to goal; taken_m: the path that was travelled. A start that
    already is at the goal counts 1. ValueError for a negative length.
    """
    if shortest_m < 0 or taken_m < 0:
        raise ValueError(f"a path has no negative length: shortest {shortest_m} m, taken {taken_m} m")
    if not success:
        return 0.0
    longest = max(shortest_m, taken_m)
    return shortest_m / longest if longest > 0 else 1.0


def mean(values: Iterable[float]) -> float:
    """The arithmetic mean, 0 for no values."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
