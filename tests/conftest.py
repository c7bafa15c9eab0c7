"""What every test begins with."""

import os
from functools import lru_cache

from hypothesis import settings

from embodied_memory.words import reading_network

os.environ.pop("COLUMNS", None)  # a console keeps the width that it is made with, and tests ask for their own
settings.register_profile("untimed", deadline=None)  # a busy machine is no error
settings.load_profile("untimed")

# The same few hundred sayings are read in thousands of tests; 60 kB each.
reading_network._encoded = lru_cache(maxsize=4096)(reading_network._encoded.__wrapped__)
