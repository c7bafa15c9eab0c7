"""Is there a mug in the kitchen? Have you seen one? Is the mug on the desk?"""

from __future__ import annotations

from dataclasses import replace

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    common_room,
    known_answer,
    name_of,
    place_phrase,
    position_phrase,
)
from embodied_memory.memory.retrieval.answers.not_seen import none_there, unknown_answer
from embodied_memory.memory.retrieval.answers.place_filter import at_place
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.phrases import ago, counted, listed, sentence


def answer_is_there(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """Yes if it was seen (there); not as far as I know if it was seen elsewhere only; else unknown."""
    everywhere = recollection.fitting(plan.subject)
    if not everywhere:
        return unknown_answer(plan, recollection)
    there = at_place(everywhere, plan, recollection) if plan.place else everywhere
    things = there or everywhere
    where = [place_phrase(thing, recollection) or position_phrase(thing) for thing in things[:4]]
    seen = ago(max(thing.last_seen_ns for thing in things), recollection.now_ns)
    if len(things) == 1:
        told = f"I saw the {name_of(things[0])} {where[0]}, {seen}"
    else:
        told = f"I have seen {counted(len(things), things[0].category.lower())}: {listed(where)}"
    text = f"{'Yes' if there else 'Not as far as I know'}. {sentence(told)}"
    answer = known_answer(plan, text, things, recollection, common_room(things), all_there(things[:4]))
    return answer if there else replace(answer, certainty=none_there(plan, recollection))
