"""Who is asked where an instruction may mean several things, and a guess could be wrong."""

from __future__ import annotations

from typing import Protocol

from embodied_memory.planning.task_report import Ambiguity


class Answerer(Protocol):
    """Whoever can be asked."""

    def choose(self, ambiguity: Ambiguity) -> int | None:
        """The number of the reading that is meant; None if nobody answers, and then nothing is done."""


class NobodyAnswers:
    """The robot stops and hands the question to whoever gave the instruction."""

    def choose(self, ambiguity: Ambiguity) -> int | None:
        """See Answerer."""
        return None


class LikeliestReading:
    """For evaluations, where nobody can answer: takes the likeliest reading, and counts."""

    def __init__(self) -> None:
        self.asked: list[Ambiguity] = []

    def choose(self, ambiguity: Ambiguity) -> int | None:
        """See Answerer."""
        self.asked.append(ambiguity)
        return 0
