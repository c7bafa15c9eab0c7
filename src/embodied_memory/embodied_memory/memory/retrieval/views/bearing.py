"""Whether evidence bears on a question: it names something that the question names, or says a word of it."""

from __future__ import annotations

import re

from embodied_memory.event import Event
from embodied_memory.memory.retrieval.query_plan.activity_words import is_activity
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance
from embodied_memory.memory.wording.word_stems import content_stems

_LED_TO = (
    QueryIntent.BESIDE, QueryIntent.CONTENTS, QueryIntent.HOW_MANY, QueryIntent.IN_STATE, QueryIntent.WHO_IS_THERE,
    QueryIntent.WHO_IS_HOME, QueryIntent.WHO_IS_AWAKE, QueryIntent.HELD_THINGS,
    QueryIntent.JUST_BEFORE, QueryIntent.JUST_AFTER,
)  # fmt: skip
"""Answered by other things than those named: by all that are with them or of that sort."""
_OF_DEEDS = (
    QueryIntent.WHEN_HANDLED, QueryIntent.WHAT_HAPPENED, QueryIntent.ONE_DEED, QueryIntent.WHEN_DID,
    QueryIntent.WHEN_CHANGED, QueryIntent.HOW_OFTEN, QueryIntent.UNKNOWN,
)  # fmt: skip
_OF_ALL = (QueryIntent.DUE, QueryIntent.HOW_MANY_DUE, QueryIntent.IN_STATE, QueryIntent.WHO_IS_HOME)
"""What makes sense of a question that names nothing."""

_DEED_ASKED = re.compile(r"\bwhat (?:else )?(?:did|has|have|does|do|was|were) (?:the )?[\w'-]+ (?P<deed>\w+)", re.I)
"""What did Anna "eat"."""
_ANY_DEED = frozenset({"do", "did", "done", "doing", "get", "been", "happen", "up", "busy", "experience"})


def bears_on(one: Candidate, plan: QueryPlan) -> bool:
    """Of a question that names nothing, what the intent alone asks for does ("what happened today")."""
    told = content_stems(one.text)
    named = names_in(plan)
    if _must_be_said(plan, named) and not any(content_stems(word) <= told for word in plan.unheard):
        return False
    if one.is_step or plan.intent in _LED_TO:
        return True
    if plan.intent is QueryIntent.UNKNOWN and plan.things:  # another mug is not the red mug
        ids = {entity for thing in plan.things for entity in thing.ids}
        return bool(ids & _names_of(one)) or any(content_stems(thing.words) <= told for thing in plan.things)
    if not named and not plan.activities and plan.intent is not QueryIntent.UNKNOWN:
        return True
    if named & _names_of(one) or any(is_activity(name, one.text) for name in plan.activities):
        return True
    return bool(content_stems(plan.question) & told)


def _must_be_said(plan: QueryPlan, named: frozenset[str]) -> bool:
    """Whether unheard words are what is asked about: "did Anna break it", "what must I remind Zelda of"."""
    if not plan.unheard:
        return False
    deed = _DEED_ASKED.search(plan.question)
    if plan.intent is QueryIntent.WHAT_HAPPENED and deed and deed["deed"].lower() not in _ANY_DEED:
        return True
    if plan.is_whether and plan.intent in _OF_DEEDS:
        return True
    return not named and (plan.intent in _OF_ALL or (plan.intent is QueryIntent.WHAT_HAPPENED and plan.time is None))


def names_in(plan: QueryPlan) -> frozenset[str]:
    """The entities that a plan and its first step name."""
    own = {*plan.people, *plan.place.ids, *(entity for thing in plan.things for entity in thing.ids)}
    return frozenset(own) | (names_in(plan.via) if plan.via is not None else frozenset())


def _names_of(one: Candidate) -> frozenset[str]:
    """What it tells of; an utterance of what was understood, not of what it was looked up by."""
    if isinstance(one.content, HeardUtterance):
        return frozenset((one.content.event.actor, *(told.entity_id for told in one.content.statements)))
    content = one.content
    told = (content.actor, content.place, *content.object_ids) if isinstance(content, Event) else ()
    return frozenset((*one.entities, *told))
