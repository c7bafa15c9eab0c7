"""Answers a question after a search, from what was seen (LMEE, section 14 and figure 18)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import BaseModel

from embodied_memory.evidence import RememberedObject, RetrievalResult, RetrievedMemory
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.planning.exploring.language_policy import memories_in_words, memories_with_objects

_LONGEST_ANSWER = 500


class SearchAnswerReply(BaseModel):
    """Figure 18: the memory that shows the answer, and the answer."""

    memory: int | None = None
    answer: str = ""


@dataclass(frozen=True)
class SearchAnswer:
    """shown_by: the memory that shows it; None where the model was of no use and memory answered by itself."""

    text: str
    shown_by: RetrievedMemory | None = None


class QuestionAfterSearch:
    """The role over a language model. offline: what memory answers by itself."""

    def __init__(self, advisor: Advisor, offline: Callable[[str], str]) -> None:
        self._advisor = advisor
        self._offline = offline

    def answer(
        self,
        question: str,
        retrieved: RetrievalResult,
        known: tuple[RememberedObject, ...] = (),
        choices: tuple[tuple[str, str], ...] = (),
    ) -> str:
        """A sentence, or the letter of a choice. choices: (letter, words). retrieved: for the question."""
        return self.told(question, retrieved, known, choices).text

    def told(
        self,
        question: str,
        retrieved: RetrievalResult,
        known: tuple[RememberedObject, ...] = (),
        choices: tuple[tuple[str, str], ...] = (),
    ) -> SearchAnswer:
        """The same, with the memory that shows it."""
        shelves = memories_with_objects(retrieved.memories, (), known)
        request = asking(
            "answer after search",
            tuple(memory.thumbnail for memory in retrieved.memories if memory.thumbnail),
            question=" ".join(question.split()),
            choices="; ".join(f"{letter}) {' '.join(words.split())}" for letter, words in choices) or "none",
            memories=memories_in_words(shelves),
        )
        letters = tuple(letter for letter, _ in choices)
        return self._advisor.advice(
            request,
            SearchAnswerReply,
            lambda reply: _checked(reply, retrieved.memories, letters),
            lambda: SearchAnswer(self._offline(question)),
        )


def _checked(
    reply: SearchAnswerReply, memories: tuple[RetrievedMemory, ...], letters: tuple[str, ...]
) -> SearchAnswer:
    """Raises UnusableReplyError for a memory or a choice that there is not, and for no answer."""
    answer = " ".join(reply.answer.split())[:_LONGEST_ANSWER]
    if reply.memory is None or not 0 <= reply.memory < len(memories) or not answer:
        raise UnusableReplyError("no memory shows the answer")
    if letters and answer.rstrip(".)") not in letters:
        raise UnusableReplyError("the answer is none of the choices")
    return SearchAnswer(answer.rstrip(".)") if letters else answer, memories[reply.memory])
