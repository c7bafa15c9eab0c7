"""A deed that the robot has promised somebody for later, as memory keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embodied_memory.memory.belief.commitments.commitment import Commitment, CommitmentStatus
from embodied_memory.memory.belief.statements.statement import StatementKind

_OPEN = (CommitmentStatus.OPEN, CommitmentStatus.OVERDUE)


@dataclass(frozen=True)
class PromisedDeed:
    """number: of the commitment; text: without its time; due_ns: None for what waits for somebody."""

    number: int
    text: str
    for_whom: str
    due_ns: int | None


def promised_deeds_of(commitments: Iterable[Commitment]) -> tuple[PromisedDeed, ...]:
    """Of what the robot is to do, what somebody asked it for and it has promised, and is still to be done."""
    return tuple(
        PromisedDeed(one.commitment_id, one.text, one.for_whom, one.due_ns)
        for one in commitments
        if one.kind is StatementKind.PROMISE and one.for_whom and one.status in _OPEN
    )
