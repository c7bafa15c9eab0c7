"""Examples for the cross-encoder: a question with pieces as the search finds them, and which of them answer it."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.memory.retrieval.pieces.piece_search import asked_by, passage_of
from embodied_memory.memory.retrieval.query_plan.annotation import read_time
from embodied_memory.perception.cross_encoder import Passage
from embodied_memory_tools.learning.remembered_homes import HomeQuestion, RememberedHome

_MOST = 64
"""So many of those found first stand beside what answers."""


@dataclass(frozen=True)
class RerankExample:
    """question: as `asked_by` words it; passages: likeliest first; answers: whether each of them answers it."""

    question: str
    passages: tuple[Passage, ...]
    answers: tuple[bool, ...]


def examples_of(lived: RememberedHome) -> list[RerankExample]:
    """What answers each question, with what the first order puts highest beside it."""
    return [_example(lived, asked) for asked in lived.questions]


def _example(lived: RememberedHome, question: HomeQuestion) -> RerankExample:
    with lived.memory.questions.piece_search(lived.now_ns, question.asker) as search:
        time = read_time(question.text, lived.now_ns).time
        found, _, _ = search.first_order(question.text, question.people, time)
        chosen = [one for place, one in enumerate(found) if place < _MOST or one.piece.record_id in question.gold]
        passages = tuple(passage_of(one, search.when) for one in chosen)
    answers = tuple(one.piece.record_id in question.gold for one in chosen)
    return RerankExample(asked_by(question.text, question.asker.lower()), passages, answers)
