"""Where the commands print to."""

from __future__ import annotations

from rich.console import Console

output = Console(highlight=False)
errors = Console(stderr=True, highlight=False, soft_wrap=True)
