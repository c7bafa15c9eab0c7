"""What the dialog needs of memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.commitments.commitment import Commitment, CommitmentStatus
from embodied_memory.memory.belief.statements.statement import StatementKind
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.tasks.standing_rules import StandingRule

_OPEN = (CommitmentStatus.OPEN, CommitmentStatus.OVERDUE)


class DialogMemory(Protocol):
    """What the dialog needs of memory."""

    def heard(self, speaker: str, stamp_ns: int) -> None:
        """Somebody speaks: what is asked of memory from here on is asked now."""

    def answer(self, question: str, asker: str = "") -> Answer:
        """What the asker may know. Never raises: where memory cannot be reached, the answer says so."""

    def give_feedback(self, text: str, person: str, about: str) -> str:
        """Let memory learn what to remember; returns what changed, in a sentence. Memory records the words."""

    def said_by(self, about: str, person: str) -> str:
        """What the person said themselves that words are about most, word for word; "" if nothing is, or memory is
        out of reach.
        """

    def forget_said(self, words: str, person: str) -> bool:
        """Erase an utterance of the person for good, with what was derived of it. Whether there was one."""

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """What a person may mean by words of their own; nothing where memory cannot be reached."""

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """What people told the robot to keep to for good; none where memory cannot be reached."""

    def promised_deeds(self) -> tuple[PromisedDeed, ...]:
        """What the robot has promised people to do later; nothing where memory cannot be reached."""

    def people(self) -> frozenset[str]:
        """The names of those that memory knows, in lower case."""


def heard_feedback(is_changed: bool) -> str:
    """What to say to feedback. is_changed: whether a rule of memory was."""
    return "All right, I will mind that from now on." if is_changed else "I have heard it; no rule of mine changes."


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
