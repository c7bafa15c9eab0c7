"""What every test begins with."""

import os
from functools import lru_cache

import pytest
from hypothesis import settings

from embodied_memory.words import reading_network

os.environ.pop("COLUMNS", None)  # a console keeps the width that it is made with, and tests ask for their own
settings.register_profile("untimed", deadline=None)  # a busy machine is no error
settings.load_profile("untimed")
CRASHED = pytest.StashKey[bool]()


def pytest_testnodedown(node, error):
    """Of pytest-xdist: a worker that crashed has left tests unrun, of which `--last-failed` knows nothing."""
    if error:
        node.config.stash[CRASHED] = True


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    if session.config.stash.get(CRASHED, False):
        session.config.cache.set("cache/lastfailed", {})  # then `--last-failed-no-failures all` runs everything


# The same few hundred sayings are read in thousands of tests; 60 kB each.
reading_network._encoded = lru_cache(maxsize=4096)(reading_network._encoded.__wrapped__)
