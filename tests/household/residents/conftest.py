"""Lives to look at: each is lived once."""

import pytest

from household.residents import TraceTruth, generate_trace

_LIVED = {}


@pytest.fixture(scope="session")
def life_of():
    """life_of(seed, days): (records, truth) of a household."""

    def live(seed, days=2):
        if (seed, days) not in _LIVED:
            truth = TraceTruth()
            _LIVED[seed, days] = (tuple(generate_trace(seed, days, truth=truth)), truth)
        return _LIVED[seed, days]

    return live
