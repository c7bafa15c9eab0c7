"""Which objects are at the place that a question names: a room, or on, in, under or next to something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import stated_room
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.memory.wording.words import split_words
from embodied_memory.scene_graph import SpatialRelation


def at_place(
    things: Sequence[RememberedObject], plan: QuestionPlan, recollection: Recollection
) -> list[RememberedObject]:
    """Those of the things that are there, in the same order."""
    if is_room(plan.place):
        return in_room(things, plan.place)
    landmarks = recollection.fitting(plan.place)
    relation = SpatialRelation(plan.relation or "on")
    there = {thing.object_id for mark in landmarks for thing in recollection.related(mark, relation)}
    return [thing for thing in things if thing.object_id in there]


def in_room(things: Iterable[RememberedObject], room: str) -> list[RememberedObject]:
    """bedroom means every bedroom, bedroom 2 that one."""
    wanted = [word for word in split_words(room) if word not in ("the", "a", "an", "my", "our")]
    return [thing for thing in things if list(split_words(stated_room(thing)))[: len(wanted)] == wanted]
