"""What each known thing may be: a distribution over sorts, from the names that a detector gave it (naive Bayes)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.confusion import OTHER_SORTS, ConfusionModel
from embodied_memory.perception.growing_table import Rows
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.scene_graph import Labels

Floats = NDArray[np.float64]

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
