"""What can be a place in a home of three rooms."""

import pytest
from text_home import words_of_home


@pytest.fixture(scope="session")
def words():
    return words_of_home()
