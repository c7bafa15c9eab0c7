"""Cut-offs from the tree's own gaps, and clusters in time (H2-EMV, Algorithm 1, line 2; Algorithm 2, line 11).

The paper names these functions without formulas. Gaps between activities spread over orders of magnitude, so
their logarithm is looked at: a gap is a break when it is far above what is usual on its level of late.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from embodied_memory.config import HistoryTreeConfig

SECOND = 1_000_000_000


class Span(Protocol):
    """Anything that has a beginning and an end."""

    @property
    def first_ns(self) -> int:
        """The beginning."""
        ...

    @property
    def last_ns(self) -> int:
        """The end."""
        ...


S = TypeVar("S", bound=Span)


def gap_ns(earlier: Span, later: Span) -> int:
    """The time between two spans, 0 where they overlap."""
    return max(0, later.first_ns - earlier.last_ns)


def cutoff_ns(latest: Sequence[Span], level: int, config: HistoryTreeConfig) -> int:
    """Items of this level farther apart than this do not get one parent. latest: the level's newest, by time."""
    place = min(level, len(config.least_cutoff_s)) - 1
    least, longest = config.least_cutoff_s[place], config.longest_cutoff_s[place]
    logarithms = [math.log1p(gap_ns(a, b) / SECOND) for a, b in pairwise(latest)]
    if not logarithms:
        return round(longest * SECOND)
    mean = math.fsum(logarithms) / len(logarithms)
    variance = math.fsum((value - mean) ** 2 for value in logarithms) / len(logarithms)
    exponent = min(mean + config.cutoff_deviations * math.sqrt(variance), 50.0)
    return round(min(max(math.expm1(exponent), least), longest) * SECOND)


def longest_cutoff_ns(level: int, config: HistoryTreeConfig) -> int:
    """What the cut-off of this level never exceeds."""
    return round(config.longest_cutoff_s[min(level, len(config.longest_cutoff_s)) - 1] * SECOND)


def typical_gap_ns(latest: Sequence[Span]) -> int:
    """The median gap between these, 0 for fewer than three."""
    gaps = sorted(gap_ns(a, b) for a, b in pairwise(latest))
    return gaps[len(gaps) // 2] if len(gaps) > 1 else 0


def time_clusters(items: Iterable[S], cutoff: int) -> list[list[S]]:
    """Items in order of time, cut wherever the gap to all before is larger than the cut-off, in nanoseconds."""
    clusters: list[list[S]] = []
    end: int | None = None
    for item in items:
        if end is not None and item.first_ns - end <= cutoff:
            clusters[-1].append(item)
        else:
            clusters.append([item])
        end = item.last_ns if end is None else max(end, item.last_ns)
    return clusters
