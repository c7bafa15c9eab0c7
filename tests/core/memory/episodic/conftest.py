"""Fixtures of the episodic floor."""

from __future__ import annotations

import pytest
from episodic_lives import Life, Shelf


@pytest.fixture
def life():
    return Life()


@pytest.fixture
def shelf():
    return Shelf()
