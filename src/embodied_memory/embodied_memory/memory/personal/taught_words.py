"""What an event teaches the personal memory: what somebody said, or what was done when they asked for it.

MEMENTO (section 3, appendix B.2) keeps the instruction with the thoughts, actions and observations that it led to.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from embodied_memory.act_trace import ActTrace, parse_told_trace
from embodied_memory.event import Event, EventKind

SOMEBODY = "somebody"
"""Who asked, where that is not known."""


@dataclass(frozen=True)
class TaughtWords:
    """Words of a person, and what was done upon them."""

    person: str
    text: str
    trace: ActTrace = field(default_factory=ActTrace)


def taught_words(event: Event, robot: str) -> TaughtWords | None:
    """None if the event teaches nothing. robot: whose own words teach nothing.

    An instruction that failed is no way in which things are done; what its words tell was learned as they were said.
    """
    if event.kind is EventKind.UTTERANCE and event.actor != robot:
        return TaughtWords(event.actor, event.text)
    if event.kind is EventKind.INSTRUCTION_ENDED and event.trace and event.succeeded is not False:
        task, trace = parse_told_trace(event.trace)
        return TaughtWords(event.asked_by or SOMEBODY, task, trace)
    return None
