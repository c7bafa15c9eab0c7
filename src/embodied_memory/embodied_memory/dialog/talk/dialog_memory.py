"""What the dialog needs of memory, and the same from a memory in the same process."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from embodied_memory.event import ROBOT
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.commitment_track import Commitment, CommitmentStatus
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.tasks.standing_rules import StandingRule, standing_rules_of

if TYPE_CHECKING:
    from embodied_memory.memory.memory import Memory


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


class MemoryAtHand:
    """A `DialogMemory`. It is now what it was when somebody last spoke, or what `now_ns` was set to since."""

    def __init__(self, memory: Memory, people: Iterable[str] = (), now_ns: int = 0) -> None:
        """people: names that are known from the start, beside those that memory holds."""
        self.memory, self.now_ns = memory, now_ns
        self._met = {name.lower() for name in people}

    def heard(self, speaker: str, stamp_ns: int) -> None:
        """See `DialogMemory`."""
        self.now_ns = stamp_ns
        self._met |= {speaker.lower()} - {"", ROBOT}

    def answer(self, question: str, asker: str = "") -> Answer:
        """See `DialogMemory`."""
        return self.memory.answer(question, self.now_ns, asker)

    def give_feedback(self, text: str, person: str, about: str) -> str:
        """See `DialogMemory`."""
        return heard_feedback(bool(self.memory.rules.give_feedback(text, person, self.now_ns, about)))

    def said_by(self, about: str, person: str) -> str:
        """See `DialogMemory`."""
        return self.memory.people.said_by(about, person, self.now_ns)

    def forget_said(self, words: str, person: str) -> bool:
        """See `DialogMemory`."""
        return self.memory.people.forget_said(words, person, self.now_ns)

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """See `DialogMemory`."""
        return self.memory.people.recall(query, 5, person or None)

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """See `DialogMemory`."""
        return standing_rules_of(self.memory.beliefs.commitments(by=ROBOT, now_ns=self.now_ns))

    def promised_deeds(self) -> tuple[PromisedDeed, ...]:
        """See `DialogMemory`."""
        return promised_deeds_of(self.memory.beliefs.commitments(by=ROBOT, now_ns=self.now_ns))

    def people(self) -> frozenset[str]:
        """See `DialogMemory`."""
        return self.memory.stores.beliefs.people - {ROBOT} | self._met


def reached(memory: DialogMemory | Memory) -> DialogMemory:
    """What the dialog asks: whatever reaches a memory elsewhere, or a memory of this process."""
    return cast(DialogMemory, memory) if hasattr(memory, "heard") else MemoryAtHand(memory)
