"""An answer in the words of those who said it, or of what was seen done, with who, when, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.how_often import DeedOutcome
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.words.wording.phrases import listed
from embodied_memory.words.wording.word_stems import content_stems

_MOST_QUOTED = 3
_ENOUGH, _LEAST = 0.8, 0.05
"""Further pieces are told until one of them is this likely to answer, as far as they are likely at all: of questions
about unread homes 78 % are answered so, 65 % by the first piece alone, with 1.9 pieces on average.
"""
_MOST_TIMES = 4
_LEAST_LATER, _LATER_NS, _OF_THE_SAME = 0.02, 60 * 10**9, 2
_NEARLY = 0.7
"""What bears on the question as well as that belongs to the answer, rather than being another one."""


@dataclass(frozen=True)
class Quotation:
    """text: sentences, "" if nothing bears; record_ids: what they rest on, the best first."""

    text: str
    record_ids: tuple[int, ...]
    outcome: DeedOutcome | None = None


def quoted(
    found: Sequence[BearingPiece],
    when: Callable[[int], str],
    outcome: DeedOutcome | None,
    belonging: Callable[[Piece], Sequence[Piece]] = lambda piece: (),
) -> Quotation:
    """Of pieces from the best on. when: a stamp in words; outcome: what came of the best one, if that is told too;
    belonging: what was said right after a piece and is told with it.
    """
    if not found:
        return Quotation("", ())
    if outcome is not None and outcome.is_all:
        return Quotation(outcome.text, outcome.record_ids, outcome)
    alike = _done_again(found[0].piece, found)
    rest = [one for one in found if one.piece not in alike]
    told = [found[0], *([] if outcome else rest[: max(0, _how_many([found[0], *rest]) - 1)])]
    later = _said_later(found[0], rest) if outcome is None else None
    told = [found[0], later, *(one for one in told[1:] if one is not later)] if later is not None else told
    after = [one for one in belonging(found[0].piece) if all(one != other.piece for other in told)]
    first = " ".join([in_own_words(alike, when), *(in_own_words([one], when) for one in after)])
    beside = ("Later: " if one is later else _beside(one, found[0]) for one in told[1:])
    sentences = [first, *(how + in_own_words([one.piece], when) for how, one in zip(beside, told[1:], strict=True))]
    sentences += [outcome.text] if outcome else []
    others = (one for one in alike if one != found[0].piece)
    pieces = [found[0].piece, *after, *others, *(one.piece for one in told[1:])]
    ids = (*(one.record_id for one in pieces), *(outcome.record_ids if outcome else ()))
    return Quotation(" ".join(sentences), tuple(dict.fromkeys(ids)), outcome)


def _said_later(best: BearingPiece, rest: Sequence[BearingPiece]) -> BearingPiece | None:
    """What was said of the same matter since then, which may be otherwise by now: "the match is on Friday", then "the
    match isn't on Friday, it's Saturday". Of 570 answers of ten homes five became right by it, and none wrong.
    """
    matter = content_stems(best.piece.text)
    later = (
        one
        for one in rest
        if best.piece.is_said
        and one.piece.is_said
        and not one.piece.is_question
        and one.probability >= _LEAST_LATER
        and one.piece.stamp_ns > best.piece.stamp_ns + _LATER_NS
        and len(matter & content_stems(one.piece.text)) >= _OF_THE_SAME
    )
    return max(later, key=lambda one: one.probability, default=None)


def _done_again(best: Piece, found: Sequence[BearingPiece]) -> list[Piece]:
    """The best piece, and the other times that the same was done, the earliest first."""
    if best.is_said:
        return [best]
    same = [one.piece for one in found if one.piece.placed == best.placed and one.piece.kind == best.kind]
    return sorted(same[:_MOST_TIMES], key=lambda one: one.stamp_ns)


def _how_many(found: Sequence[BearingPiece]) -> int:
    likely, number = 0.0, 0
    for one in found[:_MOST_QUOTED]:
        if number and (likely >= _ENOUGH or one.probability < _LEAST):
            break
        likely, number = likely + one.probability, number + 1
    return number


def _beside(one: BearingPiece, best: BearingPiece) -> str:
    if one is best:
        return ""
    return "Also: " if one.probability >= _NEARLY * best.probability else "Or perhaps: "


def in_own_words(alike: Sequence[Piece], when: Callable[[int], str]) -> str:
    """Of one piece, or of a deed that was done several times."""
    piece, time = alike[0], listed([when(one.stamp_ns) for one in alike])
    if piece.is_said:
        return f'{_capital(piece.speaker)} said {time}: "{piece.text.strip()}"'
    return f"{_capital(time)}: {piece.placed}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
