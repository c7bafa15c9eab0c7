"""Which room is the sofa in?"""

from __future__ import annotations

import math
from dataclasses import replace

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    is_plural,
    known_answer,
    name_of,
    place_phrase,
    stated_room,
)
from embodied_memory.memory.retrieval.answers.not_seen import unknown_answer
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.phrases import are_several, listed
from embodied_memory.memory.wording.room_words import the_room


def answer_which_room(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """Names the room, or says what is known of the place if the room is not clear."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    placed = [thing for thing in things if stated_room(thing)]
    if not placed:
        place = place_phrase(things[0], recollection)
        text = f"I don't know which room the {name_of(things[0])} is in{f'; it is {place}' if place else ''}"
        return replace(known_answer(plan, text, things, recollection), known=False)
    rooms = list(dict.fromkeys(thing.room for thing in placed))
    name = placed[0].category.lower() if len(placed) > 1 else name_of(placed[0])
    several = len(placed) > 1 or is_plural(plan.subject)
    subject = f"I have seen the {name}" if several else f"the {name} {'are' if are_several(name) else 'is'}"
    text = f"{subject} in {listed([the_room(room) for room in rooms])}"
    doubt = all_there(placed, places=False) * math.prod(thing.room_certainty for thing in placed)
    return known_answer(plan, text, placed, recollection, rooms[0] if len(rooms) == 1 else "", doubt)
