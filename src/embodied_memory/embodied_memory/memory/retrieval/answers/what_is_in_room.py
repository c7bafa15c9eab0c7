"""What is in the kitchen? And: which rooms are there?"""

from __future__ import annotations

import math

from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    common_room,
    known_answer,
    stated_room,
)
from embodied_memory.memory.retrieval.answers.place_filter import in_room
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.phrases import listed, number_word, tallied
from embodied_memory.memory.wording.room_words import the_room


def answer_what_is_in_room(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """All objects whose room is clear and is this one."""
    room = " ".join(word for word in plan.place.split() if word not in ("the", "a", "an", "my", "our"))
    things = in_room(recollection.objects, room)
    if not things:
        text = f"I don't know: I have not recognised {the_room(room)} yet."
        return Answer(plan.question, text, False, 0.0)
    text = f"in {the_room(room)} I saw {tallied((t.category.lower() for t in things), limit=12)}"
    doubt = all_there(things, places=False) * math.prod(thing.room_certainty for thing in things)
    return known_answer(plan, text, things, recollection, common_room(things), doubt)


def answer_what_rooms(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """The rooms that could be named."""
    placed = [thing for thing in recollection.objects if stated_room(thing)]
    surest_first = sorted(placed, key=lambda thing: -thing.room_certainty)
    first_of = {thing.room: thing for thing in reversed(surest_first)}
    if not first_of:
        return Answer(plan.question, "I don't know: I have not recognised any room yet.", False, 0.0)
    rooms = sorted(first_of)
    named = listed([the_room(room) for room in rooms])
    count = number_word(len(rooms))
    text = f"I have recognised {count} room{'s' if len(rooms) > 1 else ''}: {named}"
    doubt = math.prod(first_of[room].room_certainty for room in rooms)
    return known_answer(plan, text, [first_of[room] for room in rooms], recollection, doubt=doubt)
