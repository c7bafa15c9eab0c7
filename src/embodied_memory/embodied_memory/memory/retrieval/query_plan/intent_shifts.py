"""What a word or a name makes of an intent: "when did you last see" of a person's deed, "who did" of who is awake."""

from __future__ import annotations

from dataclasses import replace

from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.query_plan.activity_words import COMING_HOME, LEAVING_HOME
from embodied_memory.memory.retrieval.query_plan.annotation import AnnotatedQuestion
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.query_plan.question_words import SEEING
from embodied_memory.memory.wording.words import split_words

_BEGINNING = frozenset(split_words("first start started starts begin began begins"))
_ONE = _BEGINNING | frozenset(split_words("last end ended finish finished"))
_ABOUT_DEEDS = (QueryIntent.WHAT_HAPPENED, QueryIntent.ONE_DEED)
_PAST = frozenset(split_words("was were been had last came went entered visited"))
_CALLED_OFF = frozenset(split_words("cancel cancelled canceled dropped"))
_AWAKE = {"awake": "awake", "asleep": "asleep", "sleeping": "asleep"}
_OF_DEEDS = (QueryIntent.WHO_DID, QueryIntent.WHEN_DID, QueryIntent.WHO_IS_HOME, QueryIntent.WHAT_HAPPENED)
_MOVES = frozenset({COMING_HOME, LEAVING_HOME})
_EVERYBODY = frozenset(split_words("everybody everyone anybody anyone somebody someone nobody all"))
_IS_NOW = frozenset({"is", "are"})


def shifted(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """The plan with the intent that its words mean; most often the same."""
    words = set(told.tokens)
    if plan.intent is QueryIntent.LAST_SEEN and plan.people and plan.things and not SEEING & words:
        return replace(plan, intent=QueryIntent.WHEN_HANDLED)
    if plan.intent in _ABOUT_DEEDS and plan.people and (_ONE & words or _is_going_on(plan, words)):
        intent = QueryIntent.WHEN_HANDLED if plan.things else QueryIntent.ONE_DEED
        return replace(plan, intent=intent, is_first=bool(_BEGINNING & words))
    if plan.intent is QueryIntent.WHAT_HAPPENED and plan.things and not plan.people and plan.time is None:
        return replace(plan, intent=QueryIntent.LOCATION, attribute=LOCATION)
    if plan.intent is QueryIntent.WHO_IS_THERE and plan.place.ids and _PAST & words and not _is_at_a_moment(plan):
        return replace(plan, intent=QueryIntent.WHO_WAS_THERE)
    if plan.intent is QueryIntent.DUE and _CALLED_OFF & words:
        return replace(plan, value="cancelled")
    if plan.intent in _OF_DEEDS and plan.time is None and not plan.things:
        return _how_people_are(plan, told)
    return plan


def _is_going_on(plan: QueryPlan, words: set[str]) -> bool:
    """ "What is Anna doing" asks for the last that was seen."""
    return plan.time is None and "doing" in words and bool(_IS_NOW & words)


def _how_people_are(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """ "Who is asleep" and "has everybody gone out" ask for no deed."""
    words = set(told.tokens)
    if plan.activities and set(plan.activities) <= _MOVES and _EVERYBODY & words:
        return replace(plan, intent=QueryIntent.WHO_IS_HOME, attribute=LOCATION)
    if not _IS_NOW & words:
        return plan
    named = (_AWAKE.get(mention.words) for _, mention in told.of("DOING"))
    value = next((one for one in named if one), "")
    return replace(plan, intent=QueryIntent.WHO_IS_AWAKE, value=value, activities=()) if value else plan


def _is_at_a_moment(plan: QueryPlan) -> bool:
    return plan.time is not None and plan.time.is_moment
