"""Whether a robot is as often right as it says (Guo et al. 2017, "On calibration of modern neural networks")."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

_BINS = 10

Claim = tuple[float, bool]
"""How certain an answer says it is, 0 to 1, and whether it was right."""


def expected_calibration_error(claims: Iterable[Claim]) -> float:
    """Over ten bins of certainty: how far the mean certainty is from the share that is right, by how many there are.

    0 if nothing is claimed.
    """
    listed = list(claims)
    if not listed:
        return 0.0
    certainty, right = np.array([one[0] for one in listed]), np.array([one[1] for one in listed], float)
    bins = np.minimum((certainty * _BINS).astype(int), _BINS - 1)
    gaps = np.bincount(bins, certainty - right, _BINS)
    return float(np.abs(gaps).sum() / len(listed))
