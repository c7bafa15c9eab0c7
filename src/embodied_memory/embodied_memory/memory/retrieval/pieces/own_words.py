"""What somebody said themselves, word for word."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.wording.word_stems import content_stems


def own_words(found: Sequence[BearingPiece], about: str, person: str) -> str:
    """Of what was found, the best that a person said and did not ask; "" if nothing shares a telling word."""
    said = (one.piece for one in found if one.piece.is_said and not one.piece.is_question)
    own = (one.text for one in said if one.speaker.lower() == person.lower())
    words = content_stems(about)
    return next((text for text in own if words & content_stems(text) and text != about), "")
