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
_MOVED = frozenset({"moved", "touched"})
_OF_HABITS = (QueryIntent.USUAL_THING, QueryIntent.USUAL_DEEDS)
_ABOUT_DEEDS = (QueryIntent.WHAT_HAPPENED, QueryIntent.ONE_DEED)
_PAST = frozenset(split_words("was were been had last came went entered visited"))
_CALLED_OFF = frozenset(split_words("cancel cancelled canceled dropped"))
_AWAKE = {"awake": "awake", "asleep": "asleep", "sleeping": "asleep"}
_MOVES = frozenset({COMING_HOME, LEAVING_HOME})
_EVERYBODY = frozenset(split_words("everybody everyone anybody anyone somebody someone nobody all"))
_SMALL = split_words("is are has have who still already not now right yet else of you them us the and")
_HOW_PEOPLE_ARE = _EVERYBODY | frozenset(("PERSON", "DOING", *_SMALL))
_WHETHER_NOW = frozenset({"is", "are", "has", "have"})
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
    if plan.intent is QueryIntent.WHEN_DID and plan.place.ids and not plan.activities and told.tokens[0] in _IS_NOW:
        return replace(plan, intent=QueryIntent.ROOM)
    if plan.intent is QueryIntent.WHAT_HAPPENED and _MOVED & words and not plan.things:
        return replace(plan, attribute=LOCATION)
    if plan.intent in _OF_HABITS and plan.activities and "did" in words:
        return replace(plan, intent=QueryIntent.WHEN_DID)
    if plan.intent is QueryIntent.DUE and _CALLED_OFF & words:
        return replace(plan, value="cancelled")
    if plan.activities and plan.time is None and set(told.tokens) <= _HOW_PEOPLE_ARE:
        return _how_people_are(plan, told)
    return plan


def _is_going_on(plan: QueryPlan, words: set[str]) -> bool:
    """ "What is Anna doing" asks for the last that was seen."""
    return plan.time is None and "doing" in words and bool(_IS_NOW & words)


def _how_people_are(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """ "Who is asleep" and "has everybody gone out" ask for no deed."""
    is_whether = told.tokens[0] in _WHETHER_NOW or bool(_EVERYBODY & set(told.tokens))
    if set(plan.activities) <= _MOVES and is_whether:
        return replace(plan, intent=QueryIntent.WHO_IS_HOME, attribute=LOCATION)
    named = (_AWAKE.get(mention.words) for _, mention in told.of("DOING"))
    value = next((one for one in named if one), "")
    return replace(plan, intent=QueryIntent.WHO_IS_AWAKE, value=value, activities=()) if value else plan


def _is_at_a_moment(plan: QueryPlan) -> bool:
    return plan.time is not None and plan.time.is_moment
