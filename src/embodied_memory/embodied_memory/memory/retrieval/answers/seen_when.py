"""What did you see first, last, after ten seconds? From the views themselves; seconds count from the first."""

from __future__ import annotations

import math

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_parts import identity_of
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.retrieval.seen.seen_views import NS, SeenView, SeenViews, things_of
from embodied_memory.memory.retrieval.seen.view_question import ViewQuestion
from embodied_memory.memory.wording.phrases import sentence, tallied
from embodied_memory.memory.wording.room_words import the_room

_MOMENT_NS = NS
"""Views taken within this time of each other show one moment."""
_FEW_VIEWS, _MANY_VIEWS = 8, 60
_BEGINNINGS = ("first", "beginning", "start")
_ENDS = ("last", "end", "now")


def answer_seen_when(asked: ViewQuestion, recollection: Recollection, views: SeenViews) -> Answer:
    """Everything that the views of the time asked about show and that memory asserts."""
    if not views.count:
        return Answer(asked.question, "I don't know: I have not seen anything yet.", False, 0.0)
    when, found = _of_time(asked, views)
    shown = views.shown(found)
    if asked.from_s is None or asked.value in ("after", "at", "from", "in", "later"):
        shown = _of_one_moment(shown, asked.value in _ENDS)
    if not shown:
        return _nothing(asked, when, found, views)
    things = things_of((one for _, ids in shown for one in ids), recollection.objects)
    seen = tallied((thing.category.lower() for thing in things), limit=12)
    return Answer(
        question=asked.question,
        text=sentence(f"{when} I saw {seen}"),
        known=True,
        certainty=round(math.prod(identity_of(thing) for thing in things), 4),
        evidence=views.evidence([view for view, _ in shown]),
        object_ids=tuple(thing.object_id for thing in things),
        positions=tuple(thing.position for thing in things),
    )


def answer_where_then(asked: ViewQuestion, recollection: Recollection, views: SeenViews) -> Answer:
    """Where the robot stood then: the room, or by what it stood, or coordinates."""
    when, found = _of_time(asked, views)
    if not found:
        return _nothing(asked, when, found, views)
    view = found[-1] if asked.value in _ENDS else found[0]
    where = f"{when} I was {place_of(view, recollection)}"
    return Answer(asked.question, sentence(where), True, 0.9, views.evidence([view]), positions=(view.place,))


def place_of(view: SeenView, recollection: Recollection) -> str:
    """in the kitchen, at x 1.0 m, y 2.0 m on the map."""
    room = recollection.room_at(view.place)
    at = f"at x {view.place[0]:.1f} m, y {view.place[1]:.1f} m on the map"
    return f"in {the_room(room)}, {at}" if room else at


def _of_time(asked: ViewQuestion, views: SeenViews) -> tuple[str, list[SeenView]]:
    """(the time in words, the views of it or those that come next)."""
    first, last, start = views.first_ns, views.last_ns, asked.from_s
    if start is None:
        is_end = asked.value in _ENDS
        return ("last", views.between(first, last, _MANY_VIEWS, newest=True)) if is_end else (
            "first", views.between(first, last, _MANY_VIEWS)
        )  # fmt: skip
    told = _seconds(start)
    if asked.value == "between" and asked.until_s is not None:
        ends = sorted((start, asked.until_s))
        span = (first + int(ends[0] * NS), first + int(ends[1] * NS))
        return f"between {_seconds(ends[0])} and {_seconds(ends[1])}", views.between(*span, _MANY_VIEWS)
    if asked.value in _ENDS:
        return f"in the last {told}", views.between(last - int(start * NS), last, _MANY_VIEWS, newest=True)
    if asked.value in (*_BEGINNINGS, "before"):
        words = f"in the first {told}" if asked.value in _BEGINNINGS else f"before {told} had passed"
        return words, views.between(first, first + int(start * NS), _MANY_VIEWS)
    return f"after {told}", views.between(first + int(start * NS), last, _FEW_VIEWS)


def _of_one_moment(
    shown: list[tuple[SeenView, tuple[str, ...]]], is_end: bool
) -> list[tuple[SeenView, tuple[str, ...]]]:
    """Those together with the first, or the last, that shows something."""
    if not shown:
        return []
    at_ns = shown[-1 if is_end else 0][0].stamp_ns
    return [one for one in shown if abs(one[0].stamp_ns - at_ns) < _MOMENT_NS]


def _nothing(asked: ViewQuestion, when: str, found: list[SeenView], views: SeenViews) -> Answer:
    lasted = _seconds((views.last_ns - views.first_ns) / NS)
    if not found:
        text = f"I don't know: all that I have seen took {lasted}."
        return Answer(asked.question, text, False, 0.0, views.evidence(views.between(views.last_ns, views.last_ns)))
    text = f"I don't know: {when} I saw nothing that I recognised."
    return Answer(asked.question, text, False, 0.0, views.evidence(found))


def _seconds(seconds: float) -> str:
    if seconds >= 120:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds:.4g} second{'' if seconds == 1 else 's'}"
