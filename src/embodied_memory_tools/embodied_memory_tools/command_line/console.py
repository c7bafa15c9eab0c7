"""Where the commands print to."""

from __future__ import annotations

from rich.console import Console

output = Console(highlight=False)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


def tell_step(step: int, steps: int, loss: float) -> None:
    """How far learning is."""
    output.print(f"step {step} of {steps}: loss {loss:.3f}")
