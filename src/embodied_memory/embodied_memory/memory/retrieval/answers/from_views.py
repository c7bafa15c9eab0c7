"""The answers that views and objects give by themselves, by intent: where nobody told of anything, they are all."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.seen_when import (
    answer_all_things,
    answer_how_long,
    answer_how_many_things,
    answer_seen_when,
    answer_where_been,
    answer_where_then,
)
from embodied_memory.memory.retrieval.answers.sizes import answer_distance, answer_extreme, answer_size
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.retrieval.seen.seen_views import SeenViews
from embodied_memory.memory.retrieval.seen.view_question import ViewIntent, ViewQuestion, parse_view_question

_BY_VIEWS: dict[ViewIntent, Callable[[ViewQuestion, Recollection, SeenViews], Answer | None]] = {
    ViewIntent.SEEN_WHEN: answer_seen_when,
    ViewIntent.WHERE_BEEN: answer_where_been,
    ViewIntent.WHERE_THEN: answer_where_then,
    ViewIntent.HOW_LONG: answer_how_long,
}
_BY_OBJECTS: dict[ViewIntent, Callable[[ViewQuestion, Recollection], Answer | None]] = {
    ViewIntent.ALL_THINGS: answer_all_things,
    ViewIntent.HOW_MANY_THINGS: answer_how_many_things,
    ViewIntent.SIZE: answer_size,
    ViewIntent.EXTREME: answer_extreme,
    ViewIntent.DISTANCE: answer_distance,
}


def answer_from_views(question: str, recollection: Recollection, views: Callable[[], SeenViews]) -> Answer | None:
    """None for a question of another sort, and where nothing was seen that answers it."""
    asked = parse_view_question(question)
    if asked is None:
        return None
    by_objects = _BY_OBJECTS.get(asked.intent)
    if by_objects is not None:
        return by_objects(asked, recollection)
    seen = views()
    return _BY_VIEWS[asked.intent](asked, recollection, seen) if seen.count else None
