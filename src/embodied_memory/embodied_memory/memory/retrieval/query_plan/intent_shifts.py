"""What a word or a name makes of an intent: "when did you last see" of a person's deed, "who did" of who is awake."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.query_plan.activity_words import COMING_HOME, LEAVING_HOME
from embodied_memory.memory.retrieval.query_plan.annotation import AnnotatedQuestion
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.query_plan.question_words import SEEING
from embodied_memory.memory.wording.words import split_words

_BEGINNING = frozenset(split_words("first start started starts begin began begins"))
_ONE = _BEGINNING | frozenset(split_words("last end ended finish finished final latest"))
_MOVED = frozenset({"moved", "touched"})
_PAST = frozenset(split_words("was were been had last came went entered visited"))
_CALLED_OFF = frozenset(split_words("cancel cancelled canceled dropped"))
_AWAKE = {"awake": "awake", "asleep": "asleep", "sleeping": "asleep"}
_MOVES = frozenset({COMING_HOME, LEAVING_HOME})
_EVERYBODY = frozenset(split_words("everybody everyone anybody anyone somebody someone nobody all"))
_SMALL = split_words("is are has have who still already not now right yet else of you them us the and")
_HOW_PEOPLE_ARE = _EVERYBODY | frozenset(("PERSON", "DOING", *_SMALL))
_WHETHER_NOW = frozenset({"is", "are", "has", "have"})
_IS_NOW = frozenset({"is", "are"})


Shift = Callable[[QueryPlan, Collection[str]], QueryPlan]


def shifted(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """The plan with the intent that its words mean; most often the same."""
    words = frozenset(told.tokens)
    if plan.activities and plan.time is None and words <= _HOW_PEOPLE_ARE:
        return _how_people_are(plan, told)
    shift = _SHIFTS.get(plan.intent)
    return shift(plan, words) if shift else plan


def _how_people_are(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """ "Who is asleep" and "has everybody gone out" ask for no deed."""
    is_whether = told.tokens[0] in _WHETHER_NOW or bool(_EVERYBODY & set(told.tokens))
    if set(plan.activities) <= _MOVES and is_whether:
        return replace(plan, intent=QueryIntent.WHO_IS_HOME, attribute=LOCATION)
    named = (_AWAKE.get(mention.words) for _, mention in told.of("DOING"))
    value = next((one for one in named if one), "")
    return replace(plan, intent=QueryIntent.WHO_IS_AWAKE, value=value, activities=()) if value else plan


def _last_seen(plan: QueryPlan, words: Collection[str]) -> QueryPlan:
    """ "When did Anna last have it": whoever is named with a thing did something with it, unless somebody saw."""
    is_of_deed = plan.people and plan.things and not SEEING.intersection(words)
    return replace(plan, intent=QueryIntent.WHEN_HANDLED) if is_of_deed else plan


def _deeds(plan: QueryPlan, words: Collection[str]) -> QueryPlan:
    """ "What did Anna do first", "what is Anna doing": one deed; "was anything moved": deeds with things."""
    is_going_on = plan.time is None and "doing" in words and bool(_IS_NOW.intersection(words))
    if plan.people and (_ONE.intersection(words) or is_going_on):
        intent = QueryIntent.WHEN_HANDLED if plan.things else QueryIntent.ONE_DEED
        return replace(plan, intent=intent, is_first=bool(_BEGINNING.intersection(words)))
    if plan.things and not plan.people and plan.time is None:
        return replace(plan, intent=QueryIntent.LOCATION, attribute=LOCATION)
    return replace(plan, attribute=LOCATION) if _MOVED.intersection(words) and not plan.things else plan


def _who_was_there(plan: QueryPlan, words: Collection[str]) -> QueryPlan:
    """Whoever came by in a time, rather than who is there at a moment; "is Anna there" asks where she is."""
    if plan.people and "who" not in words:
        return _is_in(plan, words)
    is_moment = plan.time is not None and plan.time.is_moment
    was_there = plan.place.ids and _PAST.intersection(words) and not is_moment
    return replace(plan, intent=QueryIntent.WHO_WAS_THERE) if was_there else plan


def _is_in(plan: QueryPlan, words: Collection[str]) -> QueryPlan:
    """ "Is Anna in the kitchen" asks where she is, not when she went there."""
    is_there = plan.place.ids and not plan.activities and _IS_NOW.intersection(words)
    return replace(plan, intent=QueryIntent.ROOM) if is_there else plan


def _that_once(plan: QueryPlan, words: Collection[str]) -> QueryPlan:
    """ "What did Anna have for lunch": what was done is no habit."""
    return replace(plan, intent=QueryIntent.WHEN_DID) if plan.activities and "did" in words else plan


def _called_off(plan: QueryPlan, words: Collection[str]) -> QueryPlan:
    return replace(plan, value="cancelled") if _CALLED_OFF.intersection(words) else plan


_SHIFTS: Mapping[QueryIntent, Shift] = {
    QueryIntent.LAST_SEEN: _last_seen,
    QueryIntent.WHAT_HAPPENED: _deeds,
    QueryIntent.ONE_DEED: _deeds,
    QueryIntent.WHO_IS_THERE: _who_was_there,
    QueryIntent.WHEN_DID: _is_in,
    QueryIntent.USUAL_THING: _that_once,
    QueryIntent.USUAL_DEEDS: _that_once,
    QueryIntent.DUE: _called_off,
}
