"""What is planned for a time to come ("what's on tomorrow?"): what was said of it, by the times people spoke of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from embodied_memory.memory.belief.states.presence import ROBOT
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.deed_outcome import DeedOutcome
from embodied_memory.memory.retrieval.pieces.piece_features import is_next
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.pieces.quoting_pieces import in_own_words
from embodied_memory.memory.time_words.spoken_time import LocalTime, SpokenTime, read_due
from embodied_memory.memory.wording.word_stems import content_stems, stem
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.plain_words import named_things
from embodied_memory.words.said import TELLING, AskedKind, Role, Said, SpeechAct

_ASKS = 0.6
_LOOKED_BACK_NS, _MOST_READ, _MOST_TOLD = 21 * 86_400 * 10**9, 400, 5
_DAY_NS = 86_400 * 10**9
_TELLS = (*TELLING, SpeechAct.REMIND, SpeechAct.CORRECT, SpeechAct.MESSAGE, SpeechAct.RULE)
_PART = re.compile(r"[.;!?]+\s+|,\s+(?:and |but )?|\s+and\s+")
_IS_OFF = re.compile(r"n['’]t\b(?! (?:forget|let|miss))|\bnot\b|\bnever\b", re.I)
_ANY_DEED = frozenset(
    map(stem, ("do", "doing", "have", "got", "get", "on", "go", "going", "happen", "happening", "be", "up", "plan"))
)
"""What is planned whatever it is: "what am I baking tomorrow" asks for one thing."""
_YOU = re.compile(r"\b(?:you|your)\b", re.I)
_ANY_PLAN = frozenset(
    map(stem, ("plan", "thing", "anything", "something", "event", "appointment", "errand", "day", "diary", "agenda",
               "calendar", "schedule", "today", "tomorrow", "week", "weekend", "what"))
)  # fmt: skip


def agenda(
    question: str,
    people: Sequence[str],
    rows: PieceRows,
    may_hear: Callable[[Piece], bool],
    reading: OneReading | None,
    utc_offset_h: float,
    asker: str = "",
) -> tuple[Piece, ...]:
    """What was said of the time that is asked about, in its order; nothing where no plans are asked for, or one is
    asked about that is named. asker: is told of nobody else's reminders.
    """
    due = read_due(question, LocalTime(rows.now_ns, utc_offset_h)) if reading is not None else None
    if reading is None or due is None or not _asks_for_plans(reading.read(question)):
        return ()
    begin, end = _whole_days(due, utc_offset_h)
    since = rows.said_since(rows.now_ns - _LOOKED_BACK_NS, _MOST_READ)
    timed = [(starts_ns, one) for one in since for starts_ns in _starts(one, utc_offset_h, begin, end)[:1]]
    told = [
        (starts_ns, one)
        for starts_ns, one in timed
        if _is_about(one, people)
        and may_hear(one)
        and (_is_heard(one, asker) if one.is_question else _tells(reading, one, asker))
    ]
    own = sorted(told, key=lambda pair: (not (asker and _is_about(pair[1], (asker,))), pair[0]))
    agreed = [(at_ns, part) for at_ns, one in own for part in _agreed(one, rows, may_hear, reading)][:_MOST_TOLD]
    return tuple(one for _, one in sorted(agreed, key=lambda pair: (pair[0], pair[1].record_id)))


def _agreed(
    piece: Piece, rows: PieceRows, may_hear: Callable[[Piece], bool], reading: OneReading
) -> tuple[Piece, ...]:
    """What was told; what was only asked ("will you run me there tomorrow?") with what was replied, if that is no
    "no" and no question.
    """
    if not piece.is_question:
        return (piece,)
    after = (one for one in rows.around(piece.record_id) if one.record_id > piece.record_id and one.is_said)
    reply = next(after, None)
    if reply is None or not is_next(piece, reply) or reply.speaker == piece.speaker or not may_hear(reply):
        return ()
    is_no = _IS_OFF.search(reply.text) or reading.read(reply.text).share(SpeechAct.REFUSE) >= _ASKS
    return () if is_no or reply.is_question else (piece, reply)


def as_told(pieces: Sequence[Piece], when: Callable[[int], str]) -> DeedOutcome:
    """In the words of those who said it."""
    said = " ".join(in_own_words([one], when) for one in pieces)
    return DeedOutcome(said, tuple(one.record_id for one in pieces), True, 1.0)


def _asks_for_plans(said: Said) -> bool:
    asks = said.surely(SpeechAct.ASK) and said.asked.get(AskedKind.PLAN, 0.0) >= _ASKS
    is_of_deed = any(stem(word) not in _ANY_DEED for deed in said.of(Role.DEED) for word in split_words(deed)[:1])
    return asks and not is_of_deed and all(content_stems(one.text) <= _ANY_PLAN for one in named_things(said))


def _whole_days(due: SpokenTime, utc_offset_h: float) -> tuple[int, int]:
    offset_ns = int(utc_offset_h * 3600) * 10**9
    begin = (due.start_ns + offset_ns) // _DAY_NS * _DAY_NS - offset_ns
    return begin, max(begin + _DAY_NS, due.end_ns)


def _starts(piece: Piece, utc_offset_h: float, begin: int, end: int) -> list[int]:
    """When what is told of begins within a time, in order: "he can't make today. It's tomorrow" is of tomorrow."""
    parts = (part for part in _PART.split(piece.text) if not _IS_OFF.search(part))
    dues = (read_due(part, LocalTime(piece.stamp_ns, utc_offset_h)) for part in parts)
    return sorted(due.start_ns for due in dues if due is not None and begin <= due.start_ns < end)


def _is_about(piece: Piece, people: Sequence[str]) -> bool:
    """Whether somebody who is asked about says it, or is spoken of or to; anybody's plans where nobody is."""
    others = {name.lower() for name in piece.audience} - {piece.speaker.lower(), ROBOT}
    told = " ".join(others) if len(others) == 1 and _YOU.search(piece.text) else ""
    text = f"{piece.speaker} {piece.text} {' '.join(piece.meant)} {told}".lower()
    return not people or any(name.lower() in text for name in people)


def _is_heard(piece: Piece, asker: str) -> bool:
    """What others only asked each other is not told of."""
    return not asker or asker in (name.lower() for name in (piece.speaker, *piece.audience))


def _tells(reading: OneReading, piece: Piece, asker: str) -> bool:
    said = reading.read(piece.text)
    is_anothers = bool(asker) and piece.speaker.lower() != asker and said.surely(SpeechAct.REMIND)
    return said.surely(*_TELLS, SpeechAct.ASK) and not is_anothers  # of what has no question mark
