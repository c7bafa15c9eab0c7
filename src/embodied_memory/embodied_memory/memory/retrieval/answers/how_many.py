"""How many chairs are there, here or in the kitchen?"""

from __future__ import annotations

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import known_answer, room_with_article, unknown_answer
from embodied_memory.memory.retrieval.answers.place_filter import at_place
from embodied_memory.memory.retrieval.question import QuestionPlan, is_room
from embodied_memory.memory.retrieval.recollection import Recollection
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.phrases import counted


def answer_how_many(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """Counts what was seen; there may be more that was not."""
    everywhere = recollection.fitting(plan.subject)
    if not everywhere:
        return unknown_answer(plan, recollection)
    things = at_place(everywhere, plan, recollection) if plan.place else everywhere
    words = parse_description(plan.subject)
    name = " ".join((*words.attributes, *words.noun))
    text = f"I have seen {counted(len(things), name)}{_where(plan)}"
    return known_answer(plan, text, things or everywhere, recollection, _room(things))


def _where(plan: QuestionPlan) -> str:
    if not plan.place:
        return ""
    place = " ".join(word for word in plan.place.split() if word not in ("the", "a", "an", "my", "our"))
    named = room_with_article(place) if is_room(place) else f"the {place}"
    return f" {plan.relation} {named}"


def _room(things: list[RememberedObject]) -> str:
    rooms = {thing.room for thing in things}
    return rooms.pop() if len(rooms) == 1 else ""
