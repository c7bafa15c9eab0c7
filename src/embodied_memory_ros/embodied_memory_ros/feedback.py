"""Feedback of ExecuteInstruction is repeated while nothing changes: who hears none knows that nobody is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from embodied_memory_interfaces.action import ExecuteInstruction

REPEATED_S = 1.0
"""Real time."""
NOTHING_YET = ExecuteInstruction.Feedback(phase="planning")
"""Before the first step."""


def when_new(receive: Callable[[ExecuteInstruction.Feedback], None]) -> Callable[[Any], None]:
    """Takes feedback messages, and hands on what was not told before."""
    told = [NOTHING_YET]

    def take(message: Any) -> None:
        if message.feedback not in (told[-1], NOTHING_YET):
            told[:] = [message.feedback]
            receive(message.feedback)

    return take
