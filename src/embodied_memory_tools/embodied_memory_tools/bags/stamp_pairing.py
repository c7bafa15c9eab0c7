"""Finds which colour and depth images belong together, from their stamps alone."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

MAX_DISORDER_NS = 2_000_000_000
"""A stamp that lies farther back than this is of a clock that was set back, not of a message that came late."""


def in_order(stamps: Iterable[int]) -> tuple[list[int], int]:
    """The stamps in rising order, and how many were dropped: those that repeat or go far backwards."""
    kept: set[int] = set()
    newest, dropped = 0, 0
    for stamp in stamps:
        if stamp in kept or stamp < newest - MAX_DISORDER_NS:
            dropped += 1
        else:
            kept.add(stamp)
            newest = max(newest, stamp)
    return sorted(kept), dropped


def paired(colors: list[int], depths: list[int], max_difference_ns: int) -> dict[int, int]:
    """The nearest depth stamp of each colour stamp that has one near enough; each depth is used once."""
    if not depths or not colors:
        return {}
    available = np.unique(np.asarray(depths, np.int64))
    wanted = np.asarray(colors, np.int64)
    after = np.clip(np.searchsorted(available, wanted), 0, len(available) - 1)
    before = np.maximum(after - 1, 0)
    take_before = np.abs(available[before] - wanted) <= np.abs(available[after] - wanted)
    nearest = np.where(take_before, before, after)
    difference = np.abs(available[nearest] - wanted)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for index in np.argsort(difference, kind="stable"):
        if difference[index] <= max_difference_ns and int(nearest[index]) not in taken:
            taken.add(int(nearest[index]))
            pairs[int(wanted[index])] = int(available[nearest[index]])
    return pairs
