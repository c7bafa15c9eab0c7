"""Whether evidence bears on a question: it names something that the question names, or says a word of it."""

from __future__ import annotations

from embodied_memory.event import Event
from embodied_memory.memory.retrieval.query_plan.activity_words import is_activity
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.views.candidate import Candidate, Said
from embodied_memory.memory.wording.word_stems import content_stems

_LED_TO = (
    QueryIntent.BESIDE, QueryIntent.CONTENTS, QueryIntent.HOW_MANY, QueryIntent.IN_STATE, QueryIntent.WHO_IS_THERE,
    QueryIntent.WHO_IS_HOME, QueryIntent.HELD_THINGS, QueryIntent.JUST_BEFORE, QueryIntent.JUST_AFTER,
)  # fmt: skip
"""Answered by other things than those named: by all that are with them or of that sort."""


def bears_on(one: Candidate, plan: QueryPlan) -> bool:
    """Of a question that names nothing, what the intent alone asks for does ("what happened today")."""
    if one.is_step or plan.intent in _LED_TO:
        return True
    named = names_in(plan)
    if not named and not plan.activities and plan.intent is not QueryIntent.UNKNOWN:
        return True
    if named & _names_of(one) or any(is_activity(name, one.text) for name in plan.activities):
        return True
    told = content_stems(one.text)
    if named and plan.intent is QueryIntent.UNKNOWN:  # another red thing is not the red mug
        return any(content_stems(name.words) <= told for name in (*plan.things, plan.place) if name.words)
    return bool(content_stems(plan.question) & told)


def names_in(plan: QueryPlan) -> frozenset[str]:
    """The entities that a plan and its first step name."""
    own = {*plan.people, *plan.place.ids, *(entity for thing in plan.things for entity in thing.ids)}
    return frozenset(own) | (names_in(plan.via) if plan.via is not None else frozenset())


def _names_of(one: Candidate) -> frozenset[str]:
    content = one.content.event if isinstance(one.content, Said) else one.content
    told = (content.actor, content.place, *content.object_ids) if isinstance(content, Event) else ()
    meant = [statement.entity_id for statement in one.content.statements] if isinstance(one.content, Said) else ()
    return frozenset((*one.entities, *told, *meant))
