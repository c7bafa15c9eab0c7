"""What is on, in, under or next to the table?"""

from __future__ import annotations

import math
from dataclasses import replace

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    common_room,
    known_answer,
    name_of,
)
from embodied_memory.memory.retrieval.answers.not_seen import nothing_by, unknown_answer
from embodied_memory.memory.retrieval.question import QuestionPlan
from embodied_memory.memory.retrieval.recollection import Recollection
from embodied_memory.memory.wording.phrases import tallied
from embodied_memory.scene_graph import SpatialRelation


def answer_what_is_near(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """All objects seen in that relation to the one meant, or to any of several meant."""
    landmarks = recollection.fitting(plan.subject)
    if not landmarks:
        return unknown_answer(plan, recollection)
    relation = SpatialRelation(plan.relation)
    found: dict[str, RememberedObject] = {}
    for landmark in landmarks:
        found.update({thing.object_id: thing for thing in recollection.related(landmark, relation)})
    name = name_of(landmarks[0]) if len(landmarks) == 1 else landmarks[0].category.lower()
    if not found:
        return _nothing(plan, name, landmarks, recollection)
    things = list(found.values())
    whole = tallied(name_of(thing) for thing in things)
    text = f"{relation.value} the {name} I saw {whole}"
    sure = all_there(things, places=False) * math.prod(thing.support_certainty for thing in things)
    return known_answer(plan, text, things, recollection, common_room(things), sure)


def _nothing(plan: QuestionPlan, name: str, landmarks: list[RememberedObject], recollection: Recollection) -> Answer:
    """Nothing was seen there, as well as that was looked at; what cannot be recognised may be there."""
    known = "" if recollection.vocabulary.is_open else " that I can recognise"
    text = f"I have seen nothing{known} {plan.relation} the {name}"
    answer = known_answer(plan, text, landmarks, recollection, common_room(landmarks))
    return replace(answer, certainty=nothing_by(landmarks, plan.relation, recollection))
