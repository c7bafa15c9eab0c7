"""What a deed came to, as a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DeedOutcome:
    """text: a sentence; record_ids: what it rests on; is_all: it is told alone, without the deed's own sentence.

    likely: how likely one of the pieces about the same thing answers the question.
    """

    text: str
    record_ids: tuple[int, ...]
    is_all: bool
    likely: float = 0.0
