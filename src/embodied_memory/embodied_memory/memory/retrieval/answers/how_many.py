"""How many chairs are there, here or in the kitchen?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    common_room,
    identity_of,
    known_answer,
)
from embodied_memory.memory.retrieval.answers.not_seen import none_there, unknown_answer
from embodied_memory.memory.retrieval.answers.place_filter import at_place
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.phrases import counted
from embodied_memory.memory.wording.room_words import the_room


def answer_how_many(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """Counts what was seen, each as likely as it is there; there may be more that was not seen."""
    everywhere = recollection.fitting(plan.subject)
    if not everywhere:
        return unknown_answer(plan, recollection)
    things = at_place(everywhere, plan, recollection) if plan.place else everywhere
    words = parse_description(plan.subject)
    likely = [identity_of(thing) * _likely_there(thing, plan) for thing in things]
    count = math.floor(sum(likely) + 0.5)
    about = "about " if count != len(things) else ""
    text = f"I have seen {about}{counted(count, ' '.join((*words.attributes, *words.noun)))}{_where(plan)}"
    answer = known_answer(
        plan, text, things or everywhere, recollection, common_room(things), _so_many(likely, count)
    )
    return answer if things else replace(answer, certainty=none_there(plan, recollection))


def _likely_there(thing: RememberedObject, plan: QuestionPlan) -> float:
    """At the place asked about, if it exists."""
    if not plan.place:
        return 1.0
    return thing.room_certainty if is_room(plan.place) else thing.support_certainty


def _so_many(likely: Sequence[float], count: int) -> float:
    """How likely it is just so many if the surest of them is there, each other one by itself or not."""
    shares = [1.0]  # of 0, 1, 2 ... of the others
    for probability in sorted(likely)[:-1]:
        without, with_it = [*shares, 0.0], [0.0, *shares]
        shares = [a * (1.0 - probability) + b * probability for a, b in zip(without, with_it, strict=True)]
    return shares[count - 1] if 1 <= count <= len(shares) else 1.0


def _where(plan: QuestionPlan) -> str:
    if not plan.place:
        return ""
    place = " ".join(word for word in plan.place.split() if word not in ("the", "a", "an", "my", "our"))
    named = the_room(place) if is_room(place) else f"the {place}"
    return f" {plan.relation} {named}"
