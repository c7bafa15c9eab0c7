"""What objects are there, how many, where have you been, for how long: all that was seen, and the way to it."""

from __future__ import annotations

import math
from itertools import pairwise

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    identity_of,
    known_answer,
)
from embodied_memory.memory.retrieval.answers.seen_when import place_of
from embodied_memory.memory.retrieval.seen.question import Intent, QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.retrieval.seen.seen_views import NS, SeenView, SeenViews
from embodied_memory.memory.retrieval.seen.view_question import ViewQuestion
from embodied_memory.memory.wording.phrases import counted, sentence, tallied
from embodied_memory.memory.wording.room_words import the_room

_MOST_KINDS = 16
_STEP_M = 0.25
"""Shorter moves are noise of localisation, and no way."""
_MOST_ROOMS = 8


def answer_all_things(asked: ViewQuestion, recollection: Recollection) -> Answer | None:
    """Everything that memory asserts, by kinds, the most frequent first; None if that is nothing."""
    things = list(recollection.objects)
    if not things:
        return None
    text = f"I have seen {tallied((thing.category.lower() for thing in things), limit=_MOST_KINDS)}"
    return known_answer(_plan(asked), text, things, recollection, doubt=all_there(things, places=False))


def answer_how_many_things(asked: ViewQuestion, recollection: Recollection) -> Answer | None:
    """As many as are likely to exist of all that memory asserts."""
    things = list(recollection.objects)
    if not things:
        return None
    likely = [identity_of(thing) for thing in things]
    count = math.floor(sum(likely) + 0.5)
    about = "about " if count != len(things) else ""
    text = f"I have seen {about}{counted(count, 'thing')} that I recognised"
    return known_answer(_plan(asked), text, things, recollection, doubt=sum(likely) / len(likely))


def answer_where_been(asked: ViewQuestion, recollection: Recollection, views: SeenViews) -> Answer | None:
    """The rooms in their order, where they are known, and how far it was; None if there is no view."""
    seen = views.between(views.first_ns, views.last_ns)
    if not seen:
        return None
    way = _way(seen)
    metres = sum(math.dist(a.place[:2], b.place[:2]) for a, b in pairwise(way))
    stays = _rooms(seen, recollection)
    rooms = [the_room(room) for _, room in stays[:_MOST_ROOMS]]
    if rooms:
        more = " and on" if len(stays) > _MOST_ROOMS else ""
        text = f"I have been in {', then in '.join(rooms)}{more}"
    else:
        text = f"I began {place_of(seen[0], recollection)} and ended {place_of(seen[-1], recollection)}"
    told = f"{text}; I went {metres:.1f} m in {_time(seen)}" if metres else f"{text}; I stood still for {_time(seen)}"
    cited = [seen[0], *(view for view, _ in stays[1:_MOST_ROOMS]), seen[-1]]
    evidence = views.evidence(list(dict.fromkeys(cited)))
    return Answer(asked.question, sentence(told), True, 0.9, evidence, positions=(seen[0].place, seen[-1].place))


def answer_how_long(asked: ViewQuestion, recollection: Recollection, views: SeenViews) -> Answer | None:
    """From the first view to the last; None if there is none."""
    seen = views.between(views.first_ns, views.first_ns, 1) + views.between(views.last_ns, views.last_ns, 1)
    if not seen:
        return None
    text = f"what I have seen took {_time(seen)}, in {counted(views.count, 'view')}"
    return Answer(asked.question, sentence(text), True, 1.0, views.evidence(list(dict.fromkeys(seen))))


def _way(seen: list[SeenView]) -> list[SeenView]:
    """Those that lie apart."""
    way = seen[:1]
    for view in seen[1:]:
        if math.dist(view.place[:2], way[-1].place[:2]) >= _STEP_M:
            way.append(view)
    return way


def _rooms(seen: list[SeenView], recollection: Recollection) -> list[tuple[SeenView, str]]:
    """The first view in each room that it came to, without passages whose room is not known."""
    stays: list[tuple[SeenView, str]] = []
    for view in seen:
        room = recollection.room_at(view.place)
        if room and (not stays or stays[-1][1] != room):
            stays.append((view, room))
    return stays


def _time(seen: list[SeenView]) -> str:
    seconds = (seen[-1].stamp_ns - seen[0].stamp_ns) / NS
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"


def _plan(asked: ViewQuestion) -> QuestionPlan:
    return QuestionPlan(asked.question, Intent.UNKNOWN)
