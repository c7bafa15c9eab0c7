"""What a question must name for an intent to make sense of it."""

from __future__ import annotations

from collections.abc import Mapping

from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan

_THING = (("thing",),)
_PERSON = (("person",),)
_ANYTHING = (("thing",), ("person",), ("place",), ("activity",))
_NEEDS: Mapping[QueryIntent, tuple[tuple[str, ...], ...]] = {
    QueryIntent.LOCATION: (("thing",), ("person",)),
    QueryIntent.ROOM: (("thing",), ("person",)),
    QueryIntent.LAST_SEEN: (("thing",), ("person",)),
    QueryIntent.STATE: _THING,
    QueryIntent.SETTING: (("thing", "setting"),),
    QueryIntent.HOLDER: _THING,
    QueryIntent.HELD_THINGS: _PERSON,
    QueryIntent.PREVIOUS: _THING,
    QueryIntent.BESIDE: _THING,
    QueryIntent.WHO_IS_THERE: (("place",), ("person",)),
    QueryIntent.WHO_WAS_THERE: (("place",),),
    QueryIntent.WHO_IS_AWAKE: ((),),
    QueryIntent.WHO_CHANGED: _THING,
    QueryIntent.WHEN_CHANGED: _THING,
    QueryIntent.WHEN_DID: (("activity",), ("person", "place")),
    QueryIntent.WHO_DID: (("activity",),),
    QueryIntent.WHEN_HANDLED: _THING,
    QueryIntent.ONE_DEED: _PERSON,
    QueryIntent.ABOUT: (("person",), ("thing",)),
    QueryIntent.HOW_OFTEN: (("activity",), ("person",), ("thing",)),
    QueryIntent.HOW_MANY: (("thing",), ("place",)),
    QueryIntent.WHICH_FIRST: (("two activities",),),
    QueryIntent.JUST_BEFORE: _THING,
    QueryIntent.JUST_AFTER: _THING,
    QueryIntent.WISHED_SETTING: (("thing",), ("setting",)),
    QueryIntent.FAVOURITE: _THING,
    QueryIntent.WISHED_PLACE: _THING,
    QueryIntent.WISHES: _PERSON,
    QueryIntent.USUAL_TIME: (("activity",),),
    QueryIntent.USUAL_PLACE: (("activity",),),
    QueryIntent.USUAL_THING: (("activity",),),
    QueryIntent.USUAL_DEEDS: _PERSON,
    QueryIntent.WHO_TOLD: (("thing",), ("person",), ("place",)),
    QueryIntent.WHO_TOLD_TELLER: _PERSON,
    QueryIntent.WHO_ASKED: _THING,
    QueryIntent.WHAT_SAID: (("person",), ("thing",)),
}


def has_what_it_needs(plan: QueryPlan) -> bool:
    """Whether the plan names what its intent is about; without a need of its own an intent needs any name."""
    there = {
        "thing": bool(plan.things),
        "person": bool(plan.people),
        "place": bool(plan.place.ids),
        "activity": bool(plan.activities),
        "two activities": len(plan.activities) > 1,
        "setting": bool(plan.attribute),
    }
    return any(all(there[one] for one in needed) for needed in _NEEDS.get(plan.intent, _ANYTHING))
