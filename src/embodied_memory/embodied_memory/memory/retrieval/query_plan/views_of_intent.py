"""Which views a question needs (ObsMem, section 4.3): in the order in which their evidence is listened to."""

from __future__ import annotations

from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, ViewName

_NOW = (ViewName.BELIEF, ViewName.STATE, ViewName.EVENT, ViewName.REPORTED)
_PAST = (ViewName.EVENT,)
_SAID = (ViewName.REPORTED, ViewName.EVENT)
_WISH = (ViewName.REPORTED, ViewName.PERSONAL)
_DUTY = (ViewName.COMMITMENT, ViewName.REPORTED)
_ANYTHING = (ViewName.EVENT, ViewName.REPORTED, ViewName.PERSONAL, ViewName.EPISODE, ViewName.TREE, ViewName.BANK)

_VIEWS: dict[QueryIntent, tuple[ViewName, ...]] = {
    QueryIntent.LOCATION: _NOW,
    QueryIntent.ROOM: _NOW,
    QueryIntent.STATE: _NOW,
    QueryIntent.SETTING: _NOW,
    QueryIntent.HOLDER: _NOW,
    QueryIntent.HELD_THINGS: _NOW,
    QueryIntent.CONTENTS: _NOW,
    QueryIntent.BESIDE: _NOW,
    QueryIntent.WHO_IS_THERE: _NOW,
    QueryIntent.WHO_WAS_THERE: _PAST,
    QueryIntent.WHO_IS_AWAKE: _PAST,
    QueryIntent.WHO_IS_HOME: (ViewName.BELIEF, ViewName.STATE),
    QueryIntent.IN_STATE: (ViewName.BELIEF, ViewName.STATE),
    QueryIntent.LAST_SEEN: _NOW,
    QueryIntent.PREVIOUS: (ViewName.STATE, ViewName.EVENT),
    QueryIntent.WHO_CHANGED: (ViewName.EVENT, ViewName.STATE),
    QueryIntent.WHEN_CHANGED: (ViewName.EVENT, ViewName.STATE),
    QueryIntent.WHEN_DID: _PAST,
    QueryIntent.WHO_DID: _PAST,
    QueryIntent.WHEN_HANDLED: _PAST,
    QueryIntent.HOW_OFTEN: _PAST,
    QueryIntent.HOW_MANY: (ViewName.BELIEF, ViewName.STATE),
    QueryIntent.HOW_MANY_DUE: _DUTY,
    QueryIntent.WHICH_FIRST: _PAST,
    QueryIntent.JUST_BEFORE: (ViewName.EVENT,),
    QueryIntent.JUST_AFTER: (ViewName.EVENT,),
    QueryIntent.WISHED_SETTING: _WISH,
    QueryIntent.FAVOURITE: _WISH,
    QueryIntent.WISHED_PLACE: _WISH,
    QueryIntent.WISHES: _WISH,
    QueryIntent.USUAL_TIME: _PAST,
    QueryIntent.USUAL_PLACE: _PAST,
    QueryIntent.USUAL_THING: _PAST,
    QueryIntent.USUAL_DEEDS: _PAST,
    QueryIntent.DUE: _DUTY,
    QueryIntent.DUE_TIME: _DUTY,
    QueryIntent.IS_DONE: _DUTY,
    QueryIntent.IS_OPEN: _DUTY,
    QueryIntent.WHO_PROMISED: _DUTY,
    QueryIntent.WHO_TOLD: _SAID,
    QueryIntent.WHO_TOLD_TELLER: _SAID,
    QueryIntent.WHO_ASKED: _SAID,
    QueryIntent.WHAT_SAID: _SAID,
    QueryIntent.WHAT_HAPPENED: (ViewName.EVENT, ViewName.EPISODE, ViewName.TREE),
    QueryIntent.ONE_DEED: _PAST,
    QueryIntent.ABOUT: (ViewName.BELIEF, ViewName.STATE, ViewName.EVENT, ViewName.REPORTED, ViewName.COMMITMENT),
    QueryIntent.OBJECTS: (ViewName.SPATIAL,),
    QueryIntent.UNKNOWN: _ANYTHING,
}


def views_of(intent: QueryIntent) -> tuple[ViewName, ...]:
    """V(p_q) of equation 4."""
    return _VIEWS[intent]
