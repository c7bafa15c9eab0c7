"""An answer in the words of those who said it, or of what was seen done, with who and when."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from embodied_memory.memory.retrieval.pieces.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece

_MOST_QUOTED = 2
_NEARLY = 0.7
"""A second piece is told, too, if it bears on the question nearly as well."""


def quoted(found: Sequence[BearingPiece], when: Callable[[int], str]) -> tuple[str, tuple[Piece, ...]]:
    """(sentences, the pieces they quote), of pieces from the best on. when: a stamp in words."""
    if not found:
        return "", ()
    best = found[0].probability
    told = tuple(one.piece for one in found[:_MOST_QUOTED] if one.probability >= _NEARLY * best)
    return " ".join(_sentence(piece, when) for piece in told), told


def _sentence(piece: Piece, when: Callable[[int], str]) -> str:
    time = when(piece.stamp_ns)
    if piece.is_said:
        return f'{_capital(piece.speaker)} said {time}: "{piece.text.strip()}"'
    return f"{_capital(time)}: {piece.text}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
