"""When did you last see the keys, or first?"""

from __future__ import annotations

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    known_answer,
    name_of,
    place_phrase,
    stated_room,
)
from embodied_memory.memory.retrieval.answers.not_seen import unknown_answer
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.phrases import ago


def answer_last_seen(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """The most recent sighting of anything that fits; the earliest if that is asked for."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    if plan.value == "first":
        return _first(plan, min(things, key=lambda thing: thing.first_seen_ns), recollection)
    latest = max(things, key=lambda thing: (thing.last_seen_ns, thing.match))
    place = place_phrase(latest, recollection)
    text = f"I last saw the {name_of(latest)} {ago(latest.last_seen_ns, recollection.now_ns)}"
    told = f"{text}{', ' + place if place else ''}"
    return known_answer(plan, told, [latest], recollection, stated_room(latest), all_there([latest]))


def _first(plan: QuestionPlan, thing: RememberedObject, recollection: Recollection) -> Answer:
    """Where it was then is in the views; what is cited is where it was seen last."""
    text = f"I first saw the {name_of(thing)} {ago(thing.first_seen_ns, recollection.now_ns)}"
    return known_answer(plan, text, [thing], recollection)
