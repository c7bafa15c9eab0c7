"""Fixtures of the flat of boxes (tests/support/boxed_flat.py)."""

from __future__ import annotations

import numpy as np
import pytest
from boxed_flat import CORRIDOR, FLAT, PANS, take, tour

from embodied_memory.localisation.planar import planar, step_between


@pytest.fixture(scope="session")
def flat():
    return FLAT


@pytest.fixture(scope="session")
def corridor():
    return CORRIDOR


@pytest.fixture(scope="session")
def view_of():
    return take


@pytest.fixture(scope="session")
def poses_of_tour():
    return tour


@pytest.fixture(scope="session")
def drive():
    """Run a localiser over a tour: (errors of given poses (N, 3), errors afterwards or None, results)."""

    def run(localiser, boxes, error, poses=None, start_ns=0, **camera):
        poses = tour() if poses is None else poses
        before, after, results = [], [], []
        stamp = start_ns
        for number, true in enumerate(poses):
            stamp += 1_500_000_000
            given = error(number, true)
            for pan in PANS:
                stamp += 50_000_000
                result = localiser.localise(take(boxes, true, given, stamp, pan, **camera))
                seen = result.observation
                before.append(step_between(true, given))
                after.append(None if seen is None else step_between(true, planar(seen.map_T_base)))
                results.append(result)
        return np.array(before), after, results

    return run
