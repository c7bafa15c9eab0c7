"""What somebody said is told as theirs: Mia said "I fed the cat."."""

from __future__ import annotations

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.personal.personal_memory import PersonalMemory
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance

_ROBOT = "robot"


def as_told(one: Candidate) -> str:
    """The text of an event; of an utterance with who said it."""
    speaker = _speaker(one)
    return f'{speaker} said "{one.text}"' if speaker else one.text


def tells_nothing(one: Candidate) -> bool:
    """Whether it is what the robot said itself, or what somebody only asked."""
    speaker = _speaker(one)
    return speaker == _ROBOT or (bool(speaker) and one.text.rstrip().endswith("?"))


def _speaker(one: Candidate) -> str:
    """Who said it, "" if it was not said."""
    if isinstance(one.content, PersonalMemory):
        return one.content.person
    event = one.content.event if isinstance(one.content, HeardUtterance) else one.content
    return event.actor if isinstance(event, Event) and event.kind is EventKind.UTTERANCE else ""
