"""When did you last see the keys?"""

from __future__ import annotations

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_parts import (
    known_answer,
    name_of,
    place_phrase,
    unknown_answer,
)
from embodied_memory.memory.retrieval.question import QuestionPlan
from embodied_memory.memory.retrieval.recollection import Recollection
from embodied_memory.memory.wording.phrases import ago


def answer_last_seen(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """The most recent sighting of anything that fits."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    latest = max(things, key=lambda thing: (thing.last_seen_ns, thing.match))
    place = place_phrase(latest, recollection)
    text = f"I last saw the {name_of(latest)} {ago(latest.last_seen_ns, recollection.now_ns)}"
    return known_answer(plan, f"{text}{', ' + place if place else ''}", [latest], recollection, latest.room)
