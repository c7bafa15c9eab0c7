"""How likely a detector always gives a thing the same wrong name: the less sure it is of it on the average.

A detector that takes one thing for another does so from everywhere, so that repetition proves nothing; but it is less
sure of it than of most of what it names. How sure it usually is, and how much that differs from thing to thing, is
learnt from all that it has named: one whose scores are all alike, or differ widely, tells nothing by them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LESS_SURE = 0.15
"""The mean score of a wrong name lies below that of right ones by at least so much."""
OF_ONE_LOOK = 0.12
"""Standard deviation of the scores of one thing from look to look (of a Beta of mean .75 and concentration 12)."""
LEAST_SPREAD = 0.04
LEAST_LOOKS, LEAST_THINGS = 2.0, 8
"""From so many things, each with so many independent looks, the usual score is known."""
MOST_NATS = 5.0
ALIKE = 0.005
"""A detector whose scores differ by less says the same of everything."""


def doubts(mean_scores: Floats, looks: Floats, prior: float) -> Floats:
    """(N,) 0 to 1, from the mean score and the number of independent looks at each of N things.

    prior: how likely any thing is misnamed, before its scores are looked at.
    """
    known = looks >= LEAST_LOOKS
    if known.sum() < LEAST_THINGS or prior <= 0:
        return np.full(len(looks), prior)
    usual = float(np.median(mean_scores[known]))
    spread = 1.4826 * float(np.median(np.abs(mean_scores[known] - usual)))
    if spread < ALIKE:
        return np.full(len(looks), prior)
    variance = max(spread, LEAST_SPREAD) ** 2 + OF_ONE_LOOK**2 / np.maximum(looks, 1.0)
    below = usual - mean_scores
    nats = np.clip(LESS_SURE * (2 * below - LESS_SURE) / (2 * variance), -MOST_NATS, MOST_NATS)
    odds = prior / (1 - prior) * np.exp(nats)
    found: Floats = odds / (1 + odds)
    return found
