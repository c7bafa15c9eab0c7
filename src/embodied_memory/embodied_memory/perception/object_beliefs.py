"""What is believed of each known thing, a row a thing: how likely it is there, and what it may be.

Log-odds from looks that showed it and looks that should have, by what a robot learns of its own detector: how
often it misses what is there, and how often it sees what is not; and a distribution over sorts, from the names
that a detector gave it (naive Bayes). Rows grow by one and shrink by some, without a Python object for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.confusion import OTHER_SORTS, ConfusionModel
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.scene_graph import Labels

TOLD, LEAST_TOLD = 4, 0.01
"""At most so many sorts are told, none less likely than this."""
BASE_RATE = 0.04
"""How often any one name is given to whatever there is."""


class LabelBeliefs:
    """Rows of log likelihoods, a column for each sort that was ever named and one for any other.

    doubt: however often a detector repeats a name, it may always be wrong about this thing.
    """

    def __init__(self, confusion: ConfusionModel, doubt: float) -> None:
        self._confusion, self._doubt = confusion, doubt
        self.categories: tuple[str, ...] = ()
        self._evidence = np.zeros((8, 1))
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self) -> int:
        """A thing of which nothing is known."""
        if self._count == len(self._evidence):
            self._evidence = np.concatenate([self._evidence, np.zeros_like(self._evidence)])
        self._evidence[self._count] = 0
        self._count += 1
        return self._count - 1

    def keep(self, rows: Rows) -> None:
        """Drop all things but these."""
        self._evidence[: len(rows)] = self._evidence[rows]
        self._count = len(rows)

    def likelihoods(self, seen: Sequence[LiftedObject]) -> list[Floats]:
        """For each of a view (names, sorts + 1): how likely each sort is called so; the names are learnt."""
        named = {one.category: None for lifted in seen for one in (lifted.detection, *lifted.others)}
        new = [category for category in named if category not in self.categories]
        if new:
            # A sort that was not named before was until now one of the others.
            others = np.repeat(self._evidence[:, -1:], len(new) + 1, axis=1)
            self._evidence = np.hstack([self._evidence[:, :-1], others])
            self.categories = (*self.categories, *new)
        return [
            np.array(
                [
                    self._confusion.likelihood(one.category, one.score, self.categories)
                    for one in (lifted.detection, *lifted.others)
                ]
            )
            for lifted in seen
        ]

    def name(self, rows: Sequence[int], likelihoods: Sequence[Floats], worth: Floats) -> None:
        """Take in what a view calls some things. worth: 0 to 1 each, how much of an independent look it was."""
        for row, likelihood, share in zip(rows, likelihoods, worth, strict=True):
            self._evidence[row] += share * np.log(likelihood).mean(axis=0)

    def join(self, kept: int, other: int) -> None:
        """Two rows are of one thing."""
        self._evidence[kept] += self._evidence[other]

    def distribution(self, rows: Rows, doubt: Floats | None = None) -> Floats:
        """(len(rows), len(categories)): probabilities; what lacks to 1 is doubt.

        doubt: (len(rows),) that of each thing, where it is known better than for all alike.
        """
        evidence = self._evidence[rows]
        likelihood = np.exp(evidence - evidence.max(axis=1, keepdims=True))
        likelihood[:, -1] *= max(
            OTHER_SORTS - len(self.categories), 1
        )  # that column stands for all that were not named
        found: Floats = likelihood[:, :-1] / likelihood.sum(axis=1, keepdims=True)
        return found * (1 - (self._doubt if doubt is None else doubt[:, None]))

    def top(self, rows: Rows) -> Rows:
        """The number of the likeliest sort of each, in `categories`."""
        if not len(rows):
            return np.zeros(0, np.int64)
        numbers: Rows = self._evidence[rows, :-1].argmax(axis=1)
        return numbers

    def told(self, rows: Rows, doubt: Floats | None = None) -> list[Labels]:
        """The likeliest sorts of things, the likeliest first. doubt: as for `distribution`."""
        shares = self.distribution(rows, doubt)
        order = np.argsort(-shares, axis=1, kind="stable")[:, :TOLD]
        found = []
        for row, best in zip(shares, order, strict=True):
            told = [(self.categories[n], float(row[n])) for n in best if row[n] >= LEAST_TOLD or n == best[0]]
            found.append(tuple(told))
        return found

    def surprise(self, likelihoods: Sequence[Floats], rows: Rows) -> Floats:
        """(len(likelihoods), len(rows)) nats: how much less likely the best fitting name of each one seen is for each
        known thing than for anything; below 0: likelier.
        """
        shares = self.distribution(rows)
        shares = np.hstack([shares, 1 - shares.sum(axis=1, keepdims=True)])
        best: Floats = np.array([(one @ shares.T).max(axis=0) for one in likelihoods])
        return -np.log(best / BASE_RATE)


Rows = NDArray[np.int64]


class GrowingTable:
    """Named columns of equal length. A column may hold an array a row; new rows have the column's default."""

    def __init__(self, **defaults: Any) -> None:
        self._defaults = {name: np.asarray(value) for name, value in defaults.items()}
        self._columns = {name: _filled(8, value) for name, value in self._defaults.items()}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, name: str) -> NDArray[Any]:
        """The column, which may be written to; it is another one after a row was added."""
        return self._columns[name][: self._count]

    def add(self) -> int:
        """Add a row of defaults; return its number."""
        for name, column in self._columns.items():
            if self._count == len(column):
                column = self._columns[name] = np.concatenate([column, _filled(len(column), self._defaults[name])])
            column[self._count] = self._defaults[name]
        self._count += 1
        return self._count - 1

    def keep(self, rows: Rows) -> None:
        """Drop all rows but these, which move up in this order."""
        for column in self._columns.values():
            column[: len(rows)] = column[rows]
        self._count = len(rows)


def _filled(length: int, default: NDArray[Any]) -> NDArray[Any]:
    filled: NDArray[Any] = np.broadcast_to(default, (length, *default.shape)).copy()
    return filled


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
