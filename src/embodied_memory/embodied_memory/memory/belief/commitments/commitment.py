"""Something that somebody is to do, as said by somebody (ObsMem, section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from embodied_memory.memory.belief.statements.statement import StatementKind


class CommitmentStatus(str, Enum):
    """What became of it. Overdue is an open one whose time has passed, dormant a rule that does not bind at the hour
    of asking; both are computed when asked, never stored.
    """

    OPEN = "open"
    FULFILLED = "fulfilled"
    CANCELLED = "cancelled"
    OVERDUE = "overdue"
    DORMANT = "dormant"


STILL_OPEN = (CommitmentStatus.OPEN, CommitmentStatus.OVERDUE, CommitmentStatus.DORMANT)
"""What is stored as open."""


@dataclass(frozen=True)
class Commitment:
    """text: what is to be done; by, for_whom: who does it for whom, "" if not said.

    due_ns: when a reminder is due, or until when the rest is to be done; None if no time was said.
    record_ids: the utterances and acts that made, changed and settled it, in that order.
    """

    commitment_id: int
    kind: StatementKind
    text: str
    by: str
    for_whom: str
    due_ns: int | None
    status: CommitmentStatus
    record_ids: tuple[int, ...]
    made_ns: int
