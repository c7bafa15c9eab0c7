"""What was said right after a saying and belongs to it: the reply to a question, and what put it right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.answer_sort import sort_asked, tells
from embodied_memory.memory.retrieval.pieces.piece_features import is_next
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.said import SpeechAct
from embodied_memory.words.wording.word_stems import content_stems

_CORRECTED_NS = 300 * 10**9
_PUTS_RIGHT = 0.5
_LEAST_RESTATED, _RESTATED = 3, 0.6


def belonging_to(
    piece: Piece, after: Iterable[Piece], question: str, robot: str, reading: OneReading | None
) -> Sequence[Piece]:
    """At most one reply, and what the speaker put right. after: what was recorded after it, in that order."""
    if not piece.is_said:
        return ()
    said = [one for one in after if one.is_said and one.speaker != robot]
    return tuple(dict.fromkeys((*_replies(piece, said, question), *_put_right(piece, said, reading))))


def said_anew(pieces: Iterable[Piece]) -> frozenset[int]:
    """What its speaker said anew with other words in it, as what is put right in a talk with the robot is kept: "she
    comes at Christmas", then "she comes at New Year".
    """
    said = sorted((one for one in pieces if one.is_said and not one.is_question), key=lambda one: one.record_id)
    stems = {one.record_id: content_stems(one.text) for one in said}
    return frozenset(
        one.record_id
        for k, one in enumerate(said)
        for other in said[k + 1 :]
        if other.speaker == one.speaker
        and other.stamp_ns - one.stamp_ns <= _CORRECTED_NS
        and _is_restated(stems[one.record_id], stems[other.record_id])
    )


def _is_restated(before: frozenset[str], after: frozenset[str]) -> bool:
    """Nearly all of it again; what is the same word for word has nothing new in it."""
    return len(before) >= _LEAST_RESTATED and before != after and len(before & after) >= _RESTATED * len(before)


def _replies(piece: Piece, said: Sequence[Piece], question: str) -> Iterator[Piece]:
    """To what was asked; or what tells the sort of thing that is now asked for, where the piece itself does not."""
    reply = next(iter(said), None)
    if reply is None or not is_next(piece, reply):
        return
    sort = sort_asked(question)
    answers = (
        sort is not None and not tells(sort, piece.text, question, True) and tells(sort, reply.text, question, True)
    )
    if answers or (piece.is_question and reply.speaker != piece.speaker and not reply.is_question):
        yield reply


def _put_right(piece: Piece, said: Sequence[Piece], reading: OneReading | None) -> Iterator[Piece]:
    """ "No, I got that wrong, it's New Year", as the next that the speaker said in that talk."""
    own = next((one for one in said if one.speaker == piece.speaker), None)
    if reading is None or own is None or own.stamp_ns - piece.stamp_ns > _CORRECTED_NS:
        return
    if reading.read(own.text).share(SpeechAct.CORRECT) >= _PUTS_RIGHT:
        yield own
