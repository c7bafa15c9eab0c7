"""The record of a life: what happened, who saw it, and which thread of life it belongs to (WorldLines, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.event import Event

FIRST_DAY_NS = 1_772_409_600_000_000_000
"""Monday, 2 March 2026, midnight UTC."""


@dataclass(frozen=True)
class TraceEntity:
    """What a look at a thing tells of it: perception would know as much."""

    entity_id: str
    kind: str
    category: str
    caption: str
    movable: bool = False


@dataclass(frozen=True)
class TraceRecord:
    """One event of a trace. event.observers: who saw or heard it; a memory is given those with "robot" alone.

    evidence_id: its name in gold evidence. day: from 0. project: the thread of life, such as
    "meal_preparation 3". refused: the executor did not allow the act, nothing changed. described: what perception
    makes of things and people that the robot comes to see for the first time.
    """

    event: Event
    evidence_id: str
    day: int
    project: str
    memory_target: str
    refused: bool = False
    described: tuple[TraceEntity, ...] = ()
