"""A memory for a dialog of which only the talk matters."""

from __future__ import annotations

from collections.abc import Iterable

from embodied_memory.dialog.talk.dialog_memory import PromisedDeed
from embodied_memory.evidence import Answer
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.tasks.standing_rules import StandingRule


class KnowsNothing:
    """A `DialogMemory` that knows nothing but people's names, in lower case."""

    def __init__(self, people: Iterable[str] = ()) -> None:
        self._people = frozenset(people)

    def heard(self, speaker: str, stamp_ns: int) -> None:
        """Not kept."""

    def answer(self, question: str, asker: str = "") -> Answer:
        """See `DialogMemory`."""
        return Answer(question, "I do not know.", False, 0.0)

    def said_by(self, about: str, person: str) -> str:
        """Nothing."""
        return ""

    def forget_said(self, words: str, person: str) -> bool:
        """Nothing was said."""
        return False

    def give_feedback(self, text: str, person: str, about: str) -> str:
        """Not kept."""
        return "All right."

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """Nothing."""
        return ()

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """None."""
        return ()

    def promised_deeds(self) -> tuple[PromisedDeed, ...]:
        """None."""
        return ()

    def people(self) -> frozenset[str]:
        """See `DialogMemory`."""
        return self._people
