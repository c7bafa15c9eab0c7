"""An answer in the words of those who said it, or of what was seen done, with who, when, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embodied_memory.memory.retrieval.pieces.deed_outcomes import DeedOutcome
from embodied_memory.memory.retrieval.pieces.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece

_MOST_QUOTED = 2
_NEARLY = 0.7
"""A second piece is told, too, if it bears on the question nearly as well."""


@dataclass(frozen=True)
class Quotation:
    """text: sentences, "" if nothing bears; record_ids: what they rest on, the best first."""

    text: str
    record_ids: tuple[int, ...]
    outcome: DeedOutcome | None = None


def quoted(found: Sequence[BearingPiece], when: Callable[[int], str], outcome: DeedOutcome | None) -> Quotation:
    """Of pieces from the best on. when: a stamp in words; outcome: what came of the best one, if that is told too."""
    if not found:
        return Quotation("", ())
    if outcome is not None and outcome.is_all:
        return Quotation(outcome.text, outcome.record_ids, outcome)
    least = _NEARLY * found[0].probability
    told = [one.piece for one in found[:_MOST_QUOTED] if one.probability >= least][: 1 if outcome else None]
    sentences = [_sentence(piece, when) for piece in told] + ([outcome.text] if outcome else [])
    ids = (*(piece.record_id for piece in told), *(outcome.record_ids if outcome else ()))
    return Quotation(" ".join(sentences), ids, outcome)


def _sentence(piece: Piece, when: Callable[[int], str]) -> str:
    time = when(piece.stamp_ns)
    if piece.is_said:
        return f'{_capital(piece.speaker)} said {time}: "{piece.text.strip()}"'
    return f"{_capital(time)}: {piece.placed}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
