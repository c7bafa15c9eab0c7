"""Whom an utterance is for: people call whom they speak to by name."""

from __future__ import annotations

import re

from embodied_memory.event import Event, EventKind
from household.home import ROBOT_ID
from household.residents.acts import Meaning

_CALLED = re.compile(r"(?:^|[,;:] |\b(?:hi|hello|hey|dear) )robot(?=[,.!?:;]|$)", re.I)
_IN_TALK = frozenset({"answer robot", "answer none", "again", "why not", "feedback"})
"""What goes on with a talk needs no name."""


def is_for_robot(event: Event, meaning: Meaning | None) -> bool:
    """Whether a person says this to the robot."""
    if event.kind is not EventKind.UTTERANCE or event.actor == ROBOT_ID:
        return False
    goes_on = meaning is not None and meaning.person == ROBOT_ID and meaning.intent in _IN_TALK
    return goes_on or calls_robot(event.text)


def calls_robot(text: str) -> bool:
    """Whether the robot is called by its name."""
    return _CALLED.search(text) is not None
