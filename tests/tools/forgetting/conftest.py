"""A fortnight of a household with questions about what happens twice; made once."""

import pytest

from embodied_memory_tools.evaluation.forgetting.question_pairs import live


@pytest.fixture(scope="session")
def life():
    """14 days of seed 5, with few looks: six pairs of questions with feedback, two without."""
    return live(5, 14, 1.0, 6, 2)
