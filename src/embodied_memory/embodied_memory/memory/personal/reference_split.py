"""Cutting a request into the parts that may each refer to a memory of their own."""

from __future__ import annotations

import re

from embodied_memory.memory.personal.request_kind import without_politeness
from embodied_memory.memory.personal.request_words import sentences, words

_JOINING = re.compile(
    r"[,;]?\s+(?:and\s+)?(?=(?:then|after that|afterwards|additionally|also|in addition|finally|next(?! to\b)|later"
    r"|besides)\b,?\s)|[,;]?\s+and\s+(?=(?:could|can|would|will) you\b|please\b)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"^(?:first\b|placing\b|(?:\w+ ){0,2}(?:it|them|both|each|they)\b)", re.IGNORECASE)


def split_references(request: str) -> tuple[str, ...]:
    """The parts in order: sentences, and what follows "then", "also" and the like.

    A part that only goes on with what came before ("Place them side by side", "First, ...") stays with it. One
    memory may still be meant by several parts: memory decides.
    """
    parts: list[str] = []
    for sentence in sentences(request):
        for piece in filter(words, _JOINING.split(sentence)):
            if parts and (_GOES_ON.match(piece) or _GOES_ON.match(without_politeness(piece))):
                parts[-1] = f"{parts[-1]} {piece.strip()}"
            else:
                parts.append(piece.strip())
    return tuple(parts) or (request,)
