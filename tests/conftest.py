"""What every test begins with."""

import os

os.environ.pop("COLUMNS", None)  # a console keeps the width that it is made with, and tests ask for their own
