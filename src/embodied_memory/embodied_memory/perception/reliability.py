"""What a robot learns of its own detector: how often it misses what is there, and how often it sees what is not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PIXEL_BINS = np.array([24.0, 60.0, 150.0, 400.0, 1500.0])
"""Edges of classes of apparent size, pixels."""
PRIOR_RECALL = np.array([0.3, 0.5, 0.7, 0.8, 0.85, 0.85])
PRIOR_LOOKS = 8.0
OWN_LOOKS = 4.0
"""The recall of a size is worth so many looks at a thing itself: some are harder to recognise than others."""
SCORE_BINS = np.array([0.45, 0.6, 0.75, 0.9])
PRIOR_BIRTHS = 12.0
"""What is expected of first sights is worth so many whose fate is known."""
LEAST_RECALL, MOST_RECALL = 0.1, 0.95
MOST_TRUST = 0.9


class Reliability:
    """Beta estimates: recall by apparent size, and which share of first sights, by score, turned out to be real."""

    def __init__(self) -> None:
        self._hits = PRIOR_RECALL * PRIOR_LOOKS
        self._looks = np.full(len(PRIOR_RECALL), PRIOR_LOOKS)
        self._real = np.zeros((2, len(SCORE_BINS) + 1))
        self._fates = np.zeros((2, len(SCORE_BINS) + 1))

    def recall(self, pixels: Floats, own_hits: Floats, own_looks: Floats) -> Floats:
        """(N,): how likely the detector reports things of these apparent sizes, of which it did so before."""
        size = np.searchsorted(PIXEL_BINS, pixels)
        general = self._hits[size] / self._looks[size]
        own: Floats = (own_hits + OWN_LOOKS * general) / (own_looks + OWN_LOOKS)
        return np.clip(own, LEAST_RECALL, MOST_RECALL)

    def looked(self, pixels: Floats, hit: NDArray[np.bool_]) -> None:
        """Take in looks at things that are surely there."""
        size = np.searchsorted(PIXEL_BINS, pixels)
        np.add.at(self._looks, size, 1.0)
        np.add.at(self._hits, size, hit.astype(float))

    def trust(self, score: float, has_mask: bool) -> float:
        """How likely a thing seen for the first time is real.

        Without a mask its place is less sure, too: one sight of a box is never enough by itself.
        """
        score = min(max(score, 0.0), 1.0)
        expected = 0.25 + 0.55 * score if has_mask else 0.12 + 0.36 * score
        kind, bin_ = int(has_mask), int(np.searchsorted(SCORE_BINS, score))
        real, fates = self._real[kind, bin_], self._fates[kind, bin_]
        learned = (real + PRIOR_BIRTHS * expected) / (fates + PRIOR_BIRTHS)
        return float(min(learned, MOST_TRUST if has_mask else 0.49))

    def fate(self, score: float, has_mask: bool, is_real: bool) -> None:
        """Take in what became of a first sight."""
        kind, bin_ = int(has_mask), int(np.searchsorted(SCORE_BINS, min(max(score, 0.0), 1.0)))
        self._fates[kind, bin_] += 1
        self._real[kind, bin_] += is_real
