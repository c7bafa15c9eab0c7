"""What every test begins with."""

import os

from hypothesis import settings

os.environ.pop("COLUMNS", None)  # a console keeps the width that it is made with, and tests ask for their own
settings.register_profile("untimed", deadline=None)  # a busy machine is no error
settings.load_profile("untimed")
