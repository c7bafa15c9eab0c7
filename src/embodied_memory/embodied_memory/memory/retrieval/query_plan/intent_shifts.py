"""What a word or a name makes of an intent: "when did you last see" of a person's deed, "who did" of who is awake."""

from __future__ import annotations

from dataclasses import replace

from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.query_plan.annotation import AnnotatedQuestion
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.query_plan.question_words import SEEING
from embodied_memory.memory.wording.words import split_words

_ONE = frozenset({"first", "last"})
_PAST = frozenset(split_words("was were been had last came went entered visited"))
_CALLED_OFF = frozenset(split_words("cancel cancelled canceled dropped"))
_AWAKE = {"awake": "awake", "asleep": "asleep", "sleeping": "asleep"}
_OF_DEEDS = (QueryIntent.WHO_DID, QueryIntent.WHEN_DID, QueryIntent.WHO_IS_HOME, QueryIntent.WHAT_HAPPENED)
_IS_NOW = frozenset({"is", "are"})


def shifted(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """The plan with the intent that its words mean; most often the same."""
    words = set(told.tokens)
    if plan.intent is QueryIntent.LAST_SEEN and plan.people and plan.things and not SEEING & words:
        return replace(plan, intent=QueryIntent.WHEN_HANDLED)
    if plan.intent is QueryIntent.WHAT_HAPPENED and plan.people and _ONE & words:
        return replace(plan, intent=QueryIntent.ONE_DEED)
    if plan.intent is QueryIntent.WHAT_HAPPENED and plan.things and not plan.people and plan.time is None:
        return replace(plan, intent=QueryIntent.LOCATION, attribute=LOCATION)
    if plan.intent is QueryIntent.WHO_IS_THERE and plan.place.ids and _PAST & words and not _is_at_a_moment(plan):
        return replace(plan, intent=QueryIntent.WHO_WAS_THERE)
    if plan.intent is QueryIntent.DUE and _CALLED_OFF & words:
        return replace(plan, value="cancelled")
    if plan.intent in _OF_DEEDS and plan.time is None and _IS_NOW & words:
        return _whether_awake(plan, told)
    return plan


def _whether_awake(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """ "Who is asleep" asks for no deed."""
    named = (_AWAKE.get(mention.words) for _, mention in told.of("DOING"))
    value = next((one for one in named if one), "")
    return replace(plan, intent=QueryIntent.WHO_IS_AWAKE, value=value, activities=()) if value else plan


def _is_at_a_moment(plan: QueryPlan) -> bool:
    return plan.time is not None and plan.time.is_moment
