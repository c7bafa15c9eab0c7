"""A fortnight of a household and what can be asked about it; made once."""

import pytest

from embodied_memory_tools.evaluation.household_traces import mine_questions
from household.residents import TraceTruth, generate_trace


@pytest.fixture(scope="session")
def fortnight():
    """(records, truth) of 14 days of seed 1."""
    truth = TraceTruth()
    return tuple(generate_trace(1, 14, truth=truth)), truth


@pytest.fixture(scope="session")
def questions(fortnight):
    return mine_questions(*fortnight)
