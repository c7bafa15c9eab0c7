"""What enters memory: only what the robot perceived (ObsMem, section 4.1, equation 1)."""

from __future__ import annotations

from embodied_memory.event import Event, EventKind, Provenance


def atoms_of(event: Event, robot: str) -> tuple[Provenance, ...]:
    """The atoms that an event makes in the memory of `robot`: none, the event itself, or also what was said.

    Nothing if the robot is not among the observers. Otherwise the event with its own provenance, and for an
    utterance of somebody else a reported atom as well: hearing words and seeing what they speak of differ. What the
    robot says itself tells it nothing, whatever provenance it is given.
    """
    if robot not in event.observers:
        return ()
    if event.kind is EventKind.UTTERANCE:
        return (Provenance.OBSERVED,) if event.actor == robot else (event.provenance, Provenance.REPORTED)
    return (event.provenance,)
