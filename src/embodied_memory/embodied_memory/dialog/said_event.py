"""What was said, as an event: memory keeps every word of it."""

from __future__ import annotations

from embodied_memory.event import Event, EventKind, Provenance, Utterance

_MOST_CHARACTERS = 2000


def said_event(said: Utterance) -> Event:
    """With who heard it where that is known; the robot did."""
    return Event(
        said.stamp_ns, EventKind.UTTERANCE, said.speaker, said.text[:_MOST_CHARACTERS], place=said.place,
        observers=said.observers or ("robot",), provenance=Provenance.REPORTED,
    )  # fmt: skip
