"""How a language model is used where there is one."""

from __future__ import annotations

from dataclasses import dataclass

REASONING = ("offline", "language", "auto")
"""What `MemoryConfig.reasoning` may be."""


@dataclass(frozen=True)
class LanguageConfig:
    """When a language model is left alone. Counted in calls, not in time, so that a run can be repeated."""

    failures_to_rest: int = 3
    """After so many failures in a row the model is not asked for a while."""
    rest_calls: int = 20
    """So many calls are then answered offline before it is tried again; twice as many each time that fails."""
    longest_rest_calls: int = 640
    """A rest is never longer than this."""
