"""What the dialog needs of memory, from a memory in the same process."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from embodied_memory.dialog.talk.dialog_memory import (
    DialogMemory,
    PromisedDeed,
    heard_feedback,
    promised_deeds_of,
)
from embodied_memory.event import ROBOT
from embodied_memory.evidence import Answer
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.tasks.standing_rules import StandingRule, standing_rules_of

if TYPE_CHECKING:  # a dialog node, which asks over ROS, spares the 110 MB of loading all of memory
    from embodied_memory.memory.memory import Memory


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
