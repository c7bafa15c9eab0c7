"""What is on, in, under or next to the table?"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    common_room,
    known_answer,
    name_of,
)
from embodied_memory.memory.retrieval.answers.not_seen import nothing_by, unknown_answer
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.knowledge_graph.relation_kind import NEAR
from embodied_memory.memory.spatial.knowledge_graph.triple import Triple
from embodied_memory.memory.wording.phrases import tallied
from embodied_memory.scene_graph import SpatialRelation


def answer_what_is_near(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """All objects that stand in that relation to the one meant, or to any of several meant, by the knowledge graph.

    Beside what was seen right next to it, what is near by its measured place.
    """
    landmarks = recollection.fitting(plan.subject)
    if not landmarks:
        return unknown_answer(plan, recollection)
    relation = SpatialRelation(plan.relation)
    found: dict[str, tuple[RememberedObject, Triple]] = {}
    for landmark in landmarks:
        for other, triple in recollection.relations_of(landmark, relation):
            found.setdefault(other.object_id, (other, triple))
    name = name_of(landmarks[0]) if len(landmarks) == 1 else landmarks[0].category.lower()
    if not found:
        return _nothing(plan, name, landmarks, recollection)
    things = [thing for thing, _ in found.values()]
    sure = all_there(things, places=False) * math.prod(thing.support_certainty for thing in things)
    records = [known.confirmed_record_id for _, triple in found.values() for known in triple.known]
    text = _told(name, relation, found.values())
    return known_answer(plan, text, things, recollection, common_room(things), sure, records)


def _told(name: str, relation: SpatialRelation, found: Iterable[tuple[RememberedObject, Triple]]) -> str:
    """ "next to the sofa I saw a lamp; near it, a stool"."""
    so = [thing for thing, triple in found if triple.relation != NEAR]
    near = [thing for thing, triple in found if triple.relation == NEAR]
    seen = f"{relation.value} the {name} I saw {tallied(map(name_of, so))}"
    if not near:
        return seen
    return f"{f'{seen}; near it, ' if so else f'near the {name} I saw '}{tallied(map(name_of, near))}"


def _nothing(plan: QuestionPlan, name: str, landmarks: list[RememberedObject], recollection: Recollection) -> Answer:
    """Nothing was seen there, as well as that was looked at; what cannot be recognised may be there."""
    known = "" if recollection.vocabulary.is_open else " that I can recognise"
    text = f"I have seen nothing{known} {plan.relation} the {name}"
    answer = known_answer(plan, text, landmarks, recollection, common_room(landmarks))
    return replace(answer, certainty=nothing_by(landmarks, plan.relation, recollection))
