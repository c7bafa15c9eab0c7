"""Where is the kettle?"""

from __future__ import annotations

from embodied_memory.evidence import Answer, EpistemicStatus, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    common_room,
    known_answer,
    name_of,
    place_phrase,
    position_phrase,
    seen_phrase,
)
from embodied_memory.memory.retrieval.answers.not_seen import unknown_answer
from embodied_memory.memory.retrieval.seen.question import Intent, QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.phrases import ago, are_several, counted, listed, number_word, sentence

_MOST_NAMED = 5


def answer_where_is(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """Names what it is on or in and the room, else what it is next to, else coordinates."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    if len(things) == 1:
        return answer_where_seen(plan.question, things[0], recollection)
    doubt = all_there(things[:_MOST_NAMED])
    return known_answer(plan, _several(things, recollection), things, recollection, common_room(things), doubt)


def answer_where_seen(question: str, thing: RememberedObject, recollection: Recollection) -> Answer:
    """Of one that is known."""
    plan, room = QuestionPlan(question, Intent.WHERE_IS), common_room([thing])
    return known_answer(plan, _one(thing, recollection), [thing], recollection, room, all_there([thing]))


def _one(thing: RememberedObject, recollection: Recollection) -> str:
    place = place_phrase(thing, recollection) or position_phrase(thing)
    name = name_of(thing)
    told = sentence(f"the {name} {'are' if are_several(name) else 'is'} {place}")
    return f"{told} {seen_phrase(thing, recollection)}"


def _several(things: list[RememberedObject], recollection: Recollection) -> str:
    categories = {thing.category.lower() for thing in things}
    looks = {name_of(thing) for thing in things}
    told = [
        f"{'one' if len(looks) == 1 else 'the ' + name_of(thing)} {_place_and_time(thing, recollection)}"
        for thing in things[:_MOST_NAMED]
    ]
    if len(things) > len(told):
        told.append(f"{number_word(len(things) - len(told))} more")
    if len(categories) > 1:
        return f"There are {number_word(len(things))} that may be meant: {listed(told)}"
    return f"There are {counted(len(things), categories.pop())}: {listed(told)}"


def _place_and_time(thing: RememberedObject, recollection: Recollection) -> str:
    place = place_phrase(thing, recollection) or position_phrase(thing)
    gone = ", but gone when I looked again" if thing.status is EpistemicStatus.CONTRADICTED else ""
    return f"{place} ({ago(thing.last_seen_ns, recollection.now_ns)}{gone})"
