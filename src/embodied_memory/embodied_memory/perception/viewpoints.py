"""From where things were looked at: what the same place shows again is hardly news."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.map_revision import MapRevision
from embodied_memory.perception.growing_table import GrowingTable, Rows

Floats = NDArray[np.float64]

REMEMBERED = 6
APART_M, APART_SHARE = 0.15, 0.15
"""Two viewpoints are as good as independent if so far apart, and by this share of the distance more."""
SAME_PLACE = 0.5
"""In that measure: what is nearer is remembered as the same place."""
REPEATED = 0.3
"""A look from the same place is worth this much of the one before it."""


class Viewpoints(GrowingTable):
    """For each of N things the last places that it was looked at from, and how often each showed it or did not."""

    def __init__(self) -> None:
        none = np.zeros(REMEMBERED, np.int64)
        super().__init__(place=np.full((REMEMBERED, 3), np.inf), hits=none, misses=none, stamp=none, next=0)

    def news(self, rows: Rows, camera: Floats, range_m: Floats, hit: bool, stamp_ns: int) -> Floats:
        """(len(rows),) 0 to 1: what this look is worth as evidence; it is remembered.

        A look from near a place that showed the same before is worth less each time. What showed the contrary does
        not lessen it: a thing that is missed after many looks from here may have been taken away.
        """
        places, following, same = self["place"], self["next"], self["hits" if hit else "misses"]
        distance = np.sqrt(((places[rows] - camera) ** 2).sum(axis=2))
        nearest = distance.argmin(axis=1)
        near = distance[np.arange(len(rows)), nearest]
        novelty = np.minimum(near / (APART_M + APART_SHARE * range_m), 1.0)
        worth: Floats = novelty + (1 - novelty) * REPEATED ** same[rows, nearest]
        is_near = novelty < SAME_PLACE
        slot = np.where(is_near, nearest, following[rows])
        following[rows] = np.where(is_near, following[rows], (following[rows] + 1) % REMEMBERED)
        places[rows, slot] = np.where(is_near[:, None], places[rows, slot], camera)
        self["stamp"][rows, slot] = np.where(is_near, self["stamp"][rows, slot], stamp_ns)
        for name in ("hits", "misses"):
            self[name][rows, slot] = np.where(is_near, self[name][rows, slot], 0)
        same[rows, slot] += 1
        return worth

    def revise(self, revision: MapRevision) -> None:
        """Move the places that were first looked from in a span of time."""
        covered = (revision.since_ns <= self["stamp"]) & (self["stamp"] <= revision.until_ns)
        covered &= np.isfinite(self["place"]).all(axis=2)
        self["place"][covered] = revision.moved(self["place"][covered])
