"""A question back: two readings of an instruction remain, and a guess could be wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Clarification:
    """question: for the person; readings: what may be meant, in words, the likeliest first, two or more."""

    question: str
    readings: tuple[str, ...]


class Answerer(Protocol):
    """Whoever can be asked."""

    def choose(self, clarification: Clarification) -> int | None:
        """The number of the reading that is meant; None if nobody answers, and then nothing is done."""


class NobodyAnswers:
    """The robot stops and hands the question to whoever gave the instruction."""

    def choose(self, clarification: Clarification) -> int | None:
        """See Answerer."""
        return None


class LikeliestReading:
    """For evaluations, where nobody can answer: takes the likeliest reading, and counts."""

    def __init__(self) -> None:
        self.asked: list[Clarification] = []

    def choose(self, clarification: Clarification) -> int | None:
        """See Answerer."""
        self.asked.append(clarification)
        return 0
