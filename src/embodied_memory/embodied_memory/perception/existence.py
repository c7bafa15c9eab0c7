"""How likely each known thing is there: log-odds from looks that showed it and looks that should have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.growing_table import GrowingTable, Rows
from embodied_memory.perception.reliability import Reliability

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

IMAGINED_AGAIN = 0.05
"""How likely a detector that imagined something reports it again at that place from elsewhere."""
MOST_LOG_ODDS = 5.0
SCORE_NATS = 2.0
"""What a score of 1 tells more than one of a half."""
SURELY, HARDLY = 2.5, -2.5
"""Log-odds from which on the fate of a first sight is known."""
HALF_SURE, STEEP = 0.1, 12.0
"""A detector may imagine one thing from everywhere, and is never sure of it then. What scores this much above the
least that is told, on the average of all views, is as likely as not; log-odds for each unit of score above that."""
LOOKED_THROUGH = 0.9
"""How likely a place where nothing is is looked through, if it is in view."""


class Existence(GrowingTable):
    """Log-odds of N things, and what the detector is learnt to be worth from them. least_score: that it tells."""

    def __init__(self, least_score: float = 0.0) -> None:
        super().__init__(
            log_odds=0.0,
            scores=0.0,
            hits=0.0,
            looks=0.0,
            through=0.3,
            sights=3.0,
            birth_score=0.0,
            has_mask=False,
            is_decided=False,
        )
        self._half_sure = least_score + HALF_SURE
        self.reliability = Reliability()

    def probability(self) -> Floats:
        """(N,)."""
        most = np.where(self["hits"] > 0, STEEP * (self.mean_scores() - self._half_sure), MOST_LOG_ODDS)
        odds: Floats = 1 / (1 + np.exp(-np.minimum(self["log_odds"], most)))
        return odds

    def mean_scores(self) -> Floats:
        """(N,): how sure the detector was of each on the average; 0 where it was not seen."""
        means: Floats = self["scores"] / np.maximum(self["hits"], 1e-9)
        return means

    def begin(self, row: int, score: float, has_mask: bool, overlooked: float = 0.0) -> None:
        """The first sight of a thing. overlooked: nats against it, from looks before that did not show it."""
        trust = self.reliability.trust(score, has_mask)
        self["log_odds"][row] = np.log(trust / (1 - trust)) - overlooked
        self["birth_score"][row], self["has_mask"][row] = score, has_mask

    def begun(self, rows: Rows) -> None:
        """The first sights of this view are over."""
        self["hits"][rows] = self["looks"][rows] = 1
        self["scores"][rows] = self["birth_score"][rows]

    def hit(self, rows: Rows, scores: Floats, pixels: Floats, worth: Floats) -> None:
        """Things that this view shows. pixels: apparent size; worth: how much of an independent look it is."""
        sure = self["log_odds"][rows] > SURELY
        recall = self.reliability.recall(pixels, self["hits"][rows], self["looks"][rows])
        self.reliability.looked(pixels[sure], np.ones(int(sure.sum()), np.bool_))
        nats = np.log(recall / IMAGINED_AGAIN) + SCORE_NATS * (scores - 0.75)
        self._add(rows, worth * np.maximum(nats, 0.0))
        self["hits"][rows] += worth
        self["scores"][rows] += worth * scores
        self["looks"][rows] += worth

    def miss(self, rows: Rows, shares: Floats, pixels: Floats, worth: Floats) -> None:
        """Things that this view should have shown. shares: how much of each was open to view."""
        sure = self["log_odds"][rows] > SURELY
        recall = self.reliability.recall(pixels, self["hits"][rows], self["looks"][rows]) * shares
        self.reliability.looked(pixels[sure], np.zeros(int(sure.sum()), np.bool_))
        self._add(rows, worth * np.log((1 - recall) / (1 - IMAGINED_AGAIN)))
        self["looks"][rows] += worth

    def look_through(self, rows: Rows, is_there: Bools, through: Bools) -> None:
        """Whether a view looks through the places of things; of those that it shows that tells how thin they are."""
        there = rows[is_there]
        self["through"][there] += through[is_there]
        self["sights"][there] += 1
        gone = rows[~is_there & through]
        thin = self["through"][gone] / self["sights"][gone]
        self._add(gone, np.log(np.minimum(thin / LOOKED_THROUGH, 1.0)))

    def join(self, kept: int, other: int) -> None:
        """Two rows are of one thing, that is at least as sure as either."""
        self["log_odds"][kept] = max(self["log_odds"][kept], self["log_odds"][other])
        for name in ("hits", "scores", "looks", "through", "sights"):
            self[name][kept] += self[name][other]

    def decide(self) -> None:
        """Learn from first sights whose fate has become clear."""
        odds, decided = self["log_odds"], self["is_decided"]
        for row in np.flatnonzero(~decided & ((odds > SURELY) | (odds < HARDLY))):
            self.reliability.fate(float(self["birth_score"][row]), bool(self["has_mask"][row]), bool(odds[row] > 0))
            decided[row] = True

    def _add(self, rows: Rows, nats: Floats) -> None:
        self["log_odds"][rows] = np.clip(self["log_odds"][rows] + nats, -MOST_LOG_ODDS, MOST_LOG_ODDS)
