"""On top of memory and planner: takes what was said and says what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.utterance_kind import ReplyKind, greeting_reply, kind_of
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer

__all__ = ["DialogManager", "Reply", "ReplyKind"]


@dataclass(frozen=True)
class Reply:
    """answer: what to say. instruction: for the planner, "" unless kind is INSTRUCTION."""

    kind: ReplyKind
    answer: Answer
    instruction: str = ""


class DialogManager:
    """answer: asks memory a question. What people say is data: it is matched, never run."""

    def __init__(self, answer: Callable[[str], Answer], config: DialogConfig | None = None) -> None:
        self._answer = answer
        self._config = config or DialogConfig()

    def reply(self, utterance: Utterance) -> Reply:
        """One utterance, one reply. Text longer than the configured length is cut."""
        text = " ".join(utterance.text[: self._config.max_characters].split())
        kind = kind_of(text)
        if kind is ReplyKind.ANSWER:
            return Reply(kind, self._answer(text))
        if kind is ReplyKind.INSTRUCTION:
            return Reply(kind, _said(text, f"All right: {text.rstrip('.!?')}.", 1.0), text)
        if kind is ReplyKind.GREETING:
            return Reply(kind, _said(text, greeting_reply(text), 1.0))
        return Reply(kind, _not_understood(text))


def _said(text: str, reply: str, certainty: float) -> Answer:
    return Answer(text, reply, True, certainty)


def _not_understood(text: str) -> Answer:
    if not text:
        return Answer(text, "I did not hear anything.", False, 0.0)
    reply = 'I did not understand that. Ask me something like "where is the kettle?", or tell me "find the kettle".'
    return Answer(text, reply, False, 0.0)
