"""Where the evidence of each intent is, and what a question must name for it to make sense (ObsMem, section 4.3)."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName

_NOW = (ViewName.BELIEF, ViewName.STATE, ViewName.EVENT, ViewName.REPORTED)
_PAST = (ViewName.EVENT,)
_SAID = (ViewName.REPORTED, ViewName.EVENT)
_WISH = (ViewName.REPORTED, ViewName.PERSONAL)
_DUTY = (ViewName.COMMITMENT, ViewName.REPORTED)
_ANYWHERE = (ViewName.EVENT, ViewName.REPORTED, ViewName.PERSONAL, ViewName.EPISODE, ViewName.TREE, ViewName.BANK)

_NOTHING = ((),)
_THING = (("thing",),)
_PERSON = (("person",),)
_PLACE = (("place",),)
_ACTIVITY = (("activity",),)
_THING_OR_PERSON = (*_THING, *_PERSON)
_ANYTHING = (*_THING, *_PERSON, *_PLACE, *_ACTIVITY)


@dataclass(frozen=True)
class _Ask:
    """views: in the order in which their evidence is listened to; needs: any of these must be named as a whole."""

    views: tuple[ViewName, ...]
    needs: tuple[tuple[str, ...], ...] = _ANYTHING


_ASKS: dict[QueryIntent, _Ask] = {
    QueryIntent.LOCATION: _Ask(_NOW, _THING_OR_PERSON),
    QueryIntent.ROOM: _Ask(_NOW, _THING_OR_PERSON),
    QueryIntent.STATE: _Ask(_NOW, _THING),
    QueryIntent.SETTING: _Ask(_NOW, (("thing", "setting"),)),
    QueryIntent.HOLDER: _Ask(_NOW, _THING),
    QueryIntent.HELD_THINGS: _Ask(_NOW, _PERSON),
    QueryIntent.CONTENTS: _Ask(_NOW),
    QueryIntent.BESIDE: _Ask(_NOW, _THING),
    QueryIntent.WHO_IS_THERE: _Ask(_NOW, (*_PLACE, *_PERSON)),
    QueryIntent.WHO_WAS_THERE: _Ask(_PAST, _PLACE),
    QueryIntent.WHO_IS_AWAKE: _Ask(_PAST, _NOTHING),
    QueryIntent.WHO_IS_HOME: _Ask((ViewName.BELIEF, ViewName.STATE)),
    QueryIntent.IN_STATE: _Ask((ViewName.BELIEF, ViewName.STATE)),
    QueryIntent.LAST_SEEN: _Ask(_NOW, _THING_OR_PERSON),
    QueryIntent.PREVIOUS: _Ask((ViewName.STATE, ViewName.EVENT), _THING),
    QueryIntent.WHO_CHANGED: _Ask((ViewName.EVENT, ViewName.STATE), _THING),
    QueryIntent.WHEN_CHANGED: _Ask((ViewName.EVENT, ViewName.STATE), _THING),
    QueryIntent.WHEN_DID: _Ask(_PAST, (*_ACTIVITY, ("person", "place"))),
    QueryIntent.WHO_DID: _Ask(_PAST, _ACTIVITY),
    QueryIntent.WHEN_HANDLED: _Ask(_PAST, _THING),
    QueryIntent.HOW_OFTEN: _Ask(_PAST, (*_ACTIVITY, *_THING_OR_PERSON)),
    QueryIntent.HOW_MANY: _Ask((ViewName.BELIEF, ViewName.STATE), (*_THING, *_PLACE)),
    QueryIntent.HOW_MANY_DUE: _Ask(_DUTY),
    QueryIntent.WHICH_FIRST: _Ask(_PAST, (("two activities",),)),
    QueryIntent.JUST_BEFORE: _Ask((ViewName.EVENT,), _THING),
    QueryIntent.JUST_AFTER: _Ask((ViewName.EVENT,), _THING),
    QueryIntent.WISHED_SETTING: _Ask(_WISH, (*_THING, ("setting",))),
    QueryIntent.FAVOURITE: _Ask(_WISH, _THING),
    QueryIntent.WISHED_PLACE: _Ask(_WISH, _THING),
    QueryIntent.WISHES: _Ask(_WISH, _PERSON),
    QueryIntent.USUAL_TIME: _Ask(_PAST, _ACTIVITY),
    QueryIntent.USUAL_PLACE: _Ask(_PAST, _ACTIVITY),
    QueryIntent.USUAL_THING: _Ask(_PAST, _ACTIVITY),
    QueryIntent.USUAL_DEEDS: _Ask(_PAST, _PERSON),
    QueryIntent.DUE: _Ask(_DUTY),
    QueryIntent.DUE_TIME: _Ask(_DUTY),
    QueryIntent.IS_DONE: _Ask(_DUTY),
    QueryIntent.IS_OPEN: _Ask(_DUTY),
    QueryIntent.WHO_PROMISED: _Ask(_DUTY),
    QueryIntent.WHO_TOLD: _Ask(_SAID, (*_THING_OR_PERSON, *_PLACE)),
    QueryIntent.WHO_TOLD_TELLER: _Ask(_SAID, _PERSON),
    QueryIntent.WHO_ASKED: _Ask(_SAID, _THING),
    QueryIntent.WHAT_SAID: _Ask(_SAID, _THING_OR_PERSON),
    QueryIntent.WHAT_HAPPENED: _Ask((ViewName.EVENT, ViewName.EPISODE, ViewName.TREE)),
    QueryIntent.ONE_DEED: _Ask(_PAST, _PERSON),
    QueryIntent.ABOUT: _Ask((*_NOW[:2], ViewName.EVENT, ViewName.REPORTED, ViewName.COMMITMENT), _THING_OR_PERSON),
    QueryIntent.OBJECTS: _Ask((ViewName.SPATIAL,)),
    QueryIntent.UNKNOWN: _Ask(_ANYWHERE),
}


def views_of(intent: QueryIntent) -> tuple[ViewName, ...]:
    """V(p_q) of equation 4."""
    return _ASKS[intent].views


def has_what_it_needs(plan: QueryPlan) -> bool:
    """Whether the plan names what its intent is about."""
    there = {
        "thing": bool(plan.things),
        "person": bool(plan.people),
        "place": bool(plan.place.ids),
        "activity": bool(plan.activities),
        "two activities": len(plan.activities) > 1,
        "setting": bool(plan.attribute),
    }
    return any(all(there[one] for one in needed) for needed in _ASKS[plan.intent].needs)
