"""What went on in a time ("what happened yesterday?"): what was told then, and who came, rather than every step."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.pieces.record_sort import sort_of
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, TimeFilter
from embodied_memory.memory.wording.word_stems import content_stems, stem
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.plain_words import named_things
from embodied_memory.words.said import TELLING, AskedKind, RecordSort, Role, Said, SpeechAct

_ASKS = 0.6
_LEAST_SPAN_NS, _APART_NS = 2 * 3600 * 10**9, 5 * 60 * 10**9
"""A shorter time is told step by step; of one talk only what tells most is told."""
_MOST_LOOKED_AT, _MOST_TOLD, _MANY_WORDS = 120, 5, 10
_ANYTHING = frozenset(
    map(
        stem,
        ("highlight", "summary", "news", "thing", "day", "morning", "afternoon", "evening", "today", "yesterday"),
    )
)
_HAPPENS = frozenset(map(stem, ("happen", "happened", "go", "went", "going", "miss", "missed", "been")))
_TELLS = (*TELLING, SpeechAct.CORRECT)
_WEIGHT = {RecordSort.CAME: 0.6, RecordSort.GAVE: 0.5}
_STEP = 0.1
"""What other deeds count for, beside a saying that surely tells something."""


def outline(
    plan: QueryPlan, rows: PieceRows, may_hear: Callable[[Piece], bool], reading: OneReading | None
) -> tuple[Piece, ...]:
    """What tells most of the time asked about, in its order; nothing where something else is asked for."""
    time = plan.time
    if reading is None or time is None or not _is_of_all(reading.read(plan.question), plan, time, rows.now_ns):
        return ()
    pieces = rows.of_ids(rows.within(time.start_ns, time.end_ns, _MOST_LOOKED_AT))
    weighed = sorted(((_weight(one, reading), one) for one in pieces if may_hear(one)), key=lambda pair: -pair[0])
    told: list[Piece] = []
    for _, one in weighed:
        if all(abs(one.stamp_ns - other.stamp_ns) > _APART_NS for other in told):
            told.append(one)
        if len(told) == _MOST_TOLD:
            break
    return tuple(sorted(told, key=lambda one: one.record_id))


def _is_of_all(said: Said, plan: QueryPlan, time: TimeFilter, now_ns: int) -> bool:
    """Whether what went on is asked about, whoever did it, with whatever."""
    is_long = min(time.end_ns, now_ns) - time.start_ns >= _LEAST_SPAN_NS
    asks = said.surely(SpeechAct.ASK) and said.asked.get(AskedKind.DONE, 0.0) >= _ASKS
    is_of_something = any(not content_stems(one.text) <= _ANYTHING for one in named_things(said))
    is_of_deed = any(stem(word) not in _HAPPENS for deed in said.of(Role.DEED) for word in split_words(deed)[:1])
    return is_long and asks and not (is_of_something or is_of_deed or plan.people)


def _weight(piece: Piece, reading: OneReading) -> float:
    if not piece.is_said:
        return _WEIGHT.get(sort_of(piece), _STEP)
    if piece.is_question:
        return 0.0
    many = min(1.0, len(split_words(piece.text)) / _MANY_WORDS)
    return many * reading.read(piece.text).share(*_TELLS)
